import RealmFileSupport
import RealmModel
import Replayer
import TraceFormat

/// A device's file as far as a witness knows it: where it has synced to, and what it has not.
struct WitnessedFile {
  let file: FileIdent
  private var progress: Download
  private var acknowledgedVersion: UInt64 = 0
  /// As it was written, whatever merges have made of it since.
  private var unsynced: [HistoryEntry]

  /// A new file, with what it downloaded first, and what a reset has recovered into it.
  init(_ file: FileIdent, _ download: Download, recovered: [HistoryEntry] = []) {
    (self.file, progress, unsynced) = (file, download, recovered)
  }

  mutating func take(_ write: HistoryEntry) { unsynced.append(write) }

  mutating func take(_ message: Download) {
    progress = message
    acknowledgedVersion = max(acknowledgedVersion, message.uploadClientVersion)
    unsynced.removeAll { $0.version <= acknowledgedVersion }
  }

  /// The bytes of the file as it is just before a reset.
  ///
  /// - Throws: `StateFile.Unwritable`.
  func bytes(before situation: ResetSituation) throws -> [UInt8] {
    let left = Dictionary(
      situation.unsynced.map { ($0.clientVersion, $0.changeset) },
      uniquingKeysWith: { first, _ in first })
    let changes = unsynced.map { write in
      var change = StateFile.Change(
        clientVersion: write.version - 1, changeset: write.changeset.encoded(),
        originTimestamp: Int64(write.originTimestamp))
      change.serverVersion = write.lastIntegratedRemoteVersion
      let merged = left[write.version]?.encoded() ?? []
      if merged != change.changeset { change.merged = merged }
      return change
    }
    var synced = StateFile.Synced(file, serverVersion: progress.downloadServerVersion)
    synced.version = situation.localVersion
    synced.downloadClientVersion = progress.downloadClientVersion
    synced.latestServerVersion = progress.latestServerVersion
    synced.latestServerVersionSalt = progress.latestServerVersionSalt
    synced.uploadClientVersion = acknowledgedVersion
    synced.pendingReset = situation.pendingReset
    return try StateFile.bytes(of: situation.local, unsynced: changes, synced)
  }
}
