import Testing
import TraceFormat

@testable import Replayer

/// Which changesets of flexible sync a client integrates.
@Suite struct WireDownloadsTests {
  /// Two changesets of one version.
  private func download(
    _ version: UInt64, query: Int64, _ state: Download.BatchState, time: UInt64 = 0
  ) -> DecodedDownload {
    let entry = Download.Entry(
      serverVersion: version, clientVersion: 0, originTimestampMilliseconds: time,
      originFileIdent: 9, originalChangesetSize: 0, changeset: [])
    var memory = MemoryBudget(.unlimited)
    return DecodedDownload(
      Download(
        sessionIdent: 1, downloadServerVersion: version, downloadClientVersion: 0,
        latestServerVersion: version, latestServerVersionSalt: 1, uploadClientVersion: 0,
        uploadServerVersion: 0,
        scope: .flexible(queryVersion: query, batchState: state, progressEstimate: 1),
        bodySize: .plain(0), entries: [entry, entry]), &memory)
  }

  @Test func `what comes again is not integrated again, a bootstrap for another query is`() {
    let steps: [(version: UInt64, query: Int64, state: Download.BatchState, count: Int)] = [
      (2, 1, .lastInBatch, 2), (2, 1, .lastInBatch, 0), (2, 2, .lastInBatch, 2),
      (3, 2, .steadyState, 2), (3, 2, .steadyState, 0), (4, 2, .lastInBatch, 2),
    ]
    var downloads = WireDownloads()
    for step in steps {
      let taken = downloads.take(
        download(step.version, query: step.query, step.state), ofSession: 1)
      #expect(taken?.news.count == step.count, "\(step)")
    }
    // The server may bring other objects for the same query at the same version.
    for count in [2, 0] {
      let taken = downloads.take(download(4, query: 2, .lastInBatch, time: 1), ofSession: 1)
      #expect(taken?.news.count == count)
    }
    let next = downloads.take(download(4, query: 2, .steadyState, time: 2), ofSession: 1)
    #expect(next?.news.count == 2)
  }
}
