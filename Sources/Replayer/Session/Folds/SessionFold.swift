import RealmModel
import TraceFormat

/// Folds the events of a session into its timeline. What counts and what only repeats it depends on
/// what the session was recorded from; there is a fold for each.
protocol SessionFold {
  var timeline: SessionTimeline { get set }
  var local: RealmState? { get }
  /// What both sides last shared, where the trace shows it.
  var base: RealmState? { get }
  var server: RealmState? { get }
  var isFaulted: Bool { get set }
  /// Whether a reset was asked for whose download does not show yet.
  var awaitsDownload: Bool { get }
  /// The reset after which nothing has changed the client's state, if there was one.
  var resetJustDone: DueReset? { get }

  mutating func change(by event: SessionEvent) throws(ReplayFailure) -> SessionTimeline.Change?
  /// Completes what waits for an event that never came.
  mutating func finish() throws(ReplayFailure)
  func point(after event: SessionEvent, _ change: SessionTimeline.Change) -> SessionTimeline.Point
}

extension SessionFold {
  var awaitsDownload: Bool { false }

  var fileIdent: UInt64 { timeline.fileIdent }

  /// Takes the next event, and notes a point if it changed something.
  mutating func take(_ event: SessionEvent) throws(ReplayFailure) {
    guard let change = try change(by: event) else { return }
    timeline.add(point(after: event, change))
  }

  /// Adds a transaction of the device; gives its changeset where that can be read.
  mutating func addTransaction(
    _ version: UInt64, _ originTimestamp: UInt64?, _ contents: Result<Changeset, DecodingFailure>,
    _ event: SessionEvent
  ) -> Changeset? {
    let changeset = readable(contents, event)
    timeline.transactions.append(
      UnsyncedChangeset(
        clientVersion: version, sequence: event.sequence, timeMicroseconds: event.timeMicroseconds,
        originTimestampMilliseconds: originTimestamp, changeset: changeset ?? Changeset()))
    return changeset
  }

  /// A changeset; nil where it can't be read, which is noted.
  mutating func readable(
    _ contents: Result<Changeset, DecodingFailure>, _ event: SessionEvent
  ) -> Changeset? {
    switch contents {
    case .success(let changeset): return changeset
    case .failure(let failure):
      timeline.foundGaps.append(Gap(.unreadableChangeset(failure), sequence: event.sequence))
      return nil
    }
  }

  func misfit(_ failure: ApplyFailure, _ event: SessionEvent) -> Gap {
    Gap(isFaulted ? .mergeUnderFaults(failure) : .misfit(failure), sequence: event.sequence)
  }

  /// Notes what the device's merge left out, and what it could not integrate.
  mutating func note(_ integration: IntegratedChanges, _ event: SessionEvent) {
    for failure in integration.failures { timeline.foundGaps.append(misfit(failure, event)) }
    guard !integration.mergedAway.isEmpty else { return }
    timeline.merges.append(
      MergeOccurrence(
        sequence: event.sequence, timeMicroseconds: event.timeMicroseconds,
        mergedAway: integration.mergedAway))
  }

  func misfit(_ failure: IntegrationFailure, _ event: SessionEvent) -> Gap {
    switch failure {
    case .misfit(let failure): misfit(failure, event)
    // The place that a failure has is within this merge, not within the trace.
    case .merge(let failure):
      Gap(.contradiction(reason: failure.message), sequence: event.sequence)
    }
  }
}
