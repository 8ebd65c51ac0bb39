import TraceFormat

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
