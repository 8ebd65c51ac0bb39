internal import TraceFormat

/// Turns the sections of a scenario into events, in the order in which a session has them.
struct ScenarioCompiler {
  private(set) var name = ""
  private(set) var events: [Event] = []
  private var clock = ScenarioClock()

  /// Realm's first version is the empty file; the first transaction makes version 2.
  private static let firstClientVersion: UInt64 = 2
  private static let firstServerVersion: UInt64 = 1

  mutating func compile(_ file: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(file)
    try members.require("scenario").checkVersion(Scenario.languageVersion, of: "the language")
    name = try members.require("name").string()
    // Read and dropped: it is for the readers of the file.
    _ = try members.take("about")?.string()
    if let start = members.take("startTime") { clock = try ScenarioClock(start) }
    emit(.sessionStart(try sessionStart(&members)))

    var common = ScenarioHistory()
    try common.begin(schema: members.take("schema"), objects: members.take("synced"), clock: &clock)
    var device = common
    try device.run(members.take("acknowledged"), clock: &clock)
    emit(.snapshot(Snapshot(role: .base, changesets: device.changesets)))

    let local = try compileLocal(members.take("local"), on: device)
    try compileServer(&members, common: common, synced: device, local: local)
    try members.finish()
  }

  private func sessionStart(_ members: inout JSONMembers) throws(JSONShapeFailure) -> SessionStart {
    SessionStart(
      source: .scenario, name: name,
      clientFileIdent: try members.take("clientFileIdent")?.integer(),
      syncKind: try members.take("syncKind")?.choice() ?? .partition,
      configuredResetMode: try members.take("configuredMode")?.choice(),
      pendingReset: try members.take("pendingReset").map(pendingReset),
      sdk: try members.take("sdk")?.string())
  }

  private mutating func compileLocal(
    _ node: JSONNode?, on base: ScenarioHistory
  ) throws(JSONShapeFailure) -> [ScenarioTransaction] {
    var device = base
    let first = Self.firstClientVersion + UInt64(base.changesets.count)
    let transactions = try device.run(node, clock: &clock, firstVersion: first, uploads: nil)
    for transaction in transactions {
      emit(
        .localCommit(
          LocalCommit(
            clientVersion: transaction.version, changeset: transaction.changeset,
            lastIntegratedServerVersion: UInt64(base.changesets.count),
            originTimestampMilliseconds: ScenarioClock.origin(transaction.timeMicroseconds))),
        at: transaction.timeMicroseconds)
    }
    return transactions
  }

  private mutating func compileServer(
    _ members: inout JSONMembers, common: ScenarioHistory, synced: ScenarioHistory,
    local: [ScenarioTransaction]
  ) throws(JSONShapeFailure) {
    let restored = try members.take("serverRestored")?.bool() ?? false
    let changes = members.take("serverChanges")
    let fresh: Snapshot
    if let state = members.take("serverState") {
      guard !restored, changes == nil else {
        throw state.failure(
          expected: "either `serverState` or `serverChanges` and `serverRestored`", found: "both")
      }
      var server = ScenarioHistory()
      var parts = try JSONMembers(state)
      try server.begin(
        schema: parts.take("schema") ?? members.node.member("schema"),
        objects: parts.take("objects"), clock: &clock)
      try parts.finish()
      fresh = Snapshot(role: .fresh, changesets: server.changesets)
    } else if restored {
      var server = common
      try server.run(changes, clock: &clock, uploads: local)
      fresh = Snapshot(role: .fresh, changesets: server.changesets)
    } else {
      try compileServerChanges(changes, on: synced, local: local)
      fresh = Snapshot(role: .fresh, origin: .serverHistory, changesets: [])
    }
    try compileReset(&members, fresh: fresh)
  }

  private mutating func compileServerChanges(
    _ node: JSONNode?, on base: ScenarioHistory, local: [ScenarioTransaction]
  ) throws(JSONShapeFailure) {
    var server = base
    let first = Self.firstServerVersion + UInt64(base.changesets.count)
    for transaction in try server.run(node, clock: &clock, firstVersion: first, uploads: local) {
      emit(
        .serverCommit(
          ServerCommit(
            serverVersion: transaction.version, changeset: transaction.changeset,
            originTimestampMilliseconds: ScenarioClock.origin(transaction.originTimeMicroseconds))),
        at: transaction.timeMicroseconds)
    }
  }

  private mutating func compileReset(
    _ members: inout JSONMembers, fresh: Snapshot
  ) throws(JSONShapeFailure) {
    let error = try members.take("error").map(syncError)
    if let error { emit(.syncError(error)) }
    let observed = members.take("observed")
    if let error, error.action.startsClientReset || error.action == .noAction {
      emit(.snapshot(fresh))
    } else if fresh.origin == .empty {
      // Nothing was downloaded; the state is still what the server had.
      emit(.snapshot(Snapshot(role: .server, changesets: fresh.changesets)))
    }
    if let observed { emit(.resetObserved(try resetObserved(observed))) }
  }

  private mutating func emit(_ content: Event.Content, at time: Int64? = nil) {
    events.append(
      Event(
        sequence: UInt64(events.count), timeMicroseconds: time ?? clock.tick(), session: 1,
        content: content))
  }
}
