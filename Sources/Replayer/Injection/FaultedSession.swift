import FaultPlans
import TraceFormat

/// A session, or a file on the wire, while faults happen at its events.
struct FaultedSession {
  private let injector: FaultInjector
  private let cache: ReplayCache
  /// The modes that are asked about: a reset of which the trace does not show the download needs one with an answer.
  private let modes: (DueReset) -> [ResetMode]
  private var fold: TraceFold { injector.fold }
  /// The session that the events lead to.
  private let session: UInt32
  /// The session as it was recorded, where it was reset.
  private let recorded: SessionTimeline?
  private var events: FaultedEvents
  private var isChanged = false
  private var due: (reset: DueReset, cause: FaultAtEvent)?
  private var effects: [(fault: FaultAtEvent, effects: [FaultEffect])] = []
  private(set) var refusals: [Int: FaultRefusal] = [:]

  init(
    _ file: FaultedFile, _ faults: [FaultAtEvent], _ injector: FaultInjector,
    _ cache: ReplayCache, modes: @escaping (DueReset) -> [ResetMode]
  ) throws(ReplayFailure) {
    (self.injector, self.cache, self.modes) = (injector, cache, modes)
    let fold = injector.fold
    recorded = injector.timelines.first { fold.fileIdentity(of: $0.session) == file }
    let start = { (session: UInt32) in fold.graph[session]?.startSequence ?? 0 }
    let sessions = faults.map(\.event.session) + (recorded.map { [$0.session] } ?? [])
    // There is a fault, and so there is a session.
    session = sessions.max { start($0) < start($1) } ?? 0
    events = FaultedEvents(
      all: fold.allEvents(of: session), recording: fold.recording(of: session),
      fileIdent: fold.start(of: session)?.clientFileIdent)
  }

  mutating func take(_ fault: FaultAtEvent) throws(ReplayFailure) {
    if let due, !due.cause.isWith(fault) {
      refusals[fault.index] = .sessionEndsBefore
      return
    }
    let before = (events, isChanged)
    do throws(FaultRefusal) {
      switch fault.fault.kind {
      case .server, .schema: try makeDue(fault)
      case .client: try loseCommit(fault)
      case .transport(let transport): try disturb(transport, fault)
      case .wire: throw .notInReplay
      }
    } catch {
      (events, isChanged) = before
      refusals[fault.index] = error
    }
  }

  func finish(_ plan: FaultPlan) throws(ReplayFailure) -> [DueReset] {
    var resets = try dueResets().map { $0.planned(plan, events: isChanged ? events.all : nil) }
    for index in resets.indices {
      for (fault, effects) in effects {
        resets[index].injected.note(effects, of: fault.index, at: fault.sequence)
      }
    }
    return resets
  }

  private func dueResets() throws(ReplayFailure) -> [DueReset] {
    if let due { return [due.reset] }
    guard let recorded, let timeline = try timeline(of: recorded) else { return [] }
    return timeline.resets
  }

  private var isAsRecorded: Bool {
    guard isChanged else { return true }
    // What did not fit is told as what the faults did, and so has to be found again.
    return events.recording == .inside && !events.areEdited
      && recorded?.foundGaps.contains(where: \.isMisfit) == false
  }

  private func timeline(of recorded: SessionTimeline) throws(ReplayFailure) -> SessionTimeline? {
    guard !isAsRecorded else { return recorded }
    switch events.recording {
    case .inside:
      var fold = try folded(events.all[...], session)
      try fold.finish()
      return fold.timeline
    case .wire:
      return try fold.wireTimeline(
        of: recorded.session, after: events.all, freshIsServers: events.freshIsObsolete)
    }
  }

  private func folded(_ events: ArraySlice<SessionEvent>, _ session: UInt32)
    throws(ReplayFailure) -> any SessionFold
  {
    var fold = fold.emptyFold(of: session)
    fold.isFaulted = isChanged
    for event in events { try fold.take(event) }
    return fold
  }
}

// States at a fault
extension FaultedSession {
  private func point(of fault: FaultAtEvent, isBefore: Bool) throws(FaultRefusal)
    -> (timeline: SessionTimeline, point: SessionTimeline.Point)
  {
    let isShown = { (sequence: UInt64) in
      isBefore ? sequence < fault.sequence : sequence <= fault.sequence
    }
    // Without other faults before it, the session was folded already.
    if events.recording == .inside, isAsRecorded,
      let timeline = injector.timelines.first(where: {
        $0.session == session
      }), let point = timeline.points.last(where: { isShown($0.sequence) })
    {
      return (timeline, point)
    }
    let timeline: SessionTimeline
    do throws(ReplayFailure) {
      timeline = try folded(
        events.all.prefix { isShown($0.sequence) }, fault.event.session
      ).timeline
    } catch {
      throw .notReplayable(error)
    }
    guard let point = timeline.points.last else { throw .noStateBefore }
    return (timeline, point)
  }

  /// Whether events after a record fit what is there by then; nil where the session cannot be folded so far.
  private func fits(_ more: [SessionEvent], after earlier: ArraySlice<SessionEvent>) -> Bool? {
    do throws(ReplayFailure) {
      var fold = try folded(earlier, session)
      let gapCount = fold.timeline.foundGaps.count
      for event in more { try fold.take(event) }
      return fold.timeline.foundGaps.count == gapCount
    } catch {
      return nil
    }
  }

  /// Whether the server could integrate a transaction alone; nil where its state is not known.
  private func fits(_ version: UInt64, after sequence: UInt64) -> Bool? {
    let earlier = events.all.prefix { $0.sequence <= sequence }
    guard let last = earlier.last, let fold = try? folded(earlier, session), fold.server != nil
    else { return nil }
    return fits([last.with(.silentIntegration(ofClientVersions: [version]))], after: earlier)
  }

  private mutating func makeDue(_ fault: FaultAtEvent) throws(FaultRefusal) {
    var reset = if let due { due.reset } else { try newReset(at: fault, isBefore: fault.isBefore) }
    var injection = ResetInjection(
      reset: reset, isNew: due == nil, fold: fold, session: session, events: events.all,
      cache: cache)
    var numbers = fault.numbers
    let effect = try injection.inject(fault.fault.kind, &numbers)
    reset = try answered(injection.reset)
    effects.append((fault, effect))
    due = (reset, fault)
  }

  private func newReset(at fault: FaultAtEvent, isBefore: Bool) throws(FaultRefusal) -> DueReset {
    guard isAsRecorded, !fault.isAtEnd else { return try madeReset(at: fault, isBefore: isBefore) }
    let sessions = [session, fault.event.session]
    return try cache.result { (known: ResetAtEvent) in
      known.sessions == sessions && known.sequence == fault.sequence && known.isBefore == isBefore
    } otherwise: { () throws(FaultRefusal) in
      ResetAtEvent(
        sessions: sessions, sequence: fault.sequence, isBefore: isBefore,
        reset: try madeReset(at: fault, isBefore: isBefore))
    }.reset
  }

  private func madeReset(at fault: FaultAtEvent, isBefore: Bool) throws(FaultRefusal) -> DueReset {
    let (timeline, shown) = try point(of: fault, isBefore: isBefore)
    var point = shown
    // All transactions that a recorded state holds have followed by then.
    if fault.isAtEnd { point.isClientAhead = false }
    do throws(ReplayFailure) {
      var reset =
        point.server == nil
        ? try timeline.resetWithoutDownload(at: point) : try timeline.reset(at: point)
      reset.situation.session.resetSequence = fault.sequence
      reset.approach = timeline.approach(to: point)
      return reset
    } catch {
      throw .notReplayable(error)
    }
  }

  /// - Throws: where every mode that is asked about needs a download that the trace does not show.
  private func answered(_ reset: DueReset) throws(FaultRefusal) -> DueReset {
    guard reset.showsDownload || modes(reset).contains(where: reset.isAnswered) else {
      throw .notReplayable(.noFreshState(session: reset.session))
    }
    return reset
  }

  private mutating func loseCommit(_ fault: FaultAtEvent) throws(FaultRefusal) {
    let point = try point(of: fault, isBefore: true).point
    guard let state = point.client, !point.isClientAhead else { throw .clientStateNotShown }
    try note(fault, try events.loseCommit(at: fault.sequence, state))
  }

  private mutating func disturb(_ transport: TransportFault, _ fault: FaultAtEvent)
    throws(FaultRefusal)
  {
    switch (fault.event.content, events.recording) {
    case (.localCommit(let commit), _):
      let version = commit.recorded.clientVersion
      try disturb(transport, fault, version...version)
    case (.upload(let upload), .inside):
      let versions = upload.map(\.recorded.clientVersion)
      guard let first = versions.min(), let last = versions.max() else { throw .emptyUpload }
      try disturb(transport, fault, first...last)
    case (.upload(let upload), .wire):
      try note(
        fault,
        try events.disturb(upload: upload, transport, fault.fault.trigger, at: fault.sequence))
    case (.download, .inside):
      throw .recordedFromInside
    case (.download(let download), .wire):
      let before = self
      let earlier = events.all.prefix { $0.sequence < fault.sequence }
      let change = try events.disturb(
        download: download, transport, fault.fault.trigger, at: fault.sequence
      ) { before.fits($0, after: earlier) == true }
      try note(fault, change)
    default: throw .notAMessage
    }
  }

  /// What goes wrong with the upload of transactions that were recorded from the inside.
  private mutating func disturb(
    _ transport: TransportFault, _ fault: FaultAtEvent, _ versions: ClosedRange<UInt64>
  ) throws(FaultRefusal) {
    let before = self
    let change = try events.disturb(
      uploadOf: versions, transport, fault.fault.trigger, at: fault.sequence
    ) { version, sequence in before.fits(version, after: sequence) }
    try note(fault, change)
  }

  private mutating func note(_ fault: FaultAtEvent, _ change: FaultedEvents.Change)
    throws(FaultRefusal)
  {
    isChanged = true
    var effects = change.effects
    if let (error, sequence) = change.error {
      var cause = fault
      cause.event.sequence = sequence
      var reset = try newReset(at: cause, isBefore: false)
      reset.situation.replaceError(error)
      reset = try answered(reset)
      effects.append(FaultEffect(.error(error)))
      due = (reset, fault)
    }
    self.effects.append((fault, effects))
  }
}

extension Gap {
  /// Whether a changeset did not fit, which under faults is theirs.
  fileprivate var isMisfit: Bool { if case .misfit = fact { true } else { false } }
}

/// The reset that comes due at an event of a session that no fault has changed.
private struct ResetAtEvent: CachedResult {
  static let countMax = 16
  /// The session that the events lead to, and that of the event.
  var sessions: [UInt32]
  /// The record, and whether the reset is before it.
  var sequence: UInt64
  var isBefore: Bool
  var reset: DueReset
}
