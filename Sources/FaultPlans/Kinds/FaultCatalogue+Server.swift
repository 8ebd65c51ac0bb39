internal import TraceFormat

extension FaultCatalogue {
  /// Server decisions and schema changes make a reset due wherever the device learns of them.
  static let sessionEvents: [FaultTrigger.Event] = [
    .commit, .upload, .download, .serverCommit, .error, .reset, .end,
  ]

  private static func entry(
    _ name: String, _ summary: String, _ parameters: [FaultDescription.Parameter] = [],
    onWire: Bool = false, inSimulation: Bool = true, example: String,
    _ parse: @escaping @Sendable (inout JSONMembers) throws(JSONShapeFailure) -> ServerFault
  ) -> FaultDescription {
    FaultDescription(
      name: name, family: .server, summary: summary, replayEvents: sessionEvents,
      wireEvents: onWire ? wireEvents : [], isSimulated: inSimulation, parameters: parameters,
      example: example,
      parse: { (members) throws(JSONShapeFailure) in .server(try parse(&members)) })
  }

  static let server: [FaultDescription] = [
    entry(
      "client-reset", "the server orders a client reset, its data as the trace shows it",
      errorParameters, onWire: true, example: "after commit 5: client-reset"
    ) { (members) throws(JSONShapeFailure) in .clientReset(try FaultError(&members)) },
    entry(
      "recovery-disabled", "the server orders a reset and forbids recovery",
      onWire: true, example: "at reset: recovery-disabled"
    ) { (_) throws(JSONShapeFailure) in .recoveryDisabled },
    entry(
      "terminate-sync", "sync is terminated and enabled again",
      [.init(name: "data", meaning: dataMeaning, isRequired: false)],
      example: "at reset: terminate-sync data=gone", terminateSync),
    entry(
      "restore-backup", "the server goes back to a backup, and newer changes are gone from it",
      [
        .init(name: "version", meaning: versionMeaning, isRequired: false),
        .init(name: "hours", meaning: hoursMeaning, isRequired: false),
      ], example: "at reset: restore-backup version=3", restoreBackup),
    entry(
      "offline-too-long", "the device was away for longer than the server keeps its history",
      [.init(name: "recovery", meaning: recoveryMeaning, isRequired: false)],
      onWire: true, example: "at reset: offline-too-long recovery=forbidden", offlineTooLong),
    entry(
      "role-change", "the user's role changes, and objects go out of the device's view",
      objectParameters, example: "at reset: role-change class=T property=_id value=2"
    ) { (members) throws(JSONShapeFailure) in .roleChange(try FaultObjects(&members)) },
    entry(
      "sync-error", "the server sends any error with any action", errorParameters,
      onWire: true, inSimulation: false,
      example: "after commit 5: sync-error code=212 action=ProtocolViolation"
    ) { (members) throws(JSONShapeFailure) in .syncError(try FaultError(&members)) },
    entry(
      "migrate-to-flexible-sync", "the server migrates from partitions to flexible sync",
      [.init(name: "query", meaning: queryMeaning, isRequired: false)], onWire: true,
      inSimulation: false, example: "at reset: migrate-to-flexible-sync"
    ) { (members) throws(JSONShapeFailure) in
      .migrateToFlexibleSync(query: try members.take("query")?.string())
    },
    entry(
      "revert-to-partition-sync", "the server goes back to partition-based sync", onWire: true,
      inSimulation: false, example: "at reset: revert-to-partition-sync"
    ) { (_) throws(JSONShapeFailure) in .revertToPartitionSync },
  ]

  private static let terminateSync:
    @Sendable (inout JSONMembers) throws(JSONShapeFailure) -> ServerFault = {
      (members) throws(JSONShapeFailure) in
      .terminateSync(dataIsKept: try members.take("data")?.isFirst(of: "kept", "gone") ?? true)
    }

  private static let restoreBackup:
    @Sendable (inout JSONMembers) throws(JSONShapeFailure) -> ServerFault = {
      (members) throws(JSONShapeFailure) in
      let version = try members.take("version")?.wide()
      let hours = members.take("hours")
      guard let hours else { return .restoreBackup(version: version) }
      guard version == nil else {
        throw hours.failure(expected: "`version` or `hours`", found: "both")
      }
      return .restoreBackup(version: nil, hours: try hours.count())
    }

  private static let offlineTooLong:
    @Sendable (inout JSONMembers) throws(JSONShapeFailure) -> ServerFault = {
      (members) throws(JSONShapeFailure) in
      let recovery = try members.take("recovery")?.isFirst(of: "allowed", "forbidden")
      return .offlineTooLong(recoveryIsAllowed: recovery ?? true)
    }

  private static let dataMeaning =
    "`kept`, or `gone`: the backend's data was deleted too; kept by default"
  private static let versionMeaning =
    "the last server version that the backup has; chosen by the seed if left out"
  private static let hoursMeaning =
    "how old the backup is, on a day of a simulated world; 24 by default"
  private static let recoveryMeaning = "`allowed` or `forbidden` by the server; allowed by default"
  private static let queryMeaning = "the query that replaces the partition; all objects by default"

  static let errorParameters: [FaultDescription.Parameter] = [
    .init(name: "code", meaning: "the number of the error; 208 by default", isRequired: false),
    .init(
      name: "action", meaning: "what the client is to do; ClientReset by default",
      isRequired: false),
    .init(name: "message", meaning: "the text; that of the number by default", isRequired: false),
    .init(
      name: "fatal", meaning: "whether the session must not be resumed; true by default",
      isRequired: false),
  ]

  private static let objectParameters: [FaultDescription.Parameter] = [
    .init(name: "class", meaning: "the class of the objects", isRequired: true),
    .init(
      name: "property", meaning: "a property that is compared; all objects if left out",
      isRequired: false),
    .init(name: "comparison", meaning: "=, !=, <, <=, > or >=; = by default", isRequired: false),
    .init(
      name: "value", meaning: "what it is compared with; goes with `property`", isRequired: false),
  ]
}

extension JSONNode {
  /// Which of two words stands here.
  func isFirst(of first: String, _ second: String) throws(JSONShapeFailure) -> Bool {
    switch json {
    case .string(first): return true
    case .string(second): return false
    default: throw failure(expected: JSONNode.alternatives([first, second]))
    }
  }
}
