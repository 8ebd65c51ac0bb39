import RealmModel
import TraceFormat

/// The server's history as far as a trace shows it, oldest first and from its beginning.
struct VersionHistory {
  /// By server version; changes whose version a trace does not show exactly have the last one that
  /// is possible.
  private(set) var changes: [FaultedChange] = []

  /// How many empty changesets of a base state a history takes. Each is a version of the server, and costs a
  /// trace next to nothing, but not what a fault makes of it.
  static let maximumEmptyChangesets = 200_000

  var lastVersion: UInt64 { changes.last?.serverVersion ?? 0 }

  mutating func add(_ change: FaultedChange) {
    // Uploads become known later than what was downloaded before their acknowledgement.
    let version = change.serverVersion ?? lastVersion
    let index = changes.lastIndex { ($0.serverVersion ?? 0) <= version }.map { $0 + 1 } ?? 0
    changes.insert(change, at: index)
  }

  /// What a backup of a version has, and what came after it.
  func split(after version: UInt64) -> (kept: [FaultedChange], lost: [FaultedChange]) {
    let count = changes.firstIndex { ($0.serverVersion ?? 0) > version } ?? changes.count
    return (Array(changes[..<count]), Array(changes[count...]))
  }
}

extension TraceFold {
  /// The server's history up to a record.
  ///
  /// - Throws: why the trace does not show it.
  func versionHistory(
    of session: UInt32, _ steps: [Step], through sequence: UInt64
  ) throws(FaultRefusal) -> VersionHistory {
    let shown = steps.prefix { $0.sequence <= sequence }
    switch recording(of: session) {
    case .inside: return try insideHistory(shown)
    case .wire:
      guard isFileComplete(of: session) else {
        throw .firstSessionNotShown
      }
      return try wireHistory(shown)
    }
  }

  /// The changesets of a base state are the versions that led to it, where they are as many.
  private func insideHistory(_ steps: ArraySlice<Step>) throws(FaultRefusal) -> VersionHistory {
    var history = VersionHistory()
    var isKnown = false
    var waiting: [Decoded<LocalCommit>] = []
    for step in steps {
      switch step.content {
      case .snapshot(let snapshot) where snapshot.role == .base:
        guard snapshot.emptyChangesetCount <= VersionHistory.maximumEmptyChangesets else {
          throw .emptyVersions(
            count: snapshot.emptyChangesetCount, limit: VersionHistory.maximumEmptyChangesets)
        }
        (history, waiting) = (VersionHistory(), [])
        for (index, contents) in snapshot.allChangesets().enumerated() {
          history.add(try change(contents, version: UInt64(index + 1), isOnDevice: true))
        }
        isKnown = true
      case .snapshot(let snapshot) where snapshot.role == .server || snapshot.role == .afterReset:
        isKnown = false
      case .serverCommit(let commit):
        isKnown = isKnown && commit.recorded.serverVersion <= history.lastVersion + 1
        var change = try change(
          commit.contents, version: commit.recorded.serverVersion, isOnDevice: false)
        change.originTimestampMilliseconds = commit.recorded.originTimestampMilliseconds
        history.add(change)
      case .localCommit(let commit): waiting.append(commit)
      case .download(let download):
        let isAcknowledged = { (commit: Decoded<LocalCommit>) in
          commit.recorded.clientVersion <= download.uploadClientVersion
        }
        for commit in waiting.filter(isAcknowledged) {
          // No message says which version it became: a new one.
          var change = try change(
            commit.contents, version: history.lastVersion + 1, isOnDevice: true)
          change.clientVersion = commit.recorded.clientVersion
          history.add(change)
        }
        waiting.removeAll(where: isAcknowledged)
      default: break
      }
    }
    guard isKnown else {
      throw .firstVersionNotShown
    }
    return history
  }

  private func change(
    _ contents: Result<Changeset, DecodingFailure>, version: UInt64, isOnDevice: Bool
  ) throws(FaultRefusal) -> FaultedChange {
    guard case .success(let changeset) = contents else {
      throw .unreadableChangeset(serverVersion: version)
    }
    return FaultedChange(
      serverVersion: version == 0 ? nil : version, isOnDevice: isOnDevice, changeset: changeset)
  }
}

// On the wire
extension TraceFold {
  private func wireHistory(_ steps: ArraySlice<Step>) throws(FaultRefusal) -> VersionHistory {
    var history = VersionHistory()
    var uploads = IntegratedUploads()
    for step in steps {
      switch step.content {
      case .upload(let entries): uploads.take(entries)
      case .serverCommit(let commit):
        history.add(
          try change(
            commit.contents, version: commit.recorded.serverVersion, isOnDevice: false))
      case .download(let download):
        for entry in download.entries {
          history.add(
            try change(
              entry.contents, version: entry.recorded.serverVersion, isOnDevice: true))
        }
        for (version, entry) in uploads.integrated(by: download) {
          var change = try change(entry.contents, version: version, isOnDevice: true)
          change.clientVersion = entry.recorded.clientVersion
          history.add(change)
        }
      default: break
      }
    }
    return history
  }
}

/// Which server versions a client's uploads became. No message says it: they are the numbers that
/// the server's progress passed over without a change of somebody else's.
private struct IntegratedUploads {
  private var waiting: [Decoded<Upload.Entry>] = []
  private var seen: Set<UInt64> = []

  mutating func take(_ entries: [Decoded<Upload.Entry>]) {
    waiting += entries.filter { seen.insert($0.recorded.clientVersion).inserted }
  }

  mutating func integrated(
    by download: DecodedDownload
  ) -> [(version: UInt64, entry: Decoded<Upload.Entry>)] {
    let count = waiting.firstIndex {
      $0.recorded.clientVersion > download.downloadClientVersion
    }
    let entries = Array(waiting.prefix(count ?? waiting.count))
    waiting.removeFirst(entries.count)
    let others = Set(download.entries.map(\.recorded.serverVersion))
    var version = download.downloadServerVersion
    var result: [(version: UInt64, entry: Decoded<Upload.Entry>)] = []
    for entry in entries.reversed() {
      while version > 1, others.contains(version) { version -= 1 }
      result.append((version, entry))
      if version > 1 { version -= 1 }
    }
    return result.reversed()
  }
}
