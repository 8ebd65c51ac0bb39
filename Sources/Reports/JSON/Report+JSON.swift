public import Analyzer
internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
public import TraceFormat

extension Report: JSONObject {
  /// The report for programs (`docs/report.md`, "JSON").
  public var json: JSONText { .object(jsonMembers) }

  /// Reads a report in JSON (`docs/report.md`, "Reading it back").
  ///
  /// Facts are read; words, and numbers that follow from facts, are passed over, because they are made
  /// anew from them. A member that is not known is refused, since what it says would be lost.
  ///
  /// - Throws: where in the value something else was expected, and what was found.
  public init(json: JSONText) throws(JSONShapeFailure) { try self.init(JSONNode(json)) }

  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    self = try JSONFieldReader.value(of: node) { fields throws(JSONShapeFailure) in
      try Report(&fields)
    }
    try checkIndexes(node)
  }

  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    try fields.version("version", Self.version, of: "reports")
    let (session, error) = (try fields("session", \.session), try fields.error())
    // Null stands for a choice of defects that has no name.
    let engine = try fields(
      "engine", \.engine, write: { $0?.json ?? .null },
      read: { node throws(JSONShapeFailure) in node.json == .null ? nil : try Engine(node) })
    let mode = try fields("mode", \.mode)
    let modeSource = try fields.optional("modeFrom", \.modeSource)
    let attempts = try fields.list("attempts", \.attempts)
    let result = try fields("result", \.result)
    fields.written("skipped") { $0.isSkipped ? .bool(true) : nil }
    let failure = try fields.optional("failure", \.failure)
    let pendingResetBefore = try fields.optional("pendingResetBefore", \.pendingResetBefore)
    let pendingResetAfter = try fields.optional("pendingResetAfter", \.pendingResetAfter)
    fields.written("consequences") { $0.consequences.map(\.sentence).json }
    let consequences = try fields.facts("consequenceFacts", \.consequences)
    fields.written("story", \.storyJSON)
    fields.written("steps", \.stepsJSON)
    let undoneByCopy = try fields.optional("undoneByCopy", \.undoneByCopy)
    fields.written("outcomes", \.outcomesJSON)
    fields.written("whatOthersWrote", \.whatOthersWroteJSON)
    fields.written("totals", \.totalsJSON)
    fields.written("breakdown", \.breakdown.json)
    let changes = try fields.longList("changes") { $0.changes.map { JSONFact($0) } }.map(\.fact)
    let transactions = try fields.longList("transactions", \.transactions)
    let (writes, changesets) = try fields.writes(of: transactions)
    self.init(
      session: session, error: error, engine: engine, mode: mode, attempts: attempts,
      result: result, transactions: transactions, changesets: changesets, writes: writes,
      propertySightings: try fields.properties(), consequences: consequences, gaps: [])
    self.modeSource = modeSource
    self.failure = failure
    self.pendingResetBefore = pendingResetBefore
    self.pendingResetAfter = pendingResetAfter
    self.undoneByCopy = undoneByCopy
    self.changes = changes
    try takeFindings(&fields)
  }

  private mutating func takeFindings(
    _ fields: inout some JSONFields<Self>
  ) throws(JSONShapeFailure) {
    defects = try fields.list("defects", \.defects)
    didRecover = try fields.optional("didRecover", \.didRecover)
    collateral = try fields.longList("collateral", \.collateral)
    harm = try fields("harm", \.harm)
    traps = try fields.list("traps", \.traps)
    // What a message means follows from it.
    let failures = attempts.compactMap(\.failure)
    triage =
      try fields.optional(
        "triage", \.triage, write: { .array($0.map(\.json)) },
        read: { _ throws(JSONShapeFailure) in failures.map(Triage.init(explaining:)) }) ?? []
    resetLoop = try fields.optional("resetLoop", \.resetLoop)
    mergePlan = try fields.outlined(
      "mergePlan", \.mergePlan, outline: \.outline, read: MergePlan.init)
    incoming = try fields.optional("incoming", \.incoming)
    horizon = try fields.optional("horizon", \.horizon)
    horizon?.mode = mode
    horizon?.engine = engine
    if let all = try fields.faults() {
      (faultPlan, faults, unfiredFaults) = (all.plan, all.fired, all.unfired)
    }
    gaps = try fields.list("gaps", \.gaps)
    comparison = try fields.optional("comparison", \.comparison)
  }

  /// Refuses indexes of what the report does not have.
  private func checkIndexes(_ node: JSONNode) throws(JSONShapeFailure) {
    let ofWrites = [
      "changes.writes", "defects.writes", "collateral.writes", "traps.writes", "harm.lost",
      "harm.stranded", "mergePlan.operations.writes", "mergePlan.settled", "horizon.losses.writes",
    ]
    for place in ofWrites { try node.checkIndexes(at: place, of: "a write", writes.count) }
    for place in ["harm.overwritten.collateral", "harm.doubled.collateral"] {
      try node.checkIndexes(at: place, of: "a piece of collateral", collateral.count)
    }
    try node.checkIndexes(at: "horizon.losses.point", of: "a point", horizon?.points.count ?? 0)
  }

  /// What became of the changes in numbers, which add up.
  private var outcomesJSON: JSONText {
    .object(
      [JSONText.Member("changes", .integer(changes.count))]
        + outcomeCounts.map { JSONText.Member($0.outcome.rawValue, .integer($0.count)) })
  }

  private var whatOthersWroteJSON: JSONText {
    .object(
      overwrittenPlaceCounts.map { JSONText.Member($0.kind.rawValue, .integer($0.count)) })
  }

  private var totalsJSON: JSONText {
    .object(
      [JSONText.Member("writes", .integer(writes.count))]
        + totals.map { JSONText.Member($0.fate.rawValue, .integer($0.count)) }
        + (defects.isEmpty ? [] : defectTotals))
  }

  private var defectTotals: [JSONText.Member] {
    [
      .init("harmedByDefects", .integer(writes.count { $0.defect != nil })),
      .init("lostToDefects", .integer(writes.count(where: \.isLostToDefect))),
    ]
  }

}

extension JSONNode {
  /// Refuses indexes that a list does not have.
  ///
  /// - Parameters:
  ///   - place: the names of members that lead to them, through all elements of arrays.
  ///   - noun: what is in the list, such as `a write`.
  fileprivate func checkIndexes(
    at place: String, of noun: String, _ count: Int
  ) throws(JSONShapeFailure) {
    try checkIndexes(at: place.split(separator: ".")[...], of: noun, count)
  }

  private func checkIndexes(
    at place: ArraySlice<Substring>, of noun: String, _ count: Int
  ) throws(JSONShapeFailure) {
    if case .array = json {
      for element in try elements() { try element.checkIndexes(at: place, of: noun, count) }
    } else if let name = place.first {
      try member(String(name))?.checkIndexes(at: place.dropFirst(), of: noun, count)
    } else {
      _ = try index(of: noun, count)
    }
  }

  /// An index of a list.
  func index(of noun: String, _ count: Int) throws(JSONShapeFailure) -> Int {
    let index = try Int(self)
    guard index < count else { throw failure(expected: "the index of \(noun)") }
    return index
  }
}
