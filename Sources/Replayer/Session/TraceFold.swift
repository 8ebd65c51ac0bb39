import RealmModel
import TraceFormat

/// Sorts the events of a trace by session and keeps what a replay needs of them.
struct TraceFold: Sendable {
  /// An event that states are built from.
  struct Step: Sendable {
    var sequence: UInt64
    var timeMicroseconds: Int64
    var content: Content

    enum Content: Sendable {
      case snapshot(Snapshot)
      case localCommit(LocalCommit)
      case serverCommit(ServerCommit)
      case upload(Upload)
      case download(Download)
      case error(SyncError)
      case observed(ResetObserved)
    }
  }

  private(set) var graph = SessionGraph()
  private(set) var steps: [UInt32: [Step]] = [:]
  private(set) var starts: [UInt32: SessionStart] = [:]
  /// What is missing or doubtful in the trace as a whole.
  private(set) var gaps: [Gap] = []
  private var suspectCount = 0

  mutating func observe(_ event: Event) {
    if event.isSuspect { noteSuspect(event) }
    switch event.content {
    case .sessionStart(let start):
      starts[event.session] = start
      graph.observe(event)
    case .message(let message): observe(message, event)
    case .localCommit(let commit): keep(.localCommit(commit), event)
    case .serverCommit(let commit): keep(.serverCommit(commit), event)
    case .snapshot(let snapshot): keep(.snapshot(snapshot), event)
    case .syncError(let error):
      graph.observe(event)
      keep(.error(error), event)
    case .resetObserved(let observed): keep(.observed(observed), event)
    case .loss(let loss): noteLoss(loss, event)
    case .note, .unknown: break
    }
  }

  private mutating func keep(_ content: Step.Content, _ event: Event) {
    steps[event.session, default: []].append(
      Step(
        sequence: event.sequence, timeMicroseconds: event.timeMicroseconds, content: content))
  }

  private mutating func observe(_ message: WireMessage, _ event: Event) {
    let meaning: ProtocolMessage
    do {
      meaning = try message.parsed()
    } catch {
      gaps.append(
        Gap(
          kind: .unreadableMessage, sequence: event.sequence,
          text: "the message cannot be read: \(error)"))
      return
    }
    graph.observe(meaning, of: event)
    switch meaning {
    case .upload(let upload): keep(.upload(upload), event)
    case .download(let download): keep(.download(download), event)
    default: break
    }
  }

  private mutating func noteLoss(_ loss: Loss, _ event: Event) {
    let count = loss.recordCount.map { "\($0) records are" } ?? "records are"
    gaps.append(
      Gap(
        kind: .lostRecords, sequence: event.sequence,
        text: "\(count) missing here: \(loss.reason)"))
  }

  /// Notes the first suspect record; one line is enough for any number of them.
  private mutating func noteSuspect(_ event: Event) {
    suspectCount += 1
    guard suspectCount == 1 else { return }
    gaps.append(
      Gap(
        kind: .suspectRecords, sequence: event.sequence,
        text: "this and later records come from a part of the file that failed its checksum"))
  }
}

// The timelines
extension TraceFold {
  /// The timelines of all sessions that show states, and of all files that a capture shows the reset
  /// of, each with its resets.
  func timelines() throws(ReplayFailure) -> [SessionTimeline] {
    var timelines: [SessionTimeline] = []
    for session in steps.keys.sorted() where isRecordedInside(session) {
      var fold = try fold(of: session)
      try fold.finish()
      timelines.append(fold.timeline)
    }
    return timelines + (try wireTimelines())
  }

  /// All resets of the trace, in the order in which they were asked for.
  func resets() throws(ReplayFailure)
    -> [(timeline: SessionTimeline, recorded: SessionTimeline.RecordedReset)]
  {
    try timelines().flatMap { timeline in timeline.resets.map { (timeline, $0) } }.sorted {
      $0.recorded.reset.summary.resetSequence < $1.recorded.reset.summary.resetSequence
    }
  }

  /// The fold of a session up to a record.
  func fold(of session: UInt32, through sequence: UInt64 = .max) throws(ReplayFailure)
    -> SessionFold
  {
    var fold = SessionFold(emptyTimeline(of: session))
    for step in allSteps(of: session) where step.sequence <= sequence { try fold.take(step) }
    return fold
  }

  /// The timeline of a session before its first event.
  func emptyTimeline(of session: UInt32) -> SessionTimeline {
    let isInside = isRecordedInside(session)
    return SessionTimeline(
      session: session, start: starts[session], isWireOnly: !isInside,
      isWireComplete: !isInside && isFileComplete(of: session),
      openingGaps: isInside ? gaps : gaps + [.wireOnly])
  }

  /// All events that a session's states follow from.
  func allSteps(of session: UInt32) -> [Step] {
    isRecordedInside(session) ? steps[session] ?? [] : fileSteps(of: session)
  }

  /// Whether a session shows states and transactions, not only what crossed the wire.
  func isRecordedInside(_ session: UInt32) -> Bool {
    (steps[session] ?? []).contains { step in
      switch step.content {
      case .snapshot, .localCommit, .serverCommit: true
      case .upload, .download, .error, .observed: false
      }
    }
  }

  func wireTimelines() throws(ReplayFailure) -> [SessionTimeline] {
    var timelines: [SessionTimeline] = []
    for reset in wireResets() { timelines.append(try reset.timeline()) }
    let open = graph.sessions.first { session in
      session.endedForReset && !isRecordedInside(session.number)
    }
    // An error asked for a reset, but the trace ends before its download.
    if let open, timelines.isEmpty, !steps.keys.contains(where: isRecordedInside) {
      throw .noFreshState(session: open.number)
    }
    return timelines
  }
}

// Files on the wire
extension TraceFold {
  /// The resets that the trace shows by what later sessions do.
  private func wireResets() -> [WireReset] {
    var used: Set<UInt32> = []
    return graph.resets.map { sighting in
      let reset = WireReset(sighting, self, besides: used)
      if let original = reset.original { used.insert(original.number) }
      return reset
    }
  }

  /// The timeline of a file that was reset, if other events had led to that.
  ///
  /// - Parameter freshIsServers: whether the state that was downloaded then is no longer the
  ///   server's, so that what the events show of it stands for it.
  func wireTimeline(
    of session: UInt32, after events: [Step], freshIsServers: Bool
  ) throws(ReplayFailure) -> SessionTimeline? {
    let reset = wireResets().first { $0.session == session }
    return try reset?.timeline(after: events, freshIsServers: freshIsServers)
  }

  /// Everything that the file of a session sent and received up to and in that session.
  func fileSteps(of number: UInt32) -> [Step] {
    guard let session = graph[number], let file = session.file else { return steps[number] ?? [] }
    let sessions = graph.sessions.filter {
      $0.file == file && $0.startSequence <= session.startSequence
    }
    return sessions.flatMap { steps[$0.number] ?? [] }.sorted { $0.sequence < $1.sequence }
  }

  /// Whether the trace has the file of a session from its first session on.
  func isFileComplete(of session: UInt32) -> Bool {
    guard let file = graph[session]?.file else { return false }
    return graph.sessions.contains { $0.file == file && $0.obtainedFileIdent }
  }
}
