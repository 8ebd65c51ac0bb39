public import Analyzer
internal import RealmModel
internal import Replayer
public import TraceFormat

extension Report {
  /// The report for programs (`docs/report.md`, "JSON").
  public var json: JSONText { outline.whole }

  /// The same, with what there is one of for each write made when it is written.
  var outline: JSONOutline { Self.fields().outline(of: self) }

  /// Reads a report in JSON (`docs/report.md`, "JSON").
  ///
  /// Facts are read; words, and numbers that follow from facts, are passed over, because they are made
  /// anew from them. A member that is not known is refused, since what it says would be lost.
  ///
  /// - Throws: where in the value something else was expected, and what was found; what refers to a report in another
  ///   mode, which only ``ReplayReport/init(json:)`` can read.
  public init(json: JSONText) throws(JSONShapeFailure) {
    try self.init(JSONNode(json).completed(from: []))
  }

  init(_ node: JSONNode) throws(JSONShapeFailure) {
    self = .blank
    try Self.fields().read(node, into: &self)
    // What a message means follows from it.
    explanations = attempts.compactMap(\.failure).map(ErrorExplanation.init(explaining:))
    horizon?.mode = mode
    horizon?.engine = engine
    try checkIndexes(node)
  }

  /// - Parameter shared: what lists are written without.
  static func fields(without shared: Set<String> = []) -> [JSONField<Report>] {
    [
      JSONField("version", isRequired: true) { _ in
        .made(.integer(version))
      } read: { _, node throws(JSONShapeFailure) in
        try node.checkVersion(version, since: 1, of: "reports")
      },
      .field("session", \.session),
      .group(
        "error",
        [
          .optional("code", \.error.code), .field("name", \.error.name),
          .field("message", \.error.message), .field("action", \.error.action),
          .field("fatal", \.error.isFatal),
        ]),
      // Null stands for a choice of defects that has no name.
      JSONField("engine", isRequired: true) {
        .made($0.engine.map(JSONText.init(fact:)) ?? .null)
      } read: { report, node throws(JSONShapeFailure) in
        report.engine = node.json == .null ? nil : try node.fact()
      },
      .field("mode", \.mode), .optional("modeFrom", \.modeSource), .list("attempts", \.attempts),
      .field("result", \.result), .derived("skipped") { $0.isSkipped ? .bool(true) : nil },
      JSONField("failure") {
        $0.failure.map { .made($0.json) }
      } read: { report, node throws(JSONShapeFailure) in
        report.failure = try ResetFailure(node)
      },
      .optional("pendingResetBefore", \.pendingResetBefore),
      .optional("pendingResetAfter", \.pendingResetAfter),
      .derived("consequences") { .array($0.consequenceSentences.map { .string($0) }) },
      .list("consequenceFacts", \.consequences), .derived("story", \.storyJSON),
      .derived("steps", \.stepsJSON), .list("missingSchema", \.missingSchema, omitsEmpty: true),
      JSONField("undoneByCopy") { report in
        report.undoneByCopy.map { all in
          .elements(count: all.count) { JSONText(fact: all[$0]) }
        }
      } read: { report, node throws(JSONShapeFailure) in
        report.undoneByCopy = try node.fact()
      } isEqual: {
        $0.undoneByCopy != nil && $0.undoneByCopy == $1.undoneByCopy
      },
      .derived("outcomes", \.outcomesJSON),
      .derived("whatOthersWrote", \.whatOthersWroteJSON), .derived("totals", \.totalsJSON),
      .derived("breakdown", \.breakdown.json), .list("changes", \.changes, without: shared),
      .list("transactions", \.transactions), .writes(without: shared), .properties,
      .list("defects", \.defects),
      .optional("didRecover", \.didRecover), .list("collateral", \.collateral),
      JSONField("harm", isRequired: true) {
        .made(JSONText(fact: $0.harm))
      } read: { report, node throws(JSONShapeFailure) in
        report.harm = try node.fact()
      } isEqual: {
        $0.harm == $1.harm
      },
      .list("traps", \.traps),
      .derived("triage") { .array($0.explanations.map(\.json)) },
      .optional("resetLoop", \.resetLoop),
      JSONField("mergePlan") {
        $0.mergePlan?.outline
      } read: { report, node throws(JSONShapeFailure) in
        report.mergePlan = try node.fact(MergePlan.self)
      } isEqual: {
        $0.mergePlan != nil && $0.mergePlan == $1.mergePlan
      },
      .optional("mergePlanGap", \.mergePlanGap), .optional("incoming", \.incoming),
      .optional("horizon", \.horizon), .faults,
      .list("gaps", \.gaps), .optional("comparison", \.comparison),
    ]
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

extension JSONField<Report> {
  /// What the states show of the properties that writes reach into, in the order of the writes.
  fileprivate static var properties: Self {
    Self("properties") { report in
      let seen = report.seenProperties
      return .elements(count: seen.count) { JSONText(fact: seen[$0]) }
    } read: { report, node throws(JSONShapeFailure) in
      for property in try node.elements() {
        let seen: SeenProperty = try property.fact()
        guard report.observedPropertyValues.updateValue(seen.values, forKey: seen.address) == nil
        else { throw property.failure(expected: "a property that is not listed yet") }
      }
    } isEqual: {
      $0.seenProperties == $1.seenProperties
    }
  }
}

private struct SeenProperty: Codable, Hashable, Sendable {
  var address: Address
  var values: ObservedValues
}

extension Report {
  fileprivate var seenProperties: [SeenProperty] {
    var left = observedPropertyValues
    return writes.compactMap { write in
      let address = write.address.wholeProperty
      return left.removeValue(forKey: address).map { SeenProperty(address: address, values: $0) }
    }
  }
}

// Indexes of what the report does not have are refused.
extension Report {
  private func checkIndexes(_ node: JSONNode) throws(JSONShapeFailure) {
    let ofWrites = [
      "changes.writes", "writes.supersededBy", "writes.impliedBy", "writes.fact.replaced.write",
      "defects.writes", "collateral.writes", "traps.writes", "harm.lost", "harm.stranded",
      "mergePlan.operations.writes", "mergePlan.settled", "horizon.losses.writes",
    ]
    for place in ofWrites { try node.checkIndexes(at: place, of: "a write", writes.count) }
    for place in ["harm.overwritten.collateral", "harm.doubled.collateral"] {
      try node.checkIndexes(at: place, of: "a piece of collateral", collateral.count)
    }
    try node.checkIndexes(at: "horizon.losses.point", of: "a point", horizon?.points.count ?? 0)
    for (index, change) in changes.enumerated() where change.writes.isEmpty {
      throw JSONShapeFailure(
        path: "\(node.memberPath("changes"))[\(index)].writes",
        expected: "the writes of the change", found: "none")
    }
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

  func index(of noun: String, _ count: Int) throws(JSONShapeFailure) -> Int {
    let index: Int = try fact()
    guard index < count else { throw failure(expected: "the index of \(noun)") }
    return index
  }
}

// What the app lives through, and what is to be done.
extension Report {
  /// Follows from the other facts, and is not read back.
  var storyJSON: JSONText {
    .members([
      "attempts": .array(
        story.attempts.map { attempt in
          .members([
            "attempt": .integer(attempt.number), "text": .string(attempt.title),
            "events": .array(
              attempt.events.map { event in
                .members([
                  "text": .string(event.sentence),
                  "fact": JSONText(fact: event),
                ])
              }),
          ])
        }),
      "handlers": .members([
        "text": story.precedence.sentence.map(JSONText.string),
        "fact": JSONText(fact: story.precedence),
      ]),
    ])
  }

  /// Follows from the other facts, and is not read back.
  var stepsJSON: JSONText {
    .array(
      advice.map { advice in
        .members(["text": .string(sentence(advice)), "fact": JSONText(fact: advice)])
      })
  }
}
