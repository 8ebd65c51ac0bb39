import RealmModel
import TraceFormat

/// The server's history as far as a trace shows it, oldest first and from its beginning.
struct ServerHistory {
  /// By server version; changes whose version a trace does not show exactly have the last one that
  /// is possible.
  private(set) var changes: [FaultedChange] = []

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
  func serverHistory(
    of session: UInt32, _ steps: [Step], through sequence: UInt64
  ) throws(FaultRefusal) -> ServerHistory {
    let shown = steps.prefix { $0.sequence <= sequence }
    if isRecordedInside(session) { return try insideHistory(shown) }
    guard isFileComplete(of: session) else {
      throw FaultRefusal("the trace does not have the file from its first session on")
    }
    return try wireHistory(shown)
  }

  /// The changesets of a base state are the versions that led to it, where they are as many.
  private func insideHistory(_ steps: ArraySlice<Step>) throws(FaultRefusal) -> ServerHistory {
    var history = ServerHistory()
    var isKnown = false
    for step in steps {
      switch step.content {
      case .snapshot(let snapshot) where snapshot.role == .base:
        history = ServerHistory()
        for (index, bytes) in snapshot.changesets.enumerated() {
          history.add(try change(bytes, version: UInt64(index + 1), isOnDevice: true))
        }
        isKnown = true
      case .snapshot(let snapshot) where snapshot.role == .server || snapshot.role == .afterReset:
        isKnown = false
      case .serverCommit(let commit):
        isKnown = isKnown && commit.serverVersion <= history.lastVersion + 1
        var change = try change(
          commit.changeset, version: commit.serverVersion, isOnDevice: false)
        change.originTimestampMilliseconds = commit.originTimestampMilliseconds
        history.add(change)
      default: break
      }
    }
    guard isKnown else {
      throw FaultRefusal("the trace does not show the server's history from its first version")
    }
    return history
  }

  private func change(_ bytes: [UInt8], version: UInt64, isOnDevice: Bool) throws(FaultRefusal)
    -> FaultedChange
  {
    guard let changeset = try? Changeset(decoding: bytes) else {
      throw FaultRefusal("the changeset of server version \(version) cannot be read")
    }
    return FaultedChange(
      serverVersion: version == 0 ? nil : version, isOnDevice: isOnDevice, changeset: changeset)
  }
}

// On the wire
extension TraceFold {
  private func wireHistory(_ steps: ArraySlice<Step>) throws(FaultRefusal) -> ServerHistory {
    var history = ServerHistory()
    var uploads = IntegratedUploads()
    for step in steps {
      switch step.content {
      case .upload(let upload): uploads.take(upload)
      case .serverCommit(let commit):
        history.add(
          try change(commit.changeset, version: commit.serverVersion, isOnDevice: false))
      case .download(let download):
        for entry in download.entries {
          history.add(
            try change(entry.changeset, version: entry.serverVersion, isOnDevice: true))
        }
        for (version, entry) in uploads.integrated(by: download) {
          var change = try change(entry.changeset, version: version, isOnDevice: true)
          change.clientVersion = entry.clientVersion
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
  private var waiting: [Upload.Entry] = []
  private var seen: Set<UInt64> = []

  mutating func take(_ upload: Upload) {
    waiting += upload.entries.filter { seen.insert($0.clientVersion).inserted }
  }

  mutating func integrated(by download: Download) -> [(version: UInt64, entry: Upload.Entry)] {
    let count = waiting.firstIndex { $0.clientVersion > download.downloadClientVersion }
    let entries = Array(waiting.prefix(count ?? waiting.count))
    waiting.removeFirst(entries.count)
    let others = Set(download.entries.map(\.serverVersion))
    var version = download.downloadServerVersion
    var result: [(version: UInt64, entry: Upload.Entry)] = []
    for entry in entries.reversed() {
      while version > 1, others.contains(version) { version -= 1 }
      result.append((version, entry))
      if version > 1 { version -= 1 }
    }
    return result.reversed()
  }
}
