import RealmModel
import TraceFormat

/// Folds the events of a session into its timeline. What counts and what only repeats it depends on
/// what the session was recorded from; there is a fold for each.
protocol SessionFold {
  var timeline: SessionTimeline { get set }
  /// The client's state, where the trace shows it.
  var local: RealmState? { get }
  /// What the server has, as far as the trace shows it.
  var server: RealmState? { get }
  /// Whether faults have changed what is folded.
  var isFaulted: Bool { get set }
  /// The reset after which nothing has changed the client's state, if there was one.
  var resetJustDone: DueReset? { get }

  /// What an event changes; nil if nothing.
  mutating func change(by step: TraceFold.Step) throws(ReplayFailure) -> SessionTimeline.Change?
  /// Completes what waits for an event that never came.
  mutating func finish() throws(ReplayFailure)
  /// Where things stand now.
  func point(after step: TraceFold.Step, _ change: SessionTimeline.Change) -> SessionTimeline.Point
}

extension SessionFold {
  /// Takes the next event, and notes a point if it changed something.
  mutating func take(_ step: TraceFold.Step) throws(ReplayFailure) {
    guard let change = try change(by: step) else { return }
    timeline.points.append(point(after: step, change))
  }

  /// Adds a transaction of the device; gives its changeset where that can be read.
  mutating func addTransaction(
    _ version: UInt64, _ originTimestamp: UInt64?, _ contents: Result<Changeset, DecodingFailure>,
    _ step: TraceFold.Step
  ) -> Changeset? {
    let changeset = readable(contents, step)
    timeline.transactions.append(
      UnsyncedChangeset(
        clientVersion: version, sequence: step.sequence, timeMicroseconds: step.timeMicroseconds,
        originTimestampMilliseconds: originTimestamp, changeset: changeset ?? Changeset()))
    return changeset
  }

  /// A changeset; nil where it can't be read, which is noted.
  mutating func readable(
    _ contents: Result<Changeset, DecodingFailure>, _ step: TraceFold.Step
  ) -> Changeset? {
    switch contents {
    case .success(let changeset): return changeset
    case .failure(let failure):
      timeline.foundGaps.append(Gap(.unreadableChangeset(failure), sequence: step.sequence))
      return nil
    }
  }

  /// That a changeset does not fit the state that it is for.
  func misfit(_ failure: ApplyFailure, _ step: TraceFold.Step) -> Gap {
    Gap(isFaulted ? .mergeUnderFaults(failure) : .misfit(failure), sequence: step.sequence)
  }

  /// Notes what the device's merge left out, and what it could not integrate.
  mutating func note(_ integration: ClientPeer.Integration, _ step: TraceFold.Step) {
    for failure in integration.failures { timeline.foundGaps.append(misfit(failure, step)) }
    guard !integration.mergedAway.isEmpty else { return }
    timeline.merges.append(
      MergeSighting(
        sequence: step.sequence, timeMicroseconds: step.timeMicroseconds,
        mergedAway: integration.mergedAway))
  }

  /// That a changeset cannot be integrated.
  func misfit(_ failure: IntegrationFailure, _ step: TraceFold.Step) -> Gap {
    switch failure {
    case .misfit(let failure): misfit(failure, step)
    case .merge(let failure):
      Gap(.contradiction(reason: failure.description), sequence: step.sequence)
    }
  }
}
