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
    let places = IndexRange(of: "a transaction", transactions.count)
    let range = IndexRange(of: "a write", elements.count)
    for element in elements { try read(element, places, range) }
    changesets = builders.map(\.changeset)
    guard changesets.map(\.instructions.count) == transactions.map(\.writeCount) else {
      throw node.failure(
        expected: "as many writes of each transaction as it says", found: "others")
    }
  }

  private mutating func read(
    _ node: JSONNode, _ transactions: IndexRange, _ range: IndexRange
  ) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let place = try members.require("transaction")
    let transaction = try transactions.index(place)
    let index = try members.require("index")
    let next = builders[transaction].changeset.instructions.count
    guard transaction >= writes.last?.transactionIndex ?? 0, try index.count() == next else {
      throw index.failure(expected: "the writes in order, so \(next) of transaction \(transaction)")
    }
    try builders[transaction].append(members.require("instruction"))
    let changeset = builders[transaction].changeset
    let instruction = changeset.instructions[next]
    let address = try Address(&members)
    var write = JudgedWrite(
      transactionIndex: transaction, instructionIndex: next, kind: instruction.kind,
      address: address, operation: WriteOperation(instruction, in: changeset),
      fate: try members.require("fate").choice(),
      rule: try members.take("rule").map(RuleIdentifier.init),
      reason: try members.require("fact").fact(),
      cause: try members.take("cause").map { node throws(JSONShapeFailure) in
        Cause(rawValue: try node.string())
      },
      winner: try members.take("winner")?.choice(),
      threeWay: try members.require("threeWay").choice(),
      defect: try members.take("defect").map(EngineDefect.init),
      seen: try seen(members.require("values"), at: address),
      element: try members.take("element").map(ElementSightings.init),
      missingObject: try members.take("missingObject")?.choice(),
      isUploadOnly: try members.take("uploadOnly")?.bool() ?? false,
      isDoneAgain: try members.take("doneAgain")?.bool() ?? false)
    if case .replaced(let replacement) = write.reason,
      !(0..<range.count).contains(replacement.write)
    {
      throw node.failure(
        expected: "an index in `writes` in the fact", found: "\(replacement.write)")
    }
    write.supersededBy = try members.take("supersededBy").map(range.index)
    write.impliedBy = try members.take("impliedBy").map(range.index)
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
    let index = try reference.count()
    guard index < writes.count, writes[index].address.outerPlace == address.outerPlace else {
      throw reference.failure(expected: "the index of an earlier write to the same place")
    }
    return writes[index].seen
  }
}

extension EngineDefect {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      identifiers: try members.list("identifiers") { node throws(JSONShapeFailure) in
        try node.string()
      },
      idealFate: try members.take("idealFate")?.choice(),
      idealAfter: try members.take("idealAfter").map(Sighting.init),
      effect: try members.require("fact").fact())
    members.skip("text")
    try members.finish()
  }
}
