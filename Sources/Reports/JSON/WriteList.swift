internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The writes of a report as they are written or read, one after the other: what each shares with those before
/// it, and the changesets that their instructions are of.
final class WriteList {
  /// How many writes the report has.
  fileprivate let count: Int

  // What is read
  private(set) var writes: [JudgedWrite] = []
  private var builders: [ChangesetBuilder] = []

  // What is written
  private var report: Report?
  private var earlier: [Int: Int] = [:]
  private var harm: [Int: [Int]] = [:]
  private var index = 0
  private var lastReason: (reason: FateReason, words: JSONText, fact: JSONText)?

  /// The writes that are read.
  ///
  /// - Throws: where something else was expected; that includes writes that are not all those of the
  ///   transactions, in order.
  init(_ node: JSONNode, _ transactions: [Report.Transaction]) throws(JSONShapeFailure) {
    let elements = try node.elements()
    count = elements.count
    builders = transactions.map { _ in ChangesetBuilder() }
    for element in elements {
      writes.append(
        try JSONFieldReader.value(of: element) { fields throws(JSONShapeFailure) in
          try JudgedWrite(&fields, in: self)
        })
    }
    guard changesets.map(\.instructions.count) == transactions.map(\.writeCount) else {
      throw node.failure(
        expected: "as many writes of each transaction as it says", found: "others")
    }
  }

  /// The changesets that were read.
  var changesets: [Changeset] { builders.map(\.changeset) }

  /// The writes of a report that is written.
  ///
  /// - Parameters:
  ///   - earlier: which writes show what an earlier one shows.
  ///   - harm: what writes did to the server's data, by indexes.
  init(_ report: Report, earlier: [Int: Int], harm: [Int: [Int]]) {
    count = report.writes.count
    (self.report, self.earlier, self.harm) = (report, earlier, harm)
  }

  /// The write at an index, as it is written.
  func json(at index: Int) -> JSONText {
    guard let write = report?.writes[index] else { return .null }
    self.index = index
    return .object(
      JSONFieldWriter.members(of: write) { fields throws(JSONShapeFailure) in
        try JudgedWrite(&fields, in: self)
      })
  }
}

// What depends on the writes before one.
extension WriteList {
  /// What a write did, and the instruction that did it in full (`docs/changesets.md`, "Instructions as JSON").
  fileprivate typealias Act = (kind: InstructionKind, operation: WriteOperation, json: JSONText)

  fileprivate func act(of write: JudgedWrite) -> Act {
    (write.kind, write.operation, report?.instruction(of: write) ?? .null)
  }

  fileprivate func act(
    _ node: JSONNode, transaction: Int, index: Int
  ) throws(JSONShapeFailure) -> Act {
    guard builders.indices.contains(transaction),
      transaction >= writes.last?.transactionIndex ?? 0,
      index == builders[transaction].changeset.instructions.count
    else {
      throw node.failure(
        expected: "the writes in order", found: "write \(index) of transaction \(transaction)")
    }
    try builders[transaction].append(node)
    let changeset = builders[transaction].changeset
    let instruction = changeset.instructions[index]
    return (instruction.kind, WriteOperation(instruction, in: changeset), node.json)
  }

  /// What the states show, which may stand with an earlier write to the same place.
  fileprivate func seenJSON(_ seen: Boxed<SeenPlace>) -> JSONText {
    earlier[index].map { .members(["sameAs": .integer($0)]) } ?? seen.value.sightings.json
  }

  fileprivate func seen(
    _ node: JSONNode, at address: Address
  ) throws(JSONShapeFailure) -> Boxed<SeenPlace> {
    guard let reference = node.member("sameAs") else {
      return Boxed(SeenPlace(try Sightings(node)))
    }
    let index = try Int(reference)
    guard index < writes.count, writes[index].address.outerPlace == address.outerPlace else {
      throw reference.failure(expected: "the index of an earlier write to the same place")
    }
    return writes[index].seen
  }

  /// What the write did to the server's data, by indexes.
  fileprivate var collateral: JSONText? { harm[index]?.json }

  /// The reason in words and as a fact: writes that follow each other mostly have the same.
  fileprivate func json(of reason: FateReason) -> (words: JSONText, fact: JSONText) {
    if let last = lastReason, last.reason == reason { return (last.words, last.fact) }
    let (words, fact) = (JSONText.string(reason.words), JSONText(fact: reason))
    lastReason = (reason, words, fact)
    return (words, fact)
  }

  fileprivate func reason(_ node: JSONNode) throws(JSONShapeFailure) -> FateReason {
    let reason: FateReason = try node.fact()
    if case .replaced(let replacement) = reason, !(0..<count).contains(replacement.write) {
      throw node.failure(expected: "an index in `writes`", found: "\(replacement.write)")
    }
    return reason
  }
}

extension JSONFields<JudgedWrite> {
  /// The index of another write.
  fileprivate mutating func write(
    _ name: String, in list: WriteList, _ field: (JudgedWrite) -> Int?
  ) throws(JSONShapeFailure) -> Int? {
    try optional(
      name, field, write: \.json,
      read: { node throws(JSONShapeFailure) in try node.index(of: "a write", list.count) })
  }
}

extension JSONFields<Report> {
  /// The writes, and the changesets that their instructions are of.
  mutating func writes(
    of transactions: [Report.Transaction]
  ) throws(JSONShapeFailure) -> (writes: [JudgedWrite], changesets: [Changeset]) {
    let read = try outlined("writes") {
      ($0.writes, $0.changesets, JSONOutline?.some($0.writesOutline))
    } outline: {
      $0.2 ?? .array([])
    } read: { node throws(JSONShapeFailure) in
      let list = try WriteList(node, transactions)
      return (list.writes, list.changesets, nil)
    }
    guard let read else { throw missing("writes") }
    return (read.0, read.1)
  }
}

extension Report {
  fileprivate var writesOutline: JSONOutline {
    var harm: [Int: [Int]] = [:]
    for (index, entry) in collateral.enumerated() {
      for write in entry.writes { harm[write, default: []].append(index) }
    }
    let earlier = RepeatedValues(in: writes).earlier
    return .list(count: writes.count) { [harm] in
      let list = WriteList(self, earlier: earlier, harm: harm)
      return { list.json(at: $0) }
    }
  }

  /// The instruction of a write in full (`docs/changesets.md`, "Instructions as JSON").
  func instruction(of write: JudgedWrite) -> JSONText {
    let changeset = changesets[write.transactionIndex]
    return changeset.json(of: changeset.instructions[write.instructionIndex])
  }
}

extension JudgedWrite {
  fileprivate init(
    _ fields: inout some JSONFields<Self>, in list: WriteList
  ) throws(JSONShapeFailure) {
    let transaction = try fields("transaction", \.transactionIndex)
    let index = try fields("index", \.instructionIndex)
    let address = try fields.address(\.address)
    fields.words("operation", \.operation.words)
    let act = try fields(
      "instruction", list.act, write: \.json,
      read: { node throws(JSONShapeFailure) in
        try list.act(node, transaction: transaction, index: index)
      })
    let (fate, rule) = (try fields("fate", \.fate), try fields.optional("rule", \.rule))
    fields.written("reason") { list.json(of: $0.reason).words }
    let reason = try fields(
      "fact", \.reason, write: { list.json(of: $0).fact }, read: list.reason)
    let cause = try fields.optional("cause", \.cause)
    let winner = try fields.optional("winner", \.winner)
    let threeWay = try fields("threeWay", \.threeWay)
    let missingObject = try fields.optional("missingObject", \.missingObject)
    let isUploadOnly = try fields.flag("uploadOnly", \.isUploadOnly)
    let isDoneAgain = try fields.flag("doneAgain", \.isDoneAgain)
    let defect = try fields.optional("defect", \.defect)
    fields.written("collateral") { _ in list.collateral }
    let supersededBy = try fields.write("supersededBy", in: list, \.supersededBy)
    let impliedBy = try fields.write("impliedBy", in: list, \.impliedBy)
    let seen = try fields(
      "values", \.seen, write: list.seenJSON,
      read: { node throws(JSONShapeFailure) in try list.seen(node, at: address) })
    self.init(
      transactionIndex: transaction, instructionIndex: index, kind: act.kind, address: address,
      operation: act.operation, fate: fate, rule: rule, reason: reason, cause: cause,
      winner: winner, threeWay: threeWay, defect: defect, seen: seen,
      element: try fields.optional("element", \.element), missingObject: missingObject,
      isUploadOnly: isUploadOnly, isDoneAgain: isDoneAgain)
    (self.supersededBy, self.impliedBy) = (supersededBy, impliedBy)
  }
}
