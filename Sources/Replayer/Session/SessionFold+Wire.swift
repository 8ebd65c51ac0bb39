import RealmModel
import TraceFormat

// What crossed the wire
extension SessionFold {
  mutating func take(_ upload: Upload, _ step: TraceFold.Step) -> SessionTimeline.Change? {
    let count = timeline.transactions.count
    // A client that was disconnected uploads again what was not acknowledged.
    for entry in upload.entries where wire.isFirstUpload(of: entry.clientVersion) {
      let changeset = addTransaction(
        entry.clientVersion, entry.originTimestampMilliseconds, entry.changeset, step)
      if let changeset { share(changeset, of: entry.clientVersion, step) }
    }
    guard timeline.transactions.count > count, let last = timeline.transactions.last else {
      return nil
    }
    return .upload(lastClientVersion: last.clientVersion)
  }

  mutating func take(_ download: Download, _ step: TraceFold.Step) -> SessionTimeline.Change? {
    for entry in download.entries {
      noteConcurrency(of: entry, step)
      if let changeset = decode(entry.changeset, step) { share(changeset, of: nil, step) }
    }
    let isNews = wire.acknowledge(download.uploadClientVersion, local)
    publishShared()
    guard isNews || !download.entries.isEmpty else { return nil }
    return .download(
      changeCount: download.entries.count,
      acknowledgedClientVersion: wire.acknowledgedClientVersion)
  }

  /// Applies a changeset to the client's state and, unless it waits for its acknowledgement, to what
  /// both sides have.
  private mutating func share(
    _ changeset: Changeset, of version: UInt64?, _ step: TraceFold.Step
  ) {
    apply(changeset, to: \.local, step)
    wire.add(changeset, of: version, local)
    publishShared()
  }

  /// Takes a change that the server has and the client never got; only faults make such.
  mutating func takeAhead(_ commit: ServerCommit, _ step: TraceFold.Step)
    -> SessionTimeline.Change?
  {
    guard let changeset = decode(commit.changeset, step) else { return nil }
    aheadOfClient.append(changeset)
    publishShared()
    return .serverCommit(serverVersion: commit.serverVersion)
  }

  /// Takes what the trace shows of the server for what a reset downloads.
  mutating func replace(by client: SessionFold) {
    local = client.server
    timeline.foundGaps = [
      Gap(
        kind: .missingFresh,
        text: "the download that was recorded shows the server without the faults; what the trace "
          + "shows of the server with them stands for it")
    ]
  }

  mutating func publishShared() {
    server = wire.shared
    // What does not fit is left out, as everywhere on the wire.
    for changeset in aheadOfClient { try? server?.apply(changeset) }
    if timeline.isWireComplete { base = wire.shared }
  }

  private mutating func noteConcurrency(of entry: Download.Entry, _ step: TraceFold.Step) {
    guard let last = timeline.transactions.last, entry.clientVersion < last.clientVersion,
      !wire.isConcurrent
    else { return }
    wire.isConcurrent = true
    timeline.foundGaps.append(
      Gap(
        kind: .unmergedConcurrentChanges, sequence: step.sequence,
        text: "the client merged concurrent changes of the server with its own; they are "
          + "applied one after the other here, so its state is approximate"))
  }
}
