package import FaultPlans
package import RealmModel
package import TraceFormat

/// A reset under a plan, while the plan's faults make it what it will be.
struct ResetInjection {
  var reset: DueReset
  /// Whether the fault at hand is what makes the reset due.
  var isNew: Bool
  let fold: TraceFold
  /// The session that leads to it, and its events as faults have left them.
  let session: UInt32
  let events: [SessionEvent]
  let cache: ReplayCache

  /// The server's history up to the trigger.
  private func history() throws(FaultRefusal) -> VersionHistory {
    try fold.versionHistory(of: session, events, through: reset.sequence)
  }

  /// Sets the error of a reset that a fault makes due; one that is due anyway keeps its own.
  mutating func order(_ error: SyncError) -> [FaultEffect] {
    guard isNew else { return [] }
    return replaceError(error)
  }

  /// Sets the error, whatever made the reset due.
  mutating func replaceError(_ error: SyncError) -> [FaultEffect] {
    reset.situation.replaceError(error)
    return [FaultEffect(.error(error))]
  }
}

extension ServerFault {
  /// Makes a reset what it is under the fault; throws why the fault cannot happen there.
  func inject(
    into injection: inout ResetInjection, _ numbers: inout SeededNumbers
  ) throws(FaultRefusal) -> [FaultEffect] {
    let error = error(inPlaceOf: injection.isNew ? nil : injection.reset.situation.error)
    switch self {
    case .clientReset, .syncError, .recoveryDisabled, .offlineTooLong, .revertToPartitionSync:
      return injection.replaceError(error)
    case .migrateToFlexibleSync(let query):
      return injection.replaceError(error) + [FaultEffect(.partitionReplaced(query: query))]
    case .terminateSync(let dataIsKept):
      return injection.order(error) + (dataIsKept ? [] : injection.removeAllObjects())
    case .restoreBackup(let version, _):
      let effect = try injection.restoreBackup(version, &numbers)
      return injection.order(error) + [effect]
    case .roleChange(let objects):
      let effect = try injection.hide(objects)
      return injection.order(error) + [effect]
    }
  }
}

extension SchemaFault {
  /// Changes the server of a reset as a change of its schema would; throws why the fault cannot happen there.
  func inject(
    into injection: inout ResetInjection, _ numbers: SeededNumbers
  ) throws(FaultRefusal) -> [FaultEffect] {
    let (fresh, effects) = try edited(injection.reset.situation.fresh, numbers, injection.cache)
    injection.reset.situation.fresh = fresh
    return injection.order(.badClientFile) + effects
  }

  /// A server's state under the changed schema; throws why there is nothing of the kind to change.
  package func changed(
    _ server: RealmState, _ numbers: SeededNumbers
  ) throws(FaultRefusal) -> RealmState {
    try edited(server, numbers, ReplayCache()).state
  }
}

extension ResetInjection {
  fileprivate mutating func restoreBackup(
    _ version: UInt64?, _ numbers: inout SeededNumbers
  ) throws(FaultRefusal) -> FaultEffect {
    let history = try self.history()
    let version = if let version { version } else { try Self.choose(among: history, &numbers) }
    let (kept, lost) = history.split(after: version)
    guard !lost.isEmpty else {
      throw .backupLacksNothing(version: version, serverVersion: history.lastVersion)
    }
    do throws(ApplyFailure) {
      reset.situation.fresh = try RealmState(applying: kept.map(\.changeset))
    } catch {
      throw .historyMisfit(version: version, failure: error)
    }
    // The device does not know that the server has what is unsynced.
    let unsynced = Set(reset.situation.unsynced.map(\.clientVersion))
    let isNews = { (change: FaultedChange) in
      !change.isOnDevice || change.clientVersion.map { unsynced.contains($0) } == true
    }
    reset.situation.replaceServerChanges(
      reset.situation.base.map { _ in
        kept.filter(isNews).map {
          ServerChange(
            $0.changeset, originTimestampMilliseconds: $0.originTimestampMilliseconds,
            clientVersion: $0.clientVersion)
        }
      })
    (reset.situation.showsChangesSinceRestore, reset.situation.restored) = (true, nil)
    return FaultEffect(.backupRestored(version: version), changes: lost)
  }

  /// Any version that the server was at before.
  private static func choose(
    among history: VersionHistory, _ numbers: inout SeededNumbers
  ) throws(FaultRefusal) -> UInt64 {
    guard let change = history.changes.randomElement(using: &numbers) else { throw .noHistory }
    return (change.serverVersion ?? 1) - 1
  }

  /// The backend's data is gone, and its schema is not.
  fileprivate mutating func removeAllObjects() -> [FaultEffect] {
    let removed = reset.situation.fresh.withoutObjects()
    reset.situation.fresh = removed.state
    reset.situation.replaceServerChanges(nil)
    return [FaultEffect(.dataRemoved, objects: removed.objects)]
  }
}

extension RealmState {
  /// The state without its objects, and which they were.
  package func withoutObjects() -> (state: RealmState, objects: [ObjectName]) {
    var transaction = RealmTransaction(self)
    var objects: [ObjectName] = []
    for key in tableKeys where !tables[key.slot].isEmbedded {
      let table = tables[key.slot]
      for object in table.objectKeys {
        objects.append(ObjectName(className: table.name, key: table.identity(of: object)))
        transaction.removeObject(ObjectAddress(table: key, key: object))
      }
    }
    return (transaction.state, objects)
  }
}
