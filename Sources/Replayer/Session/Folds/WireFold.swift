import RealmModel
import TraceFormat

/// Folds a session that only the wire was recorded of: what was uploaded is the client's, and what was
/// downloaded is both sides'. Each side merges what it gets with what it has, as they really do.
struct WireFold: SessionFold {
  var timeline: SessionTimeline
  var isFaulted = false
  private var client: ClientPeer
  private var sides = WireSides()
  private var downloads = WireDownloads()
  private var written: Set<UInt64> = []
  private var transactionIndexes: [UInt64: Int] = [:]
  /// The last server version that the client has, with its salt where the server had no newer one.
  private var newestVersion: ServerVersion?
  private var merged = MergedTransactions()
  /// Whether nothing concurrent was met, so that both sides have done the same in the same order.
  private var isInStep = true
  private(set) var base: RealmState?
  private(set) var server: RealmState?
  /// Whether the trace has the file from its first session on.
  private let isComplete: Bool
  private var leftByReset: WireReset.Left?
  private let recovered: Set<UInt64>

  /// - Parameters:
  ///   - leftByReset: what the reset that the file comes from has left.
  ///   - recovered: the client versions of what that reset recovered.
  init(
    _ timeline: SessionTimeline, isComplete: Bool, leftByReset: WireReset.Left?,
    recovered: Set<UInt64>
  ) {
    (self.timeline, self.recovered) = (timeline, recovered)
    (self.isComplete, self.leftByReset) = (isComplete, leftByReset)
    client = ClientPeer(RealmState(), fileIdent: timeline.fileIdent)
    publish()
  }

  var local: RealmState? { client.state }

  var downloadedVersion: UInt64 { downloads.version }

  /// On the wire a reset shows by the download that follows it, in another session.
  var resetJustDone: DueReset? { nil }

  /// The file goes on from what its reset has left, once that is downloaded.
  mutating func finish() {
    guard let left = leftByReset else { return }
    client.replaceState(by: left.state)
    timeline.foundGaps += left.gaps
    (leftByReset, isInStep) = (nil, false)
  }

  func point(after event: SessionEvent, _ change: SessionTimeline.Change)
    -> SessionTimeline.Point
  {
    SessionTimeline.Point(
      sequence: event.sequence, timeMicroseconds: event.timeMicroseconds, change: change,
      base: base, client: local, server: server, isClientAhead: false,
      acknowledgedClientVersion: sides.acknowledgedClientVersion,
      transactions: 0..<timeline.transactions.count, downloadedServerVersion: downloadedVersion,
      newestServerVersion: newestVersion,
      merged: merged, serverChanges: 0..<0, foundGapCount: timeline.foundGaps.count)
  }

  mutating func change(by event: SessionEvent) -> SessionTimeline.Change? {
    if let left = leftByReset, !left.sessions.contains(event.session) { finish() }
    return switch event.content {
    case .upload(let entries): take(entries, arrives: true, event)
    case .lostUpload(let entries): take(entries, arrives: false, event)
    case .download(let download): take(download, event)
    case .lostDownload(let download): takeLost(download, event)
    case .silentIntegration(let versions): takeSilent(versions, event)
    case .error(let error): .error(asksForReset: error.asksForReset)
    case .snapshot, .localCommit, .serverCommit, .observed: nil
    }
  }
}

// What the client sends
extension WireFold {
  private mutating func take(
    _ entries: [Decoded<Upload.Entry>], arrives: Bool, _ event: SessionEvent
  ) -> SessionTimeline.Change? {
    let count = timeline.transactions.count
    for entry in entries {
      write(
        LateUpload(
          entry: entry, sequence: event.sequence, timeMicroseconds: event.timeMicroseconds), event)
      guard arrives, var upload = entry.historyEntry else { continue }
      upload.originFileIdent = fileIdent
      sides.receive(upload)
    }
    publish()
    guard timeline.transactions.count > count, let last = timeline.transactions.last else {
      return nil
    }
    return .upload(lastClientVersion: last.clientVersion)
  }

  /// Takes a transaction of the device. One that was disconnected uploads again what was not acknowledged.
  private mutating func write(_ upload: LateUpload, _ event: SessionEvent) {
    let version = upload.entry.recorded.clientVersion
    guard written.insert(version).inserted else { return }
    transactionIndexes[version] = timeline.transactions.count
    var shown = event
    (shown.sequence, shown.timeMicroseconds) = (upload.sequence, upload.timeMicroseconds)
    let changeset = addTransaction(
      version, upload.entry.recorded.originTimestampMilliseconds, upload.entry.contents, shown)
    timeline.transactions[timeline.transactions.count - 1].isRecovered = recovered.contains(version)
    guard changeset != nil, let entry = upload.entry.historyEntry else { return }
    guard let failure = client.write(entry) else { return }
    let fact = isFaulted ? Gap.Fact.mergeUnderFaults(failure) : .deviceMisfit(failure)
    timeline.foundGaps.append(Gap(fact, sequence: shown.sequence))
  }

  /// Takes what the device had written by now and uploads later.
  mutating func takeWritten(_ uploads: [LateUpload], _ event: SessionEvent) {
    guard let last = uploads.last else { return }
    for upload in uploads { write(upload, event) }
    timeline.add(
      point(after: event, .upload(lastClientVersion: last.entry.recorded.clientVersion)))
  }

  private mutating func take(_ download: DecodedDownload, _ event: SessionEvent)
    -> SessionTimeline.Change?
  {
    guard let (download, news) = downloads.take(download, ofSession: event.session) else {
      return nil
    }
    let entries = news.compactMap { change(of: $0, event) }
    newestVersion =
      download.downloadServerVersion == download.latest.version ? download.latest : nil
    let isQuiet = isAgreed(on: sides.placedClientVersion) && download.writtenBefore.isEmpty
    integrate(entries, writtenBefore: download.writtenBefore, event)
    let isNews = sides.take(download, entries, givingState: !isQuiet)
    if isAgreed(on: download.downloadClientVersion), let state = client.state {
      sides.agree(on: state)
    }
    client.forget(through: download.downloadClientVersion)
    noteServerFailures(event)
    publish()
    guard isNews || !download.entries.isEmpty else { return nil }
    return .download(
      changeCount: download.entries.count,
      acknowledgedClientVersion: sides.acknowledgedClientVersion)
  }

  /// Whether the client has nothing but what the server has too, in the same order.
  private func isAgreed(on placedVersion: UInt64) -> Bool {
    isInStep && !client.hasWritten(above: placedVersion)
  }

  /// A changeset with its place in the histories; nil where it can't be read, which is noted.
  private mutating func change(
    of entry: Decoded<Download.Entry>, _ event: SessionEvent
  ) -> HistoryEntry? {
    readable(entry.contents, event) == nil ? nil : entry.historyEntry
  }

  /// Integrates what arrived, each behind the transactions that the device had made before.
  private mutating func integrate(
    _ entries: [HistoryEntry], writtenBefore: [LateUpload], _ event: SessionEvent
  ) {
    var written = writtenBefore[...]
    var run: [HistoryEntry] = []
    for entry in entries {
      let isEarlier = { (upload: LateUpload) in
        upload.entry.recorded.serverVersion < entry.version
      }
      if written.first.map(isEarlier) == true {
        integrate(run, event)
        run = []
        while let upload = written.first, isEarlier(upload) {
          write(upload, event)
          written.removeFirst()
        }
      }
      run.append(entry)
    }
    integrate(run, event)
    for upload in written { write(upload, event) }
  }

  private mutating func integrate(_ entries: [HistoryEntry], _ event: SessionEvent) {
    guard !entries.isEmpty else { return }
    if entries.contains(where: { client.hasWritten(above: $0.lastIntegratedRemoteVersion) }
    ) {
      isInStep = false
    }
    let integration = client.integrate(entries)
    note(integration, event)
    guard integration.changesOurs else { return }
    merged.replace(by: client.merged(above: sides.acknowledgedClientVersion), transactionIndexes)
  }

  private mutating func noteServerFailures(_ event: SessionEvent) {
    let failures = sides.takeFailures()
    // Of a file that is not known from its beginning, not all can fit.
    guard isComplete else { return }
    // What did not fit the device either is noted already.
    let noted = Set(timeline.foundGaps.reversed().prefix { $0.sequence == event.sequence })
    timeline.foundGaps += failures.map { misfit($0, event) }.filter { !noted.contains($0) }
  }

  private mutating func publish() {
    let shared = sides.shared
    server = sides.server(besides: shared)
    if isComplete { base = shared }
  }

  private mutating func takeLost(_ download: DecodedDownload, _ event: SessionEvent)
    -> SessionTimeline.Change?
  {
    let changes = download.entries.compactMap { change(of: $0, event) }
    let isNews = sides.takeLost(download, changes)
    noteServerFailures(event)
    publish()
    return isNews ? .serverCommit(serverVersion: download.downloadServerVersion) : nil
  }

  private mutating func takeSilent(_ versions: Set<UInt64>, _ event: SessionEvent)
    -> SessionTimeline.Change?
  {
    sides.integrateSilently(versions)
    noteServerFailures(event)
    publish()
    return .serverCommit(serverVersion: 0)
  }
}
