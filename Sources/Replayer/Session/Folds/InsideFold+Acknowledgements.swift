import RealmModel
import TraceFormat

// What the server says that it has of the device's transactions. In a session from the inside, that is what a
// DOWNLOAD is kept for: its progress is the only acknowledgement that the protocol knows.
extension InsideFold {
  /// Takes the server's word for how far it has got; what both sides have goes on to there.
  mutating func acknowledge(_ version: UInt64, _ step: TraceFold.Step) -> SessionTimeline.Change? {
    timeline.hasAcknowledgements = true
    guard version > acknowledgedClientVersion else { return nil }
    acknowledgedClientVersion = version
    settle(step)
    return .download(changeCount: 0, acknowledgedClientVersion: version)
  }

  /// Moves what is acknowledged to what both sides have.
  ///
  /// A client that has an acknowledgement has integrated what it was sent before, so the server's changes
  /// up to here are shared too. What still waits is the client's alone, on top of that.
  mutating func settle(_ step: TraceFold.Step) {
    let settled = waiting.settle(upTo: acknowledgedClientVersion)
    transactionStart = settled.firstWaiting ?? timeline.transactions.count
    if settled.isConcurrent { timeline.foundGaps.append(Gap(.merge, sequence: step.sequence)) }
    guard !isServerApart, server != nil, var shared = base else {
      for changeset in settled.acknowledged {
        base?.applyIfItFits(changeset)
        server?.applyIfItFits(changeset)
      }
      return
    }
    for changeset in settled.shared { shared.applyIfItFits(changeset) }
    (base, server) = (shared, shared)
    serverChangeStart = timeline.serverChanges.count
    guard !isLocalApart else { return }
    for changeset in settled.waiting { shared.applyIfItFits(changeset) }
    local = shared
  }

  /// Takes a change of the server's that an app has told of. Where the app tells of acknowledgements too, and
  /// nothing waits for one, both sides have it.
  mutating func integrate(_ changeset: Changeset, _ step: TraceFold.Step) {
    waiting.add(changeset)
    guard timeline.start?.source == .live else { return }
    if isLocalApart { local?.applyIfItFits(changeset) }
    if timeline.hasAcknowledgements, !waiting.hasTransactions { settle(step) }
  }
}
