import FaultPlans
import RealmModel
import Replayer
import TraceFormat

/// The server's side of one Realm: it integrates what its clients upload, in the order in which it arrives, and
/// merges it with what they did not know (Realm Core: `sync/noinst/server/server_history.cpp`, `docs/merge.md`).
struct SimulatedServer {
  /// A change of the history, as it was stored after its merge.
  struct Change {
    var changeset: Changeset
    /// As a client wrote it; nil for what the server did itself.
    var upload: HistoryEntry?
    /// As it is sent; its client version is its own at the file that wrote it.
    var entry: Download.Entry
    /// When the server took it, in milliseconds since the world began.
    var timeMilliseconds: Int64
  }

  struct Client {
    var sinceVersion: UInt64
    var clientVersion: UInt64 = 0
    /// What others wrote, in the form in which the client's uploads are merged with it; up to `mergedVersion`.
    var others = ReciprocalHistory(localFileIdent: SimulatedServer.fileIdent)
    var mergedVersion: UInt64

    mutating func take(_ change: Change) {
      others.append(change.entry.historyEntry(change.changeset))
    }

    /// Merges an upload of the client's with what it did not know; nil where the two contradict each other.
    mutating func merge(_ upload: HistoryEntry) -> Changeset? {
      others.trim(through: upload.lastIntegratedRemoteVersion)
      guard let merged = (try? others.integrate([upload]))?.changesets.first else { return nil }
      clientVersion = upload.version
      return merged.changeset
    }
  }

  static let fileIdent: UInt64 = 1

  var state = RealmState()
  /// The state before the history that is kept, and its version.
  var (beginning, firstVersion) = (RealmState(), UInt64(0))
  var changes: [Change] = []
  var clients: [UInt64: Client] = [:]
  var refused: [UInt64: SyncError] = [:]
  private var lastFileIdent = SimulatedServer.fileIdent
  /// The salts of versions, each from a version on: where a history was cut off and went on otherwise, versions
  /// have another one.
  private var salts: [(since: UInt64, salt: Int64)] = []
  private var lastSalt: Int64 = 0
  var forbidsRecovery = false

  init(_ state: RealmState) throws { try begin(with: state, at: 0) }

  var version: UInt64 { firstVersion + UInt64(changes.count) }

  /// Begins a history anew, of which a state is the first version; throws where no changeset can build the state.
  mutating func begin(with state: RealmState, at time: Int64) throws {
    let changeset = try state.buildingChangeset()
    (self.state, beginning, firstVersion) = (RealmState(), RealmState(), 0)
    (changes, clients, salts) = ([], [:], [])
    saltVersions(since: 0)
    append(changeset, of: Self.fileIdent, 0, 0, at: time)
  }

  mutating func saltVersions(since version: UInt64) {
    salts.removeAll { $0.since >= version }
    lastSalt += 1
    salts.append((version, lastSalt))
  }

  private func salt(of version: UInt64) -> Int64 { salts.last { $0.since <= version }?.salt ?? 0 }

  @discardableResult
  mutating func append(
    _ changeset: Changeset, of ident: UInt64, _ clientVersion: UInt64, _ timestamp: UInt64,
    at time: Int64, upload: HistoryEntry? = nil
  ) -> Bool {
    guard state.applyIfItFits(changeset) == nil else { return false }
    let entry = Self.entry(changeset, version + 1, of: ident, clientVersion, timestamp)
    changes.append(
      Change(changeset: changeset, upload: upload, entry: entry, timeMilliseconds: time))
    return true
  }

  private static func entry(
    _ changeset: Changeset, _ version: UInt64, of ident: UInt64, _ clientVersion: UInt64,
    _ timestamp: UInt64
  ) -> Download.Entry {
    let encoded = changeset.encoded()
    return Download.Entry(
      serverVersion: version, clientVersion: clientVersion,
      originTimestampMilliseconds: timestamp, originFileIdent: ident,
      originalChangesetSize: UInt64(encoded.count), changeset: encoded)
  }
}

// What clients ask
extension SimulatedServer {
  mutating func register() -> FileIdent {
    lastFileIdent += 1
    clients[lastFileIdent] = Client(sinceVersion: version, mergedVersion: version)
    return FileIdent(ident: lastFileIdent, salt: Int64(lastFileIdent) + 1)
  }

  /// Why a client may not go on from where it is; nil where it may.
  func refusal(of client: ClientIdent) -> SyncError? {
    var error = refused[client.file.ident]
    if clients[client.file.ident] == nil { error = error ?? .badClientFile }
    let latest = client.latestServerVersion
    if latest > version || client.latestServerVersionSalt != salt(of: latest) {
      error = error ?? .ordering(209)
    }
    if client.downloadServerVersion < firstVersion { error = error ?? .ordering(222) }
    if forbidsRecovery, error?.action == .clientReset { error?.action = .clientResetNoRecovery }
    return error
  }

  /// Integrates uploads; those that it has already are passed over.
  ///
  /// - Returns: false where one of them contradicts what others wrote, or does not fit; nothing more of the
  ///   client is integrated then.
  mutating func integrate(
    _ uploads: [HistoryEntry], of client: ClientIdent, at time: Int64
  ) -> Bool {
    let ident = client.file.ident
    guard var client = clients.removeValue(forKey: ident) else { return false }
    defer { clients[ident] = client }
    for change in changes(after: max(client.mergedVersion, firstVersion))
    where change.entry.originFileIdent != ident { client.take(change) }
    for var upload in uploads where upload.version > client.clientVersion {
      upload.originFileIdent = ident
      guard let merged = client.merge(upload),
        append(
          merged, of: ident, upload.version, upload.originTimestamp, at: time, upload: upload)
      else { return false }
    }
    client.mergedVersion = version
    return true
  }

  private func changes(after version: UInt64) -> ArraySlice<Change> {
    changes[Int(version - firstVersion)...]
  }

  /// The DOWNLOAD for a client that goes on from where it is: what others wrote since, each with the last client
  /// version that was integrated before it.
  func download(after client: ClientIdent) -> (message: Download, changesets: [Changeset]) {
    let (ident, start) = (client.file.ident, client.downloadServerVersion)
    var clientVersion = client.downloadClientVersion
    var changesets: [Changeset] = []
    var entries: [Download.Entry] = []
    for change in changes(after: start) {
      var entry = change.entry
      guard entry.originFileIdent != ident else {
        clientVersion = entry.clientVersion
        continue
      }
      entry.clientVersion = clientVersion
      changesets.append(change.changeset)
      entries.append(entry)
    }
    let message = message(
      entries, clientVersion: clientVersion,
      uploaded: clients[ident]?.clientVersion ?? 0, uploadedOn: start)
    return (message, changesets)
  }

  /// Everything that there is, as a new file downloads it: the whole history or, where that is not kept, a change
  /// that builds the state, without links to objects that are gone.
  ///
  /// - Throws: where no changeset can build it.
  func bootstrap() throws -> (message: Download, changesets: [Changeset]) {
    var (changesets, entries) = (changes.map(\.changeset), changes.map(\.entry))
    for index in entries.indices { entries[index].clientVersion = 0 }
    if firstVersion > 0 {
      changesets = [try state.buildingChangeset()]
      entries = [Self.entry(changesets[0], version, of: Self.fileIdent, 0, 0)]
    }
    return (message(entries, clientVersion: 0, uploaded: 0, uploadedOn: 0), changesets)
  }

  private func message(
    _ entries: [Download.Entry], clientVersion: UInt64, uploaded: UInt64, uploadedOn: UInt64
  ) -> Download {
    Download(
      sessionIdent: 0, downloadServerVersion: version, downloadClientVersion: clientVersion,
      latestServerVersion: version, latestServerVersionSalt: salt(of: version),
      uploadClientVersion: uploaded, uploadServerVersion: uploadedOn,
      scope: .partition(downloadableBytes: 0), bodySize: .plain(0), entries: entries)
  }
}
