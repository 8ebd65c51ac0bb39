public import TraceFormat

/// Turns one reset of the conformance vectors into the events of a trace.
public enum VectorImporter {
  /// The events of a vector, in this order:
  ///
  /// 1. `sessionStart`, with the vector's name, the configured mode and the reset that the file still tracks;
  /// 2. `snapshot` in role `base` where the vector knows what client and server last shared, else in role `local`;
  /// 3. `localCommit` for each unsynced changeset. A `local` snapshot has them in it already: they
  ///    are then to be taken as unsynced, and not to be applied to it;
  /// 4. `serverCommit` for each of the server's changes, where known. The changesets of `base` count
  ///    as server versions 1, 2, …, and the server's own go on from there;
  /// 5. `syncError`, fatal as servers send it when they demand a reset. Vectors know no number for it;
  /// 6. `snapshot` in role `fresh`: that of the server's history where it is known, because some
  ///    outcomes depend on the internal keys that follow from it, else one from an empty Realm;
  /// 7. `resetObserved`.
  ///
  /// A vector has no clock: the events stand one microsecond apart, from 0.
  public static func events(of vector: ResetVector) -> [Event] {
    let start = SessionStart(
      source: .vector, name: vector.name, configuredResetMode: vector.mode,
      pendingReset: vector.pendingReset)
    let error = SyncError(
      code: nil, name: vector.errorName, message: vector.errorMessage, action: vector.action,
      isFatal: true)
    let contents: [Event.Content] =
      [.sessionStart(start), .snapshot(openingSnapshot(of: vector))] + localCommits(of: vector)
      + serverCommits(of: vector) + [
        .syncError(error), .snapshot(freshSnapshot(of: vector)),
        .resetObserved(observation(of: vector)),
      ]
    return contents.enumerated().map { index, content in
      Event(sequence: UInt64(index), timeMicroseconds: Int64(index), session: 1, content: content)
    }
  }

  private static func openingSnapshot(of vector: ResetVector) -> Snapshot {
    if let base = vector.base { return Snapshot(role: .base, changesets: base) }
    return Snapshot(role: .local, changesets: vector.local)
  }

  private static func localCommits(of vector: ResetVector) -> [Event.Content] {
    vector.unsynced.map {
      var commit = $0
      commit.lastIntegratedServerVersion = vector.base.map { UInt64($0.count) }
      return .localCommit(commit)
    }
  }

  private static func serverCommits(of vector: ResetVector) -> [Event.Content] {
    guard let base = vector.base, let changes = vector.serverChanges else { return [] }
    return changes.enumerated().map { index, changeset in
      .serverCommit(
        ServerCommit(serverVersion: UInt64(base.count + index + 1), changeset: changeset))
    }
  }

  private static func freshSnapshot(of vector: ResetVector) -> Snapshot {
    if vector.base != nil, vector.serverChanges != nil {
      return Snapshot(role: .fresh, origin: .serverHistory, changesets: [])
    }
    return Snapshot(role: .fresh, changesets: vector.fresh)
  }

  private static func observation(of vector: ResetVector) -> ResetObserved {
    let expected = vector.expectation
    return ResetObserved(
      mode: vector.mode, action: vector.action, result: expected.result,
      failure: expected.failure, message: expected.message,
      stateDigest: expected.stateText.map { XXH64.digest($0) },
      // Only a recovery uploads anything; vectors of other outcomes have an empty list.
      reupload: expected.result == .recovered ? expected.reupload : nil,
      pendingReset: expected.pendingReset)
  }
}
