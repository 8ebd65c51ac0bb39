import TraceFormat

struct SessionEvent: Sendable {
  var session: UInt32 = 0
  var sequence: UInt64
  var timeMicroseconds: Int64
  var content: Content

  enum Content: Sendable {
    case snapshot(DecodedSnapshot)
    case localCommit(Decoded<LocalCommit>)
    case serverCommit(Decoded<ServerCommit>)
    case upload([Decoded<Upload.Entry>])
    case download(DecodedDownload)
    /// A DOWNLOAD that the client refused, or under faults never got.
    case lostDownload(DecodedDownload)
    /// An UPLOAD that the server never got; only faults make such.
    case lostUpload([Decoded<Upload.Entry>])
    /// The server takes transactions of some client versions and says nothing of it; only faults make such.
    case silentIntegration(ofClientVersions: Set<UInt64>)
    case error(SyncError)
    case observed(ObservedReset)
  }

  func with(_ content: Content) -> SessionEvent {
    var event = self
    event.content = content
    return event
  }

  var download: DecodedDownload? {
    if case .download(let download) = content { download } else { nil }
  }

  var uploads: [Upload.Entry] {
    if case .upload(let entries) = content { entries.map(\.recorded) } else { [] }
  }
}

extension [SessionEvent] {
  /// The same events of one file, where each DOWNLOAD knows what the device had written before it and uploaded
  /// only afterwards. An upload says so itself: it names the last server version that the device had integrated
  /// before it wrote that.
  func withLateUploads() -> [SessionEvent] {
    var events = self
    var downloads: [(version: UInt64, index: Int)] = []
    var seen: Set<UInt64> = []
    for (index, event) in enumerated() {
      switch event.content {
      case .download(let download):
        guard let last = download.entries.map(\.recorded.serverVersion).max() else { break }
        // What comes again brings no higher versions.
        if last > downloads.last?.version ?? 0 { downloads.append((last, index)) }
      case .upload(let entries):
        for entry in entries where seen.insert(entry.recorded.clientVersion).inserted {
          let later = downloads.partitioningIndex { $0.version > entry.recorded.serverVersion }
          guard later < downloads.count else { continue }
          events[downloads[later].index].add(
            LateUpload(
              entry: entry, sequence: event.sequence, timeMicroseconds: event.timeMicroseconds))
        }
      default: break
      }
    }
    return events
  }
}

extension SessionEvent {
  fileprivate mutating func add(_ upload: LateUpload) {
    guard case .download(var download) = content else { return }
    download.writtenBefore.append(upload)
    content = .download(download)
  }
}
