import TraceFormat

/// The messages of a bootstrap of flexible sync. A client stores them, and integrates them together once the
/// last one is there; one that is cut short is never integrated (Realm Core: `sync/client.cpp`,
/// `sync/noinst/pending_bootstrap_store.cpp`).
struct WireBootstrap: Sendable {
  private var session: UInt32 = 0
  private var stored: DecodedDownload?

  /// Takes the next message; gives what is to be integrated now, if anything.
  mutating func take(_ download: DecodedDownload, ofSession session: UInt32) -> DecodedDownload? {
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
