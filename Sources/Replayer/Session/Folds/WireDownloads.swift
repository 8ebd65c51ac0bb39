import TraceFormat

/// What a client integrates of the DOWNLOAD messages that it gets.
///
/// It stores the messages of a bootstrap of flexible sync, and integrates them together once the last one is there; one
/// that is cut short is never integrated (Realm Core: `sync/client.cpp`, `sync/noinst/pending_bootstrap_store.cpp`).
struct WireDownloads: Sendable {
  /// The last server version that the client has.
  private(set) var version: UInt64 = 0
  private var session: UInt32 = 0
  private var stored: DecodedDownload?
  /// The last whole one of flexible sync: of which set of subscriptions, and with which changesets.
  private var last: (queryVersion: Int64, entries: [Download.Entry])?

  /// Takes the next message; gives what is to be integrated now, if anything, and which of its changesets the client
  /// does not have. After a client was killed the server sends again what had not been integrated.
  mutating func take(
    _ download: DecodedDownload, ofSession session: UInt32
  ) -> (download: DecodedDownload, news: [Decoded<Download.Entry>])? {
    guard let whole = whole(download, session) else { return nil }
    var news: [Decoded<Download.Entry>] = []
    // In flexible sync any number of changesets may have one version, which may be the one that the client has. A
    // server begins a bootstrap for the same subscriptions, too, as where the user's role has changed.
    var isNew = false
    if let batch = whole.batch {
      let next = (queryVersion: batch.queryVersion, entries: whole.entries.map(\.recorded))
      isNew = last.map { $0 != next } ?? true
      last = next
    }
    for entry in whole.entries {
      let version = entry.recorded.serverVersion
      guard version > self.version || isNew && version == self.version else { continue }
      self.version = version
      news.append(entry)
    }
    version = max(version, whole.downloadServerVersion)
    return (whole, news)
  }

  private mutating func whole(_ download: DecodedDownload, _ session: UInt32) -> DecodedDownload? {
    if session != self.session { stored = nil }
    self.session = session
    guard let batch = download.batch, batch.state != .steadyState else { return download }
    var all = download
    if let stored, stored.batch?.queryVersion == batch.queryVersion {
      all.entries = stored.entries + download.entries
      all.writtenBefore = stored.writtenBefore + download.writtenBefore
    }
    stored = batch.state == .moreToCome ? all : nil
    return batch.state == .moreToCome ? nil : all
  }
}
