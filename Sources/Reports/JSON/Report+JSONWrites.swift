internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// A write with what its JSON has from the report around it.
private struct ReportedWrite {
  var write: JudgedWrite
  var own: DeviceWrite
  var instruction = JSONText.null
  var reason = JSONText.null
  var fact = JSONText.null
  /// What the write did to the server's data, by index.
  var collateral: [Int]?
  /// What the states show, or the write that has the same.
  var values = JSONText.null
  /// Of what a correct recovery leaves, the write whose `defect` has the same.
  var idealAfter: JSONNode?

  static var fields: [JSONField<Self>] {
    [
      .field("transaction", \.own.transactionIndex), .field("index", \.own.instructionIndex),
      .field("class", \.own.address.className), .optional("object", \.own.address.object),
      .optional("property", \.own.address.property), .list("path", \.own.address.path),
      .derived("operation") { .string($0.write.operation.words) },
      .field("instruction", \.instruction), .field("fate", \.write.fate),
      .optional("rule", \.write.rule), .derived("reason", \.reason), .field("fact", \.fact),
      .optional("cause", \.write.cause), .optional("winner", \.write.winner),
      .field("threeWay", \.write.threeWay), .optional("missingObject", \.write.missingObject),
      .flag("uploadOnly", \.own.isUploadOnly), .flag("doneAgain", \.write.isDoneAgain),
      .init("defect") {
        $0.defectJSON.map { .made($0) }
      } read: { reported, node throws(JSONShapeFailure) in
        reported.idealAfter = node.member("idealAfter")?.member("sameAs")
        let own = reported.idealAfter == nil ? node : node.without("idealAfter")
        reported.write.defect = try own.fact(EngineDefect.self)
      },
      .derived("collateral") { $0.collateral.map(JSONText.init(fact:)) },
      .optional("supersededBy", \.write.supersededBy),
      .optional("impliedBy", \.own.impliedBy), .field("values", \.values),
      .optional("element", \.write.element),
    ]
  }

  private var defectJSON: JSONText? {
    guard var defect = write.defect else { return nil }
    guard let idealAfter else { return JSONText(fact: defect) }
    defect.idealAfter = nil
    var members = JSONText(fact: defect).members
    members.insert(
      JSONText.Member("idealAfter", .members(["sameAs": idealAfter.json])),
      at: members.firstIndex { $0.isNamed("text") } ?? members.count)
    return .object(members)
  }
}

extension JSONField<Report> {
  /// The writes, and from their instructions the changesets that they are of. `shared`: what they are written without.
  static func writes(without shared: Set<String> = []) -> Self {
    Self("writes", isRequired: true) {
      $0.writesOutline(without: shared)
    } read: { report, node throws(JSONShapeFailure) in
      var reader = WriteReader(report.transactions)
      for element in try node.elements() { try reader.read(element) }
      (report.writes, report.changesets) = (reader.writes, reader.builders.map(\.changeset))
      let counts = report.changesets.map(\.instructions.count)
      guard counts == report.transactions.map(\.writeCount) else {
        throw node.failure(
          expected: "as many writes of each transaction as it says", found: "others")
      }
    } isEqual: {
      $0.changesets.areSame(as: $1.changesets) && $0.writes == $1.writes
        && $0.collateral == $1.collateral
    }
  }
}

extension Report {
  fileprivate func writesOutline(without shared: Set<String>) -> JSONOutline {
    var harm: [Int: [Int]] = [:]
    for (index, entry) in collateral.enumerated() {
      for write in entry.writes { harm[write, default: []].append(index) }
    }
    let repeated = RepeatedValues(in: writes)
    return .list(count: writes.count) { [harm] in
      let lastReason = LastReason()
      let left = shared.members(of: "writes")
      let fields = ReportedWrite.fields.filter { !left.contains($0.name) }
      let (hasInstruction, seenLeft) = (!left.contains("instruction"), left.members(of: "values"))
      return { index in
        let write = writes[index]
        let reason = lastReason.json(of: write.reason)
        let seen =
          repeated.earlier[index].map { .members(["sameAs": .integer($0)]) }
          ?? write.observed.json
        let reported = ReportedWrite(
          write: write, own: write.own.value,
          instruction: hasInstruction ? instruction(of: write) : .null, reason: reason.words,
          fact: reason.fact, collateral: harm[index], values: seen.without(seenLeft),
          idealAfter: repeated.earlierIdeal[index].map { JSONNode(.integer($0)) })
        return fields.outline(of: reported).whole
      }
    }
  }

  /// The instruction in full (`docs/changesets.md`, "Instructions as JSON").
  func instruction(of write: JudgedWrite) -> JSONText {
    let changeset = changesets[write.transactionIndex]
    return changeset.json(of: changeset.instructions[write.instructionIndex])
  }
}

/// The reason of the last write as JSON, in words and as a fact: writes that follow each other mostly have the same.
private final class LastReason {
  private var known: (reason: FateReason, words: JSONText, fact: JSONText)?

  func json(of reason: FateReason) -> (words: JSONText, fact: JSONText) {
    if let known, known.reason == reason { return (known.words, known.fact) }
    let (words, fact) = (JSONText.string(reason.words), JSONText(fact: reason))
    known = (reason, words, fact)
    return (words, fact)
  }
}

private struct WriteReader {
  private(set) var writes: [JudgedWrite] = []
  private(set) var builders: [ChangesetBuilder]
  private let fields = ReportedWrite.fields

  init(_ transactions: [Report.Transaction]) {
    builders = transactions.map { _ in ChangesetBuilder() }
  }

  mutating func read(_ node: JSONNode) throws(JSONShapeFailure) {
    let transaction = try node.require("transaction").index(of: "a transaction", builders.count)
    let index = try node.require("index")
    let next = builders[transaction].changeset.instructions.count
    guard transaction >= writes.last?.transactionIndex ?? 0, try index.fact(Int.self) == next else {
      throw index.failure(expected: "the writes in order, so \(next) of transaction \(transaction)")
    }
    var reported = ReportedWrite(write: .blank, own: .blank)
    try fields.read(node, into: &reported)
    var (write, own) = (reported.write, reported.own)
    try builders[transaction].append(node.require("instruction"))
    let changeset = builders[transaction].changeset
    own.kind = changeset.instructions[next].kind
    own.operation = WriteOperation(changeset.instructions[next], in: changeset)
    write.own = Boxed(own)
    write.reason = try node.require("fact").fact()
    write.seen = try seen(node.require("values"), at: write.address)
    if let reference = reported.idealAfter {
      let ideal = try earlier(reference, at: write.address).defect?.idealAfter
      write.defect?.idealAfter = ideal
    }
    writes.append(write)
  }

  /// What the states show, which may stand with an earlier write to the same place.
  private func seen(
    _ node: JSONNode, at address: Address
  ) throws(JSONShapeFailure) -> Boxed<ObservedPlace> {
    guard let reference = node.member("sameAs") else {
      return Boxed(ObservedPlace(try node.fact()))
    }
    return try earlier(reference, at: address).seen
  }

  private func earlier(
    _ reference: JSONNode, at address: Address
  ) throws(JSONShapeFailure) -> JudgedWrite {
    let noun = "an earlier write to the same place"
    let write = writes[try reference.index(of: noun, writes.count)]
    guard write.address.comparable == address.comparable else {
      throw reference.failure(expected: "the index of \(noun)")
    }
    return write
  }
}

extension [JSONText.Member] {
  /// The beginning of a write's members in reports: which one it is, where it acts, and what it does.
  ///
  /// - Parameters:
  ///   - transaction: the index of its transaction.
  ///   - index: the index of its instruction in that.
  ///   - words: what it does, in words.
  init(write transaction: Int, _ index: Int, at address: Address, words: String) {
    self =
      [JSONText.Member("transaction", .integer(transaction)), .init("index", .integer(index))]
      + address.members() + [.init("operation", .string(words))]
  }
}
