import RealmModel
import TraceFormat

/// Folds a session that only the wire was recorded of: what was uploaded is the client's, and what was
/// downloaded is both sides'. The client merges the two; here they are applied in the order of the
/// wire.
struct WireFold: SessionFold {
  var timeline: SessionTimeline
  var isFaulted = false
  private(set) var local: RealmState? = RealmState()
  private(set) var server: RealmState?
  private var base: RealmState?
  private var progress = WireProgress()
  /// What the server has and the client never got; only faults make such.
  private var aheadOfClient: [Changeset] = []
  /// Whether the trace has the file from its first session on.
  private let isComplete: Bool

  init(_ timeline: SessionTimeline, isComplete: Bool) {
    self.timeline = timeline
    self.isComplete = isComplete
    publishShared()
  }

  /// On the wire a reset shows by the download that follows it, in another session.
  var resetJustDone: DueReset? { nil }

  mutating func finish() {}

  func point(after step: TraceFold.Step, _ change: SessionTimeline.Change)
    -> SessionTimeline.Point
  {
    SessionTimeline.Point(
      sequence: step.sequence, timeMicroseconds: step.timeMicroseconds, change: change,
      base: base, client: local, server: server, isClientAhead: false,
      acknowledgedClientVersion: progress.acknowledgedClientVersion,
      transactions: 0..<timeline.transactions.count, serverChanges: 0..<0,
      foundGapCount: timeline.foundGaps.count)
  }

  mutating func change(by step: TraceFold.Step) -> SessionTimeline.Change? {
    switch step.content {
    case .upload(let entries): take(entries, step)
    case .download(let download): take(download, step)
    case .serverCommit(let commit): takeAhead(commit, step)
    case .error(let error): .error(asksForReset: error.asksForReset)
    case .snapshot, .localCommit, .observed: nil
    }
  }

  /// Takes what the trace shows of the server for what a reset downloads.
  mutating func replace(by client: WireFold) {
    local = client.server
    timeline.foundGaps = [Gap(.downloadUnderFaults)]
  }
}

// Messages
extension WireFold {
  private mutating func take(_ entries: [Decoded<Upload.Entry>], _ step: TraceFold.Step)
    -> SessionTimeline.Change?
  {
    let count = timeline.transactions.count
    // A client that was disconnected uploads again what was not acknowledged.
    for entry in entries where progress.isFirstUpload(of: entry.recorded.clientVersion) {
      let version = entry.recorded.clientVersion
      let changeset = addTransaction(
        version, entry.recorded.originTimestampMilliseconds, entry.contents, step)
      if let changeset { share(changeset, of: version, step) }
    }
    guard timeline.transactions.count > count, let last = timeline.transactions.last else {
      return nil
    }
    return .upload(lastClientVersion: last.clientVersion)
  }

  private mutating func take(_ download: DecodedDownload, _ step: TraceFold.Step)
    -> SessionTimeline.Change?
  {
    for entry in download.entries {
      noteConcurrency(of: entry.recorded, step)
      if let changeset = readable(entry.contents, step) { share(changeset, of: nil, step) }
    }
    let isNews = progress.acknowledge(download.uploadClientVersion, local)
    publishShared()
    guard isNews || !download.entries.isEmpty else { return nil }
    return .download(
      changeCount: download.entries.count,
      acknowledgedClientVersion: progress.acknowledgedClientVersion)
  }

  /// Applies a changeset to the client's state and, unless it waits for its acknowledgement, to what
  /// both sides have.
  private mutating func share(
    _ changeset: Changeset, of version: UInt64?, _ step: TraceFold.Step
  ) {
    do throws(ApplyFailure) {
      try local?.apply(changeset)
    } catch {
      timeline.foundGaps.append(misfit(error, step))
    }
    progress.add(changeset, of: version, local)
    publishShared()
  }

  /// Takes a change that the server has and the client never got.
  private mutating func takeAhead(_ commit: Decoded<ServerCommit>, _ step: TraceFold.Step)
    -> SessionTimeline.Change?
  {
    guard let changeset = readable(commit.contents, step) else { return nil }
    aheadOfClient.append(changeset)
    publishShared()
    return .serverCommit(serverVersion: commit.recorded.serverVersion)
  }

  private mutating func publishShared() {
    var server = progress.shared
    for changeset in aheadOfClient { server.applyIfItFits(changeset) }
    self.server = server
    if isComplete { base = progress.shared }
  }

  private mutating func noteConcurrency(of entry: Download.Entry, _ step: TraceFold.Step) {
    guard let last = timeline.transactions.last, entry.clientVersion < last.clientVersion,
      !progress.isConcurrent
    else { return }
    progress.isConcurrent = true
    timeline.foundGaps.append(Gap(.merge, sequence: step.sequence))
  }
}
