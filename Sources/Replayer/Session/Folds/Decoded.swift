import TraceFormat

/// Something recorded that carries a changeset, with the changeset decoded: once, when it is read.
struct Decoded<Recorded: Sendable>: Sendable {
  var recorded: Recorded
  let contents: Result<Changeset, DecodingFailure>

  var changeset: Changeset? { try? contents.get() }
}

extension Decoded {
  init(_ recorded: Recorded, _ changeset: [UInt8], _ memory: inout MemoryBudget) {
    self.init(recorded: recorded, contents: .decoding(changeset, &memory))
  }
}

extension Result<Changeset, DecodingFailure> {
  /// Decodes a changeset that is kept; where there is no memory for it, the budget remembers that.
  static func decoding(_ bytes: [UInt8], _ memory: inout MemoryBudget) -> Self {
    Result { () throws(DecodingFailure) in try Changeset(decoding: bytes, within: &memory) }
  }
}

/// A recorded state, with its changesets decoded.
///
/// Changesets without a byte say nothing of a state, but in a base each is a version of the server. They are
/// counted and not kept, so that millions of them cost nothing.
struct DecodedSnapshot: Sendable {
  let role: Snapshot.Role
  let origin: Snapshot.Origin
  /// Realm's own numbers for what the changesets build, where they are known.
  private(set) var keys: SnapshotKeys?
  private(set) var changesetCount: Int
  /// Which part of the state came last; nil of one that a single record holds.
  private(set) var part: Snapshot.Part?
  /// Those that are not empty, each with how many come before it.
  private var changesets: [(position: Int, contents: Result<Changeset, DecodingFailure>)] = []

  init(_ snapshot: Snapshot, _ memory: inout MemoryBudget) {
    (role, origin, keys) = (snapshot.role, snapshot.origin, snapshot.keys)
    (changesetCount, part) = (0, snapshot.part)
    take(snapshot.changesets, &memory)
  }

  private mutating func take(_ encoded: [[UInt8]], _ memory: inout MemoryBudget) {
    for (index, bytes) in encoded.enumerated() where !bytes.isEmpty {
      changesets.append((changesetCount + index, .decoding(bytes, &memory)))
    }
    changesetCount += encoded.count
  }

  /// Takes the next part of the state; returns whether it is that.
  mutating func append(_ next: Snapshot, _ memory: inout MemoryBudget) -> Bool {
    guard let part, next.part?.index == part.index + 1, next.role == role, next.origin == origin
    else { return false }
    self.part = next.part
    take(next.changesets, &memory)
    keys = next.keys ?? keys
    return true
  }

  var emptyChangesetCount: Int { changesetCount - changesets.count }

  /// Its changesets, without the empty ones.
  /// - Throws: why the first one that can't be read can't.
  func decoded() throws(DecodingFailure) -> [Changeset] {
    var decoded: [Changeset] = []
    for (_, contents) in changesets { decoded.append(try contents.get()) }
    return decoded
  }

  func allChangesets() -> [Result<Changeset, DecodingFailure>] {
    var all = Array(
      repeating: Result<Changeset, DecodingFailure>.success(Changeset()), count: changesetCount)
    for (position, contents) in changesets { all[position] = contents }
    return all
  }
}

struct DecodedDownload: Sendable {
  var entries: [Decoded<Download.Entry>]
  /// The last client version that the server says it has integrated.
  var uploadClientVersion: UInt64
  /// The last server version that the client had integrated before that one.
  var uploadServerVersion: UInt64
  /// The last client version that is among what the client has integrated with it.
  var downloadClientVersion: UInt64
  var downloadServerVersion: UInt64
  /// As it was recorded.
  let position: DownloadPosition
  let latest: ServerVersion
  /// Where it is in a bootstrap of flexible sync; nil of partition sync.
  let batch: Batch?
  /// What the device had written before it and uploaded after it.
  var writtenBefore: [LateUpload] = []

  struct Batch: Sendable {
    var queryVersion: Int64
    var state: Download.BatchState
  }

  init(_ download: Download, _ memory: inout MemoryBudget) {
    entries = download.entries.map { Decoded($0, $0.changeset, &memory) }
    uploadClientVersion = download.uploadClientVersion
    uploadServerVersion = download.uploadServerVersion
    downloadClientVersion = download.downloadClientVersion
    downloadServerVersion = download.downloadServerVersion
    position = DownloadPosition(download)
    latest = ServerVersion(
      version: download.latestServerVersion, salt: download.latestServerVersionSalt)
    batch =
      if case .flexible(let queryVersion, let state, _) = download.scope {
        Batch(queryVersion: queryVersion, state: state)
      } else { nil }
  }
}

/// A transaction that a client had written before it downloaded something, and uploaded later.
struct LateUpload: Sendable {
  var entry: Decoded<Upload.Entry>
  var sequence: UInt64
  var timeMicroseconds: Int64

  var reupload: ResetObserved.Reupload {
    ResetObserved.Reupload(
      clientVersion: entry.recorded.clientVersion, changeset: entry.recorded.changeset)
  }
}

extension Decoded<Upload.Entry> {
  /// Its place in the histories; nil where its changeset can't be read.
  var historyEntry: HistoryEntry? {
    changeset.map {
      HistoryEntry(
        $0, version: recorded.clientVersion, lastIntegratedRemoteVersion: recorded.serverVersion,
        originTimestamp: recorded.originTimestampMilliseconds)
    }
  }
}

extension Decoded<Download.Entry> {
  /// Its place in the histories; nil where its changeset can't be read.
  var historyEntry: HistoryEntry? { changeset.map { recorded.historyEntry($0) } }
}

extension LocalCommit {
  /// Its place in the histories; `version` is the last server version that the device has integrated.
  func entry(_ changeset: Changeset, integrated version: UInt64) -> HistoryEntry {
    HistoryEntry(
      changeset, version: clientVersion,
      lastIntegratedRemoteVersion: min(lastIntegratedServerVersion ?? .max, version),
      originTimestamp: originTimestampMilliseconds)
  }
}

extension ServerCommit {
  /// Its place in the histories; `version` is the last client version that the server has, if the commit does not say.
  func entry(_ changeset: Changeset, acknowledged version: UInt64) -> HistoryEntry {
    HistoryEntry(
      changeset, version: serverVersion,
      lastIntegratedRemoteVersion: lastIntegratedClientVersion ?? version,
      originTimestamp: originTimestampMilliseconds, originFileIdent: originFileIdent)
  }
}
