package import TraceFormat

package struct UnsyncedChanges: Sendable {
  /// What can be read, oldest first: by the version of the file that it was made on, what remains to be done on top of
  /// the server's state, and whether the server's changes were merged into it.
  package internal(set) var changes: [(commit: LocalCommit, isMerged: Bool)] = []
  /// Changes of which merging has left nothing: they were to be uploaded, and are not a loss.
  package internal(set) var mergedAwayCount = 0
  package internal(set) var unreadable: [(clientVersion: UInt64, failure: RealmFileFailure)] = []
  package internal(set) var lzfseCount = 0

  package init() {}
}

extension SyncHistory {
  /// The changes that were not synced, decompressed.
  package func unsyncedChanges(
    inflatedBy inflater: inout some BodyInflater & ~Copyable
  ) -> UnsyncedChanges {
    var unsynced = UnsyncedChanges()
    for entry in pendingEntries {
      let stored = entry.reciprocal ?? entry.changeset ?? []
      do throws(RealmFileFailure) {
        let content = try content(stored, &unsynced, &inflater)
        guard !content.isEmpty else {
          unsynced.mergedAwayCount += 1
          continue
        }
        let commit = LocalCommit(
          clientVersion: entry.clientVersion, changeset: content,
          lastIntegratedServerVersion: entry.remoteVersion,
          originTimestampMilliseconds: entry.originTimestampMilliseconds)
        unsynced.changes.append((commit, entry.reciprocal != nil))
      } catch {
        unsynced.unreadable.append(
          (entry.clientVersion, error.inside("change \(entry.clientVersion)")))
      }
    }
    return unsynced
  }

  /// Schema 11 stores changesets as they are.
  private func content(
    _ stored: [UInt8], _ unsynced: inout UnsyncedChanges,
    _ inflater: inout some BodyInflater & ~Copyable
  ) throws(RealmFileFailure) -> [UInt8] {
    guard schemaVersion >= 12 else { return stored }
    let container = try StoredChangeset(stored)
    if container.algorithm == .lzfse { unsynced.lzfseCount += 1 }
    return try container.content(inflatedBy: &inflater)
  }
}

extension OpenRealmFile {
  package func history() throws(RealmFileFailure) -> SyncHistory? {
    guard group.historyType == .syncClient, let ref = group.historyRef else {
      try noteMissingHistory()
      return nil
    }
    store.beginTraversal()
    do throws(RealmFileFailure) {
      return try HistoryReader(store: store, group: group).history(ref, noting: &damage)
    } catch {
      try damage.take(error.inside("history"))
      return nil
    }
  }

  /// Of a server, and of a file that a server gave an identifier, what was not synced is not known without a history.
  private func noteMissingHistory() throws(RealmFileFailure) {
    if group.historyType == .syncServer {
      damage.note(RealmFileFailure(.unsupported("that of a sync server")).inside("history"))
    } else if group.clientFileIdent != 0 {
      let failure = RealmFileFailure.damaged(
        50, expected: "that of a client, as the file has an identifier",
        found: group.historyRef == nil ? "none" : "one of type \(group.historyTypeNumber)")
      try damage.take(failure.inside("history"))
    }
  }
}
