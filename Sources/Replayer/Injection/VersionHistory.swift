import TraceFormat

/// The server's history as far as a trace shows it, oldest first and from its beginning.
///
/// It is built from what crosses the wire, or from commits. What a client uploaded stands in it as the server has stored
/// it: merged with what others had written.
struct VersionHistory {
  /// By server version; changes whose version a trace does not show exactly have the last one that is possible.
  private(set) var changes: [FaultedChange] = []
  private var server = ServerPeer()
  private var received: Set<UInt64> = []
  /// The last client version that the server is known to have integrated, and the last server version, as recorded, that
  /// the client has.
  private var (integratedClientVersion, sharedServerVersion): (UInt64, UInt64) = (0, 0)
  /// How many of the changes the client is known to have.
  private var sharedCount = 0
  private let fileIdent: UInt64
  private let recording: SessionRecording

  /// How many empty changesets of a base state a history takes. Each is a version of the server, and costs a
  /// trace next to nothing, but not what a fault makes of it.
  static let maximumEmptyChangesets = 200_000

  init(fileIdent: UInt64, _ recording: SessionRecording) {
    (self.fileIdent, self.recording) = (fileIdent, recording)
  }

  var lastVersion: UInt64 { changes.last?.serverVersion ?? 0 }

  private mutating func add(_ change: FaultedChange) {
    guard recording == .wire else {
      // What faults have given the server comes before what was recorded later, whatever its version.
      var change = change
      change.serverVersion = lastVersion + 1
      changes.append(change)
      return
    }
    // Uploads become known later than what was downloaded before their acknowledgement.
    let version = change.serverVersion ?? lastVersion
    let index = changes.lastIndex { ($0.serverVersion ?? 0) <= version }.map { $0 + 1 } ?? 0
    changes.insert(change, at: index)
  }

  func split(after version: UInt64) -> (kept: [FaultedChange], lost: [FaultedChange]) {
    let count = changes.firstIndex { ($0.serverVersion ?? 0) > version } ?? changes.count
    return (Array(changes[..<count]), Array(changes[count...]))
  }
}

extension TraceFold {
  /// The server's history up to a record; throws why the trace does not show it.
  func versionHistory(
    of session: UInt32, _ events: [SessionEvent], through sequence: UInt64
  ) throws(FaultRefusal) -> VersionHistory {
    let shown = events.prefix { $0.sequence <= sequence }
    switch recording(of: session) {
    case .inside: return try insideHistory(shown, of: session)
    case .wire:
      guard isFileComplete(of: session) else { throw .firstSessionNotShown }
      return try wireHistory(shown, fileIdent: fileIdent(of: session))
    }
  }

  /// The changesets of a base state are the versions that led to it, where they are as many.
  private func insideHistory(
    _ events: ArraySlice<SessionEvent>, of session: UInt32
  ) throws(FaultRefusal) -> VersionHistory {
    let fileIdent = start(of: session)?.clientFileIdent ?? 0
    let showsIntegration = showsIntegration(session)
    var history = VersionHistory(fileIdent: fileIdent, .inside)
    var isKnown = false
    for event in events {
      switch event.content {
      case .snapshot(let snapshot) where snapshot.role == .base:
        guard snapshot.emptyChangesetCount <= VersionHistory.maximumEmptyChangesets else {
          throw .emptyVersions(
            count: snapshot.emptyChangesetCount, limit: VersionHistory.maximumEmptyChangesets)
        }
        history = VersionHistory(fileIdent: fileIdent, .inside)
        for (index, contents) in snapshot.allChangesets().enumerated() {
          try history.take(contents, version: UInt64(index + 1))
        }
        history.agree()
        isKnown = true
      case .snapshot(let snapshot) where snapshot.role == .server || snapshot.role == .afterReset:
        isKnown = false
      case .serverCommit(let commit):
        try history.take(commit)
        if showsIntegration { history.agree() }
        isKnown = isKnown && commit.recorded.serverVersion <= history.lastVersion
      case .localCommit(let commit): history.receive(commit)
      case .silentIntegration(let versions): history.integrateNow(versions)
      case .download(let download):
        history.acknowledge(through: download.uploadClientVersion)
      default: break
      }
    }
    try history.checkMerges()
    guard isKnown else { throw .firstVersionNotShown }
    return history
  }

  private func wireHistory(
    _ events: ArraySlice<SessionEvent>, fileIdent: UInt64
  ) throws(FaultRefusal) -> VersionHistory {
    var history = VersionHistory(fileIdent: fileIdent, .wire)
    var downloads = WireDownloads()
    for event in events {
      switch event.content {
      case .upload(let entries):
        for entry in entries.compactMap(\.historyEntry) { history.receive(entry) }
      case .silentIntegration(let versions): history.integrateNow(versions)
      case .download(let download):
        guard let (download, news) = downloads.take(download, ofSession: event.session) else {
          break
        }
        try history.take(download, news, isOnDevice: true)
      case .lostDownload(let download):
        try history.take(download, download.entries, isOnDevice: false)
      default: break
      }
    }
    try history.checkMerges()
    return history
  }
}

// What the server stores
extension VersionHistory {
  /// Takes a changeset of a base state, which both sides have.
  mutating func take(
    _ contents: Result<Changeset, DecodingFailure>, version: UInt64
  ) throws(FaultRefusal) {
    let entry = HistoryEntry(
      try Self.readable(try? contents.get(), version), version: version,
      lastIntegratedRemoteVersion: integratedClientVersion)
    take(entry, isOnDevice: true)
  }

  mutating func take(_ commit: Decoded<ServerCommit>) throws(FaultRefusal) {
    let recorded = commit.recorded
    let changeset = try Self.readable(commit.changeset, recorded.serverVersion)
    take(
      recorded.entry(changeset, acknowledged: integratedClientVersion), isOnDevice: false,
      originTimestamp: recorded.originTimestampMilliseconds)
  }

  /// Takes those entries of a DOWNLOAD that the history does not have.
  mutating func take(
    _ download: DecodedDownload, _ news: [Decoded<Download.Entry>], isOnDevice: Bool
  ) throws(FaultRefusal) {
    for entry in news {
      guard let change = entry.historyEntry else {
        throw .unreadableChangeset(serverVersion: entry.recorded.serverVersion)
      }
      take(
        change, isOnDevice: isOnDevice,
        originTimestamp: entry.recorded.originTimestampMilliseconds)
    }
    place(through: download.downloadClientVersion, endingWith: download.downloadServerVersion)
  }

  private static func readable(
    _ changeset: Changeset?, _ version: UInt64
  ) throws(FaultRefusal) -> Changeset {
    guard let changeset else { throw .unreadableChangeset(serverVersion: version) }
    return changeset
  }

  private mutating func take(
    _ change: HistoryEntry, isOnDevice: Bool, originTimestamp: UInt64? = nil
  ) {
    let version = change.version
    place(through: change.lastIntegratedRemoteVersion, endingWith: version.previous)
    let stored = server.take(change)
    add(
      FaultedChange(
        serverVersion: version == 0 ? nil : version, isOnDevice: isOnDevice,
        originTimestampMilliseconds: originTimestamp, changeset: stored))
  }

  /// The device has all that the server has so far.
  mutating func agree() {
    sharedServerVersion = server.lastVersionOfOthers
    for index in sharedCount..<changes.count { changes[index].isOnDevice = true }
    sharedCount = changes.count
  }

  /// The device hears up to which version the server has its transactions, and has what it was sent before.
  mutating func acknowledge(through version: UInt64) {
    let isNews = version > integratedClientVersion
    place(through: version, endingWith: nil)
    if isNews { agree() }
  }

  /// - Throws: where the server could not have stored what the trace shows, so that the history lacks it.
  func checkMerges() throws(FaultRefusal) {
    guard server.mergesAll else { throw .serverStateUnknown }
  }

  mutating func receive(_ commit: Decoded<LocalCommit>) {
    guard let changeset = commit.changeset else { return }
    receive(commit.recorded.entry(changeset, integrated: sharedServerVersion))
  }

  mutating func receive(_ entry: HistoryEntry) {
    guard received.insert(entry.version).inserted else { return }
    var entry = entry
    entry.originFileIdent = fileIdent
    server.receive(entry)
  }

  mutating func integrateNow(_ versions: Set<UInt64>) {
    let uploads =
      recording == .wire
      ? server.integrateNow(through: versions.max() ?? 0) : server.integrateNow(versions)
    addUploads(uploads, endingWith: nil)
  }

  /// The server has the transactions up to a version. No message says which versions they became: the last ones that
  /// are possible, or new ones where no end is given.
  mutating func place(through version: UInt64, endingWith last: UInt64?) {
    integratedClientVersion = max(integratedClientVersion, version)
    addUploads(server.place(through: version), endingWith: last)
  }

  private mutating func addUploads(_ uploads: [HistoryEntry], endingWith last: UInt64?) {
    // Numbers of a hostile trace may be as large as numbers get.
    let end = last ?? lastVersion + min(UInt64(uploads.count), .max - lastVersion)
    for (index, upload) in uploads.enumerated() {
      let after = UInt64(uploads.count - 1 - index)
      add(
        FaultedChange(
          serverVersion: end > after ? end - after : 1, clientVersion: upload.version,
          isOnDevice: true, originTimestampMilliseconds: upload.originTimestamp,
          changeset: upload.changeset))
    }
  }
}
