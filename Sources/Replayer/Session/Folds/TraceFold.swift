import RealmModel
import TraceFormat

/// Sorts the events of a trace by session and keeps what a replay needs of them.
struct TraceFold: Sendable {
  private(set) var graph = SessionGraph()
  private(set) var events: [UInt32: [SessionEvent]] = [:]
  private(set) var assumedErrors: Set<UInt64> = []
  private(set) var starts: [UInt32: SessionStart] = [:]
  private(set) var gaps: [Gap] = []
  private var suspectCount = 0
  /// States of which parts are still to come, by session.
  private var openSnapshots: [UInt32: DecodedSnapshot] = [:]
  /// Whether a gap says that a recorded state lacks a part.
  private var lacksStatePart = false
  /// The sessions that show states and transactions, not only what crossed the wire.
  private var sessionsFromInside: Set<UInt32> = []
  var loggedResets: [RecordedLoggedReset] = []
  /// The last one of each session.
  var lastLoggedReset: [UInt32: Int] = [:]
  var logErrors = LogErrors()
  var sessionLogErrors: [UInt32: LogErrors] = [:]
  private(set) var loggedSessions: Set<UInt32> = []
  private(set) var sessionsWithoutChangesets: Set<UInt32> = []
  /// Those of which at least one UPLOAD or DOWNLOAD is whole.
  private(set) var sessionsWithTransfers: Set<UInt32> = []
  /// Digests of the sets of subscriptions that each session has named, by their versions.
  private(set) var subscriptionDigests: [UInt32: [Int64: UInt64]] = [:]
  /// What the reset of a session on the wire downloads, where it does not come from the trace.
  private(set) var suppliedFresh: (session: UInt32, state: RealmState, hasInternalKeys: Bool)?
  var memory = MemoryBudget(.unlimited)
  /// Whether timelines have the states of every point, which faults at events and loss timelines look at.
  var keepsStates = true
  /// The bytes of memory of an event that is kept, and of the point of a session that it makes, apart
  /// from what it carries.
  private static let bytesPerEvent = 1024

  mutating func observe(_ event: Event) {
    // A budget that is overrun remembers it, and whoever reads on asks.
    try? memory.charge(Self.bytesPerEvent, for: "what is kept of \(event.sequence) records")
    guard memory.overrun == nil else { return }
    if event.isSuspect { noteSuspect(event) }
    switch event.content {
    case .sessionStart(let start):
      starts[event.session] = start
      if start.source == .log { loggedSessions.insert(event.session) }
      graph.observe(event)
    case .message(let message): observe(message, event)
    case .localCommit(let commit):
      sessionsFromInside.insert(event.session)
      keep(.localCommit(Decoded(commit, commit.changeset, &memory)), event)
    case .serverCommit(let commit):
      sessionsFromInside.insert(event.session)
      keep(.serverCommit(Decoded(commit, commit.changeset, &memory)), event)
    case .snapshot(let snapshot):
      sessionsFromInside.insert(event.session)
      if let whole = whole(snapshot, event) { keep(.snapshot(whole), event) }
    case .syncError(let error):
      graph.observe(event)
      noteLogged(error, event)
      keep(.error(error), event)
    case .resetObserved(let observed):
      keep(.observed(ObservedReset(observed, event.sequence, &memory)), event)
    case .loss(let loss):
      gaps.append(Gap(.records(loss), sequence: event.sequence))
      // A part of the state of a file, which has the values of new objects in its place.
      if loss.firstSequence != nil, loss.recordCount == nil,
        starts[event.session]?.source == .realmFile, !lacksStatePart
      {
        noteMissingPart(event)
      }
    case .note(let note):
      if let facts = note.reset {
        noteLogged(
          RecordedLoggedReset(
            session: event.session, sequence: event.sequence,
            timeMicroseconds: event.timeMicroseconds, facts: facts))
      }
    case .unknown: break
    }
  }

  private mutating func noteMissingPart(_ event: Event) {
    gaps.append(Gap(.snapshotPart, sequence: event.sequence))
    lacksStatePart = true
  }

  /// The state that a record completes; nil while parts of it are still to come.
  private mutating func whole(_ snapshot: Snapshot, _ event: Event) -> DecodedSnapshot? {
    var whole = openSnapshots.removeValue(forKey: event.session)
    let continues = snapshot.part.map { $0.index > 0 } ?? false
    if continues ? whole?.append(snapshot, &memory) != true : whole != nil {
      noteMissingPart(event)
      whole = nil
    }
    if !continues { whole = DecodedSnapshot(snapshot, &memory) }
    guard whole?.part?.isLast == false else { return whole }
    openSnapshots[event.session] = whole
    return nil
  }

  /// Takes another state for the last one that a session is recorded to have downloaded; false if there is none.
  mutating func replaceFresh(of session: UInt32, by fresh: Snapshot?) -> Bool {
    let index = events[session]?.lastIndex { event in
      if case .snapshot(let snapshot) = event.content { snapshot.role == .fresh } else { false }
    }
    guard let index else { return false }
    if let fresh { events[session]?[index].content = .snapshot(DecodedSnapshot(fresh, &memory)) }
    return true
  }

  mutating func assume(_ event: Event) {
    assumedErrors.insert(event.sequence)
    observe(event)
  }

  mutating func supply(fresh: Snapshot, to session: UInt32) throws(ReplayFailure) {
    let snapshot = DecodedSnapshot(fresh, &memory)
    let event = SessionEvent(sequence: 0, timeMicroseconds: 0, content: .snapshot(snapshot))
    suppliedFresh = (session, try RealmState(snapshot, at: event), snapshot.keys != nil)
  }

  private mutating func keep(_ content: SessionEvent.Content, _ event: Event) {
    events[event.session, default: []].append(
      SessionEvent(
        session: event.session, sequence: event.sequence, timeMicroseconds: event.timeMicroseconds,
        content: content))
  }

  private mutating func observe(_ message: WireMessage, _ event: Event) {
    if let partial = message.partial {
      sessionsWithoutChangesets.insert(event.session)
      return graph.observe(partial.head, of: event)
    }
    let meaning: ProtocolMessage
    do throws(DecodingFailure) {
      meaning = try message.parsed()
    } catch {
      gaps.append(Gap(.unreadableMessage(error), sequence: event.sequence))
      return
    }
    let tookDownloads = takesDownloads(event.session)
    graph.observe(meaning, of: event)
    switch meaning {
    case .upload(let upload):
      sessionsWithTransfers.insert(event.session)
      keep(.upload(upload.entries.map { Decoded($0, $0.changeset, &memory) }), event)
    case .download(let download):
      sessionsWithTransfers.insert(event.session)
      guard takesDownloads(event.session) else { break }
      keep(.download(DecodedDownload(download, &memory)), event)
    case .clientError(let error):
      // The last DOWNLOAD is the one that the client refuses, or came after that and is ignored.
      if tookDownloads,
        let index = events[event.session]?.lastIndex(where: { $0.download != nil }),
        let download = events[event.session]?[index].download
      {
        events[event.session]?[index].content = .lostDownload(download)
      }
      // A log has what the client told its app as well.
      if !loggedSessions.contains(event.session) {
        keep(.error(SyncError(ofClient: error)), event)
      }
    case .queryError(let error): noteLogged(error, event)
    case .clientIdent(let ident): note(ident.subscriptions, event)
    case .query(let query): note(query.subscriptions, event)
    default: break
    }
  }

  /// A session of an app goes on after a reset.
  private func takesDownloads(_ session: UInt32) -> Bool {
    recording(of: session) == .inside || graph[session]?.takesDownloads != false
  }

  private mutating func note(_ set: QuerySet?, _ event: Event) {
    guard let set else { return }
    subscriptionDigests[event.session, default: [:]][set.version] = XXH64.digest(set.json)
  }

  /// Notes the first suspect record; one line is enough for any number of them.
  private mutating func noteSuspect(_ event: Event) {
    suspectCount += 1
    guard suspectCount == 1 else { return }
    gaps.append(Gap(.intactRecords, sequence: event.sequence))
  }
}

// The timelines
extension TraceFold {
  typealias FoldedSession = (session: UInt32, timeline: Result<SessionTimeline, ReplayFailure>)

  /// The sessions that show states, and the files that a capture shows the reset of, each with its resets.
  ///
  /// - Parameter resets: those that the wire shows, where a caller has them already.
  func sessionsWithResets(_ resets: [WireReset]? = nil) -> [FoldedSession] {
    let inside = events.keys.sorted().filter { recording(of: $0) == .inside }
    let wire = (resets ?? wireResets()).map { reset in
      (reset.session, Result { () throws(ReplayFailure) in try reset.timeline() })
    }
    return inside.map { folded($0) } + wire
  }

  /// - Parameter resets: those that the wire shows, where many sessions are folded.
  func folded(_ session: UInt32, after resets: [WireReset]? = nil) -> FoldedSession {
    (session, Result { () throws(ReplayFailure) in try timeline(of: session, after: resets) })
  }

  func unshownReset() -> (session: UInt32, reason: ReplayFailure)? {
    if let reset = graph.resets.first(where: isWithoutChangesets) {
      let session = reset.continuedSession ?? reset.freshSession
      return (session, .changesetsNotInLog(session: session))
    }
    let open = graph.sessions.first { $0.endedForReset && recording(of: $0.number) == .wire }
    guard let session = open?.number else { return nil }
    return isWithoutChangesets(session)
      ? (session, .changesetsNotInLog(session: session))
      : (session, .noFreshState(session: session))
  }

  func fold(
    of session: UInt32, through sequence: UInt64 = .max, after resets: [WireReset]? = nil
  ) throws(ReplayFailure) -> any SessionFold {
    guard !isWithoutChangesets(fileOf: session) else { throw .changesetsNotInLog(session: session) }
    var fold = emptyFold(of: session, after: resets)
    for event in allEvents(of: session) where event.sequence <= sequence { try fold.take(event) }
    return fold
  }

  func timeline(
    of session: UInt32, after resets: [WireReset]? = nil
  ) throws(ReplayFailure) -> SessionTimeline {
    var fold = try fold(of: session, after: resets)
    try fold.finish()
    return fold.timeline
  }

  func emptyFold(of session: UInt32, after resets: [WireReset]? = nil) -> any SessionFold {
    let recording = recording(of: session)
    var timeline = emptyTimeline(of: session, recording)
    switch recording {
    case .inside:
      timeline.mayTrackReset = mayTrackReset(beforeSession: session)
      return AppFold(
        timeline, showsIntegration: showsIntegration(session), assumedErrors: assumedErrors)
    case .wire:
      let file = graph[session]?.file
      let reset = (resets ?? wireResets()).last { $0.recognized?.file == file }
      return WireFold(
        timeline, isComplete: isFileComplete(of: session),
        leftByReset: file == nil ? nil : reset?.left,
        recovered: file == nil ? [] : reset?.recoveredVersions ?? [])
    }
  }

  func emptyTimeline(of session: UInt32, _ recording: SessionRecording) -> SessionTimeline {
    let gap: Gap? =
      switch recording {
      case .inside: openSnapshots[session] == nil ? nil : Gap(.snapshotPart)
      case .wire: Gap(.wireOnly)
      }
    var timeline = SessionTimeline(
      session: session, start: start(of: session), recording: recording,
      openingGaps: gaps + (gap.map { [$0] } ?? []))
    timeline.keepsStates = keepsStates
    if recording == .wire {
      timeline.fileIdent = fileIdent(of: session)
      timeline.hasFirstSession = hasFirstSession(ofFile: session)
    }
    return timeline
  }

  /// Whether the file of a session that an app has recorded may track a reset of the session before: one of which
  /// nothing more is recorded, because the process ended in it, or that the server had not acknowledged.
  private func mayTrackReset(beforeSession session: UInt32) -> Bool {
    guard let start = starts[session], start.source == .live, start.pendingReset == nil,
      !start.clientFile.isEmpty,
      let before = starts.keys.filter({ number in
        number < session && starts[number]?.source == .live
          && starts[number]?.clientFile.hasSameBytes(as: start.clientFile) == true
      }).max()
    else { return false }
    // A reset that failed leaves the file its identifier, so a file with another one is new.
    let idents = [starts[before]?.clientFileIdent, start.clientFileIdent]
    let isOther = !idents.contains(nil) && idents[0] != idents[1]
    var (isTracked, writtenVersion) = (false, UInt64(0))
    for event in events[before] ?? [] {
      switch event.content {
      case .error(let error) where error.asksForReset: isTracked = true
      case .observed(let observed):
        let recorded = observed.recorded
        isTracked = recorded.result.isCarriedOut || !isOther && recorded.pendingReset != nil
      case .localCommit(let commit): writtenVersion = commit.recorded.clientVersion
      case .download(let download) where download.uploadClientVersion >= max(writtenVersion, 1):
        isTracked = false
      case .snapshot(let snapshot) where snapshot.role == .base: isTracked = false
      default: break
      }
    }
    return isTracked
  }

  /// Whether an app has recorded what the device had integrated and when: it also tells which of the device's
  /// transactions the server had, by an acknowledgement, or with one of its changes.
  func showsIntegration(_ session: UInt32) -> Bool {
    starts[session]?.source == .live
      && (events[session] ?? []).contains { event in
        switch event.content {
        case .download(let download): download.uploadClientVersion > 0
        case .serverCommit(let commit): commit.recorded.lastIntegratedClientVersion != nil
        default: false
        }
      }
  }

  func allEvents(of session: UInt32) -> [SessionEvent] {
    switch recording(of: session) {
    case .inside: events[session] ?? []
    case .wire: fileEvents(of: session)
    }
  }

  func recording(of session: UInt32) -> SessionRecording {
    sessionsFromInside.contains(session) ? .inside : .wire
  }

  /// The resets that the trace shows by what later sessions do.
  func wireResets() -> [WireReset] {
    var used: Set<UInt32> = []
    var byFile: [FileIdent: WireReset] = [:]
    var resets = narrowedResets().filter { !isWithoutChangesets($0) }.map { occurrence in
      let reset = WireReset(occurrence, self, besides: used, after: byFile)
      if let original = reset.original { used.insert(original.number) }
      byFile[occurrence.file] = reset
      return reset
    }
    if let session = suppliedFresh?.session, !resets.contains(where: { $0.session == session }) {
      resets.append(WireReset(of: graph[session], self))
    }
    return resets
  }

  /// The timeline of a file that was reset, if other events had led to that.
  ///
  /// - Parameter freshIsServers: whether the state that was downloaded then is no longer the
  ///   server's, so that what the events show of it stands for it.
  func wireTimeline(
    of session: UInt32, after events: [SessionEvent], freshIsServers: Bool
  ) throws(ReplayFailure) -> SessionTimeline? {
    let reset = wireResets().first { $0.session == session }
    return try reset?.timeline(after: events, isFaulted: true, freshIsServers: freshIsServers)
  }

  /// Everything that the file of a session sent and received up to and in that session.
  func fileEvents(of number: UInt32) -> [SessionEvent] {
    guard let session = graph[number], session.file != nil else {
      return (events[number] ?? []).withLateUploads()
    }
    let sessions = sessions(ofFileOf: number).filter { $0.startSequence <= session.startSequence }
    return sessions.flatMap(keptEvents(of:)).sorted { $0.sequence < $1.sequence }.withLateUploads()
  }

  /// The sessions of the file of one, as far as the trace shows the file: else it alone.
  func sessions(ofFileOf number: UInt32) -> [WireSession] {
    let file = graph[number]?.file
    return graph.sessions.filter { $0.number == number || file != nil && $0.file == file }
  }

  /// The events of a session without the DOWNLOADs that its file shows later not to have got.
  private func keptEvents(of session: WireSession) -> [SessionEvent] {
    (events[session.number] ?? []).filter {
      $0.download.map { session.kept.includes($0.position) } ?? true
    }
  }

  func freshEvents(of reset: RecognizedReset) -> [SessionEvent] {
    reset.freshSessions.compactMap { graph[$0] }.flatMap(keptEvents(of:))
  }

  /// The identifier that the server has given to the file of a session; 0 where the trace does not show it.
  func fileIdent(of session: UInt32) -> UInt64 {
    graph[session].flatMap { $0.file?.ident ?? $0.start.clientFileIdent } ?? 0
  }

  /// Whether the trace has the file of a session from its first session on, and all that it synced until then.
  func isFileComplete(of session: UInt32) -> Bool {
    hasFirstSession(ofFile: session)
      && !sessions(ofFileOf: session).contains { $0.missesSync && $0.number <= session }
  }

  private func hasFirstSession(ofFile session: UInt32) -> Bool {
    graph[session]?.file != nil && sessions(ofFileOf: session).contains(where: \.obtainedFileIdent)
  }
}
