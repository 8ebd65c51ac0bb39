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

  /// The session whose timeline it is in.
  var session: UInt32 { original?.number ?? recognized.freshSession }

  /// The timeline of the file that was reset, with this reset at its end.
  func timeline() throws(ReplayFailure) -> SessionTimeline {
    let events = original.flatMap { $0.file == nil ? nil : fold.fileEvents(of: $0.number) } ?? []
    return try timeline(after: events, isFaulted: false, freshIsServers: false)
  }

  /// The same after other events, where the state that was downloaded may be another then.
  func timeline(
    after events: [SessionEvent], isFaulted: Bool, freshIsServers: Bool
  ) throws(ReplayFailure) -> SessionTimeline {
    var fresh = WireFold(
      timeline(of: recognized.freshSession), fileIdent: fold.fileIdent(of: recognized.freshSession),
      isComplete: false)
    for event in fold.events[recognized.freshSession] ?? [] { try fresh.take(event) }
    var client = WireFold(
      timeline(of: session), fileIdent: fold.fileIdent(of: session), isComplete: isBaseComplete)
    client.isFaulted = isFaulted
    for event in events { try client.take(event) }
    if freshIsServers { fresh.replace(by: client) }
    let end = SessionEvent(
      sequence: endSequence, timeMicroseconds: endTime, content: .error(error))
    let standing = client.point(after: end, .error(asksForReset: true))
    let reset = try dueReset(client.timeline, standing, fresh)
    client.timeline.add(reset, approach: client.timeline.points.indices)
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
      of: reset.situation.unsynced, uploads: fold.events[recognized.continuedSession] ?? [])
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
    let isError = { (event: SessionEvent) in
      if case .error = event.content { true } else { false }
    }
    let events = fold.events[original?.number ?? recognized.freshSession]
    return (events?.last(where: isError) ?? events?.last)?.timeMicroseconds ?? 0
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
