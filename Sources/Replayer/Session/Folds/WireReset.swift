import RealmModel
import TraceFormat

/// A reset that a capture shows: what is known of the file before it, and of the fresh download.
///
/// The wire has what was uploaded and downloaded, and by its versions what was known to whom; the client
/// merges what it downloads with its own changes, and so does the replay.
struct WireReset {
  let recognized: RecognizedReset
  /// The last session of the file before the reset, as far as the trace shows it.
  let original: WireSession?
  private let fold: TraceFold

  init(_ recognized: RecognizedReset, _ fold: TraceFold, besides used: Set<UInt32>) {
    self.recognized = recognized
    self.fold = fold
    let candidates: [UInt32] =
      switch recognized.original {
      case .session(let number): [number]
      case .ambiguous(let numbers): numbers
      case .notSeen: []
      }
    let number = candidates.first { !used.contains($0) } ?? candidates.first
    original = number.flatMap { fold.graph[$0] }
  }

  /// The session whose timeline it stands in.
  var session: UInt32 { original?.number ?? recognized.freshSession }

  /// The timeline of the file that was reset, with this reset at its end.
  func timeline() throws(ReplayFailure) -> SessionTimeline {
    let steps = original.flatMap { $0.file == nil ? nil : fold.fileSteps(of: $0.number) } ?? []
    return try timeline(after: steps, isFaulted: false, freshIsServers: false)
  }

  /// The same after other events, where the state that was downloaded may be another then.
  func timeline(
    after steps: [TraceFold.Step], isFaulted: Bool, freshIsServers: Bool
  ) throws(ReplayFailure) -> SessionTimeline {
    var fresh = WireFold(
      timeline(of: recognized.freshSession), fileIdent: fold.fileIdent(of: recognized.freshSession),
      isComplete: false)
    for step in fold.steps[recognized.freshSession] ?? [] { try fresh.take(step) }
    var client = WireFold(
      timeline(of: session), fileIdent: fold.fileIdent(of: session), isComplete: isBaseComplete)
    client.isFaulted = isFaulted
    for step in steps { try client.take(step) }
    if freshIsServers { fresh.replace(by: client) }
    let end = TraceFold.Step(
      sequence: endSequence, timeMicroseconds: endTime, content: .error(error))
    let standing = client.point(after: end, .error(asksForReset: true))
    let reset = try dueReset(client.timeline, standing, fresh)
    client.timeline.resets = [
      SessionTimeline.RecordedReset(
        reset: reset, point: standing, approach: client.timeline.points.indices)
    ]
    return client.timeline
  }

  private func timeline(of session: UInt32) -> SessionTimeline {
    SessionTimeline(
      session: session, start: fold.start(of: session), recording: .wire,
      openingGaps: fold.gaps + [Gap(.wireOnly)])
  }

  private func dueReset(
    _ client: SessionTimeline, _ standing: SessionTimeline.Point, _ fresh: WireFold
  ) throws(ReplayFailure) -> DueReset {
    var reset = try client.reset(
      at: standing, error: error, fresh: fresh.local ?? RealmState())
    let aftermath = WireAftermath(
      of: reset.situation.unsynced, uploads: fold.steps[recognized.continuedSession] ?? [])
    reset.gaps =
      fold.gaps + gaps(client) + aftermath.gaps + client.foundGaps + fresh.timeline.foundGaps
    if let observed = aftermath.observed(action: error.action, endSequence) {
      reset.note(observed)
    }
    return reset
  }

  /// Whether the trace has the file from its first session on.
  private var isBaseComplete: Bool { original.map { fold.isFileComplete(of: $0.number) } ?? false }

  private var error: SyncError {
    original?.error
      ?? SyncError(
        code: nil, name: "", message: "no error was recorded", action: .noAction, isFatal: true)
  }

  private var endSequence: UInt64 {
    original?.endSequence ?? fold.graph[recognized.freshSession]?.startSequence ?? 0
  }

  /// The time of the error, or of the last message before the reset.
  private var endTime: Int64 {
    let isError = { (step: TraceFold.Step) in
      if case .error = step.content { true } else { false }
    }
    let steps = fold.steps[original?.number ?? recognized.freshSession]
    return (steps?.last(where: isError) ?? steps?.last)?.timeMicroseconds ?? 0
  }

  private func gaps(_ client: SessionTimeline) -> [Gap] {
    var gaps = [Gap(.wireOnly)]
    switch recognized.original {
    case .session: break
    case .ambiguous(let numbers): gaps.append(Gap(.sessionAmong(numbers)))
    case .notSeen: gaps.append(Gap(.resetSession))
    }
    if original != nil, !isBaseComplete { gaps.append(client.missingBase) }
    return gaps
  }
}
