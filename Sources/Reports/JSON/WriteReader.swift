internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Reads the writes of a report, and from their instructions the changesets that they are of.
struct WriteReader {
  private(set) var writes: [JudgedWrite] = []
  private(set) var changesets: [Changeset] = []
  private var builders: [ChangesetBuilder]

  /// - Throws: where something else was expected; that includes writes that are not all those of the
  ///   transactions, in order.
  init(_ node: JSONNode, _ transactions: [Report.Transaction]) throws(JSONShapeFailure) {
    let elements = try node.elements()
    builders = transactions.map { _ in ChangesetBuilder() }
    for element in elements { try read(element, count: elements.count) }
    changesets = builders.map(\.changeset)
    guard changesets.map(\.instructions.count) == transactions.map(\.writeCount) else {
      throw node.failure(
        expected: "as many writes of each transaction as it says", found: "others")
    }
  }

  private mutating func read(
    _ node: JSONNode, count: Int
  ) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let transaction = try members.require("transaction").index(of: "a transaction", builders.count)
    let index = try members.require("index")
    let next = builders[transaction].changeset.instructions.count
    guard transaction >= writes.last?.transactionIndex ?? 0, try Int(index) == next else {
      throw index.failure(expected: "the writes in order, so \(next) of transaction \(transaction)")
    }
    try builders[transaction].append(members.require("instruction"))
    let changeset = builders[transaction].changeset
    let instruction = changeset.instructions[next]
    let address = try Address(&members)
    var write = JudgedWrite(
      transactionIndex: transaction, instructionIndex: next, kind: instruction.kind,
      address: address, operation: WriteOperation(instruction, in: changeset),
      fate: try Fate(members.require("fate")),
      rule: try members.optional("rule"),
      reason: try members.require("fact").fact(),
      cause: try members.optional("cause"),
      winner: try members.optional("winner"),
      threeWay: try ThreeWay(members.require("threeWay")),
      defect: try members.optional("defect"),
      seen: try seen(members.require("values"), at: address),
      element: try members.optional("element"),
      missingObject: try members.optional("missingObject"),
      isUploadOnly: try members.take("uploadOnly")?.bool() ?? false,
      isDoneAgain: try members.take("doneAgain")?.bool() ?? false)
    if case .replaced(let replacement) = write.reason,
      !(0..<count).contains(replacement.write)
    {
      throw node.failure(
        expected: "an index in `writes` in the fact", found: "\(replacement.write)")
    }
    write.supersededBy = try members.take("supersededBy")?.index(of: "a write", count)
    write.impliedBy = try members.take("impliedBy")?.index(of: "a write", count)
    members.skip("operation", "reason", "collateral")
    try members.finish()
    writes.append(write)
  }

  /// What the states show, which may stand with an earlier write to the same place.
  private func seen(
    _ node: JSONNode, at address: Address
  ) throws(JSONShapeFailure) -> Boxed<SeenPlace> {
    var members = try JSONMembers(node)
    guard let reference = members.take("sameAs") else {
      return Boxed(SeenPlace(try Sightings(node)))
    }
    try members.finish()
    let index = try Int(reference)
    guard index < writes.count, writes[index].address.outerPlace == address.outerPlace else {
      throw reference.failure(expected: "the index of an earlier write to the same place")
    }
    return writes[index].seen
  }
}

extension JSONMembers {
  fileprivate mutating func optional<Field: JSONCoded>(
    _ name: String
  ) throws(JSONShapeFailure) -> Field? {
    try take(name).map { node throws(JSONShapeFailure) in try Field(node) }
  }
}
