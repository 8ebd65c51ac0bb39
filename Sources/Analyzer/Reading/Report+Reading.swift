internal import RealmModel
internal import Replayer
public import TraceFormat

extension Report {
  /// Reads a report in JSON (`docs/report.md`, "Reading it back").
  ///
  /// Facts are read; words, and numbers that follow from facts, are passed over, because they are made
  /// anew from them. A member that is not known is refused, since what it says would be lost.
  ///
  /// - Throws: where in the value something else was expected, and what was found.
  public init(json: JSONText) throws(JSONShapeFailure) { try self.init(JSONNode(json)) }

  /// Reads a report at a place of a file.
  ///
  /// - Throws: where in it something else was expected, and what was found.
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    try Self.checkVersion(members.require("version"))
    let mode: ResetMode = try members.require("mode").choice()
    let engine = try Self.engine(members.require("engine"))
    let result: ResetEnding = try members.require("result").choice()
    let attempts = try members.list("attempts", ResetAttempt.init)
    let transactions = try members.list("transactions", Transaction.init)
    let writes = try WriteReader(members.require("writes"), transactions)
    let range = IndexRange(of: "a write", writes.writes.count)
    self.init(
      session: try ResetSession(members.require("session")),
      error: try SyncError(members.require("error")),
      engine: engine, mode: mode, attempts: attempts, result: result,
      failure: try members.take("failure").map(ResetFailure.init),
      pendingResetBefore: try members.take("pendingResetBefore").map(PendingReset.init),
      pendingResetAfter: try members.take("pendingResetAfter").map(PendingReset.init),
      transactions: transactions, changesets: writes.changesets, writes: writes.writes,
      changes: try members.list("changes") { node throws(JSONShapeFailure) in
        let change: Change = try node.fact()
        let writes = try node.require("writes")
        guard try !range.indexes(writes).isEmpty else {
          throw writes.failure(expected: "the writes of the change", found: "none")
        }
        return change
      },
      propertySightings: try Self.properties(&members),
      collateral: try members.list("collateral") { node throws(JSONShapeFailure) in
        try Collateral(node, range)
      },
      traps: try members.list("traps") { node throws(JSONShapeFailure) in
        try TrapSighting(node, range)
      },
      defects: try members.list("defects") { node throws(JSONShapeFailure) in
        try DefectSighting(node, range)
      },
      didRecover: try members.take("didRecover")?.bool(),
      // What a message means follows from it.
      explanations: attempts.compactMap(\.failure).map(ErrorExplanation.init(explaining:)),
      resetLoop: try members.take("resetLoop").map(ResetLoop.init),
      consequences: try members.list("consequenceFacts") { node throws(JSONShapeFailure) in
        try node.fact()
      },
      gaps: try members.list("gaps", Gap.init),
      comparison: try members.take("comparison").map(Comparison.init))
    modeSource = try members.take("modeFrom")?.choice()
    harm = try HarmAccount(
      members.require("harm"), range, IndexRange(of: "a piece of collateral", collateral.count))
    mergePlan = try members.take("mergePlan").map { node throws(JSONShapeFailure) in
      try MergePlan(node, range)
    }
    horizon = try members.take("horizon").map { node throws(JSONShapeFailure) in
      try Horizon(node, range, mode: mode, engine: engine)
    }
    undoneByCopy = try members.take("undoneByCopy").map { list throws(JSONShapeFailure) in
      var undone: [ChangeUndoneByCopy] = []
      for element in try list.elements() { undone.append(try ChangeUndoneByCopy(element)) }
      return undone
    }
    missingSchema = try members.list("missingSchema") { node throws(JSONShapeFailure) in
      try node.fact()
    }
    incoming = try members.take("incoming").map(IncomingChanges.init)
    try readFaults(&members)
    members.skip(
      "skipped", "consequences", "story", "steps", "outcomes", "whatOthersWrote", "totals",
      "breakdown", "triage")
    try members.finish()
  }

  static func checkVersion(_ node: JSONNode) throws(JSONShapeFailure) {
    guard try node.integer(Int.self) == version else {
      throw node.failure(expected: "version \(version) of reports")
    }
  }

  private static func engine(_ node: JSONNode) throws(JSONShapeFailure) -> Engine? {
    // Null stands for a choice of defects that has no name.
    node.json == .null ? nil : try node.choice(Engine.self)
  }

  private static func properties(
    _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> [Address: Sightings] {
    var sightings: [Address: Sightings] = [:]
    for property in try members.take("properties")?.elements() ?? [] {
      var members = try JSONMembers(property)
      let address = try members.require("address")
      guard
        try sightings.updateValue(
          Sightings(members.require("values")), forKey: Address(address)) == nil
      else { throw address.failure(expected: "a property that is not listed yet") }
      try members.finish()
    }
    return sightings
  }
}

extension Report.Transaction {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      clientVersion: try members.require("clientVersion").wide(),
      sequence: try members.require("sequence").wide(),
      timeMicroseconds: try members.require("timeMicroseconds").wide(),
      originTimestampMilliseconds: try members.take("originTimestampMilliseconds")?.wide(),
      writeCount: try members.require("writes").count())
    try members.finish()
  }
}
