import FaultPlans
import RealmModel
import Replayer
import TraceFormat

// What a plan has happen on a day (`docs/simulate.md`, "What happens to the server").
extension SimulatedServer {
  /// Does what a fault says; throws the `FaultRefusal` why it cannot happen to this server.
  mutating func happen(_ fault: FaultKind, _ numbers: SeededNumbers, at time: Int64) throws {
    if case .schema(let fault) = fault { return try change(by: fault, numbers, at: time) }
    guard case .server(let fault) = fault else { return }
    let error = fault.error(inPlaceOf: nil)
    switch fault {
    case .clientReset: refuseAll(error)
    case .recoveryDisabled:
      forbidsRecovery = true
      refuseAll(error)
    case .terminateSync(let dataIsKept):
      try restart(with: dataIsKept ? state : state.withoutObjects().state, error, at: time)
    case .restoreBackup(let version, let hours):
      let age = Int64(min(hours ?? 24, 1_000_000)) * 3_600_000
      let kept = changes.prefix { $0.timeMilliseconds <= time - age }.count
      try restore(version ?? max(1, firstVersion + UInt64(kept)))
    case .offlineTooLong(let isAllowed):
      forbidsRecovery = forbidsRecovery || !isAllowed
      (beginning, firstVersion, changes) = (state, version, [])
    case .roleChange(let objects):
      try restart(with: objects.hidden(in: state).state, error, at: time)
    case .syncError, .migrateToFlexibleSync, .revertToPartitionSync: break
    }
  }

  /// Changes the schema. What only adds to it comes to all devices as any change does; all else takes an end of
  /// sync, and a beginning with what is left.
  private mutating func change(
    by fault: SchemaFault, _ numbers: SeededNumbers, at time: Int64
  ) throws {
    let edited = try fault.changed(state, numbers)
    guard fault.change == .addClass || fault.change == .addProperty else {
      return try restart(with: edited, .badClientFile, at: time)
    }
    var builder = ChangesetBuilder()
    builder.addClasses(edited.schema.classes, besides: state.schema)
    append(
      builder.changeset, of: Self.fileIdent, 0, SimulationOptions.originTimestamp(time), at: time)
  }

  private mutating func refuseAll(_ error: SyncError) {
    for ident in clients.keys { refused[ident] = error }
  }

  private mutating func restart(with state: RealmState, _ error: SyncError, at time: Int64) throws {
    refuseAll(error)
    try begin(with: state, at: time)
  }

  /// Goes back to a version. Clients that know of a later one have to reset, the others sync on.
  private mutating func restore(_ version: UInt64) throws {
    guard version < self.version, version >= firstVersion else {
      throw FaultRefusal.backupLacksNothing(version: version, serverVersion: self.version)
    }
    changes.removeLast(Int(self.version - version))
    state = beginning
    for change in changes { state.applyIfItFits(change.changeset) }
    saltVersions(since: version + 1)
    for (ident, client) in clients {
      guard client.sinceVersion <= version else {
        clients[ident] = nil
        continue
      }
      var restored = Client(sinceVersion: client.sinceVersion, mergedVersion: version)
      for change in changes {
        guard change.entry.originFileIdent == ident, let upload = change.upload else {
          restored.take(change)
          continue
        }
        _ = restored.merge(upload)
      }
      clients[ident] = restored
    }
  }

  /// A client's changes, or what the client makes of the server's, do not fit: it has to reset.
  mutating func refuse(_ client: ClientIdent) { refused[client.file.ident] = .ordering(212) }

  /// A client has heard why it may not go on, and its file is not used again.
  mutating func forget(_ client: ClientIdent) {
    (refused[client.file.ident], clients[client.file.ident]) = (nil, nil)
  }
}
