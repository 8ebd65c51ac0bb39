import FaultPlans
import RealmModel
import TraceFormat

/// A reset, and the timeline that leads to it.
typealias DuePlace = (timeline: SessionTimeline, reset: SessionTimeline.RecordedReset)

/// A session, or a file on the wire, while faults happen at its events.
struct FaultedSession {
  private let injector: FaultInjector
  private let memory: InjectionMemory
  private var fold: TraceFold { injector.fold }
  /// The session that the steps lead to.
  private let session: UInt32
  /// The session as it was recorded, where it was reset.
  private let recorded: SessionTimeline?
  private var steps: FaultedSteps
  /// Whether a fault has changed the steps.
  private var isChanged = false
  /// The reset that a fault made due, with its timeline and that fault.
  private var due: (place: DuePlace, cause: PlacedFault)?
  /// What the faults did.
  private var effects: [(fault: PlacedFault, effects: [FaultEffect])] = []
  private(set) var refusals: [Int: FaultRefusal] = [:]

  init(
    _ file: FileIdentity, _ faults: [PlacedFault], _ injector: FaultInjector,
    _ memory: InjectionMemory
  ) throws(ReplayFailure) {
    self.injector = injector
    self.memory = memory
    let fold = injector.fold
    recorded = injector.timelines.first { fold.fileIdentity(of: $0.session) == file }
    let start = { (session: UInt32) in fold.graph[session]?.startSequence ?? 0 }
    let sessions = faults.map(\.event.session) + (recorded.map { [$0.session] } ?? [])
    // There is a fault, and so there is a session.
    session = sessions.max { start($0) < start($1) } ?? 0
    steps = FaultedSteps(
      fold.allSteps(of: session), recording: fold.recording(of: session))
  }

  /// Comes to the next fault.
  mutating func take(_ fault: PlacedFault) throws(ReplayFailure) {
    if let due, !due.cause.isWith(fault) {
      refusals[fault.index] = .sessionEndsBefore
      return
    }
    let before = (steps, isChanged)
    do throws(FaultRefusal) {
      switch fault.fault.kind {
      case .server(let server):
        try makeDue(fault) { (injection, numbers) throws(FaultRefusal) in
          try server.inject(into: &injection, &numbers)
        }
      case .schema(let schema):
        try makeDue(fault) { (injection, numbers) throws(FaultRefusal) in
          try schema.inject(into: &injection, numbers)
        }
      case .client: try loseCommit(fault)
      case .transport(let transport): try disturb(transport, fault)
      case .wire: throw .notInReplay
      }
    } catch {
      (steps, isChanged) = before
      refusals[fault.index] = error
    }
  }

  /// The resets of the session under its faults.
  func finish(_ plan: FaultPlan) throws(ReplayFailure) -> [PlannedReset] {
    var resets = try dueResets().map {
      PlannedReset(
        $0.reset, in: $0.timeline, plan: plan, fold, steps: isChanged ? steps.steps : nil)
    }
    for index in resets.indices {
      for (fault, effects) in effects {
        resets[index].note(effects, of: fault.index, at: fault.sequence)
      }
    }
    return resets
  }

  private func dueResets() throws(ReplayFailure) -> [DuePlace] {
    if let due { return [due.place] }
    guard let recorded, let timeline = try timeline(of: recorded) else { return [] }
    return timeline.resets.map { (timeline, $0) }
  }

  /// Whether the session is what was recorded, since no fault has changed what it is folded from.
  private var isAsRecorded: Bool {
    guard isChanged else { return true }
    // What did not fit is told as what the faults did, and so has to be found again.
    return steps.recording == .inside && !steps.areEdited
      && recorded?.foundGaps.contains(where: \.isMisfit) == false
  }

  /// The session to its end, as the faults made it.
  private func timeline(of recorded: SessionTimeline) throws(ReplayFailure) -> SessionTimeline? {
    guard !isAsRecorded else { return recorded }
    switch steps.recording {
    case .inside:
      var fold = try folded(steps.steps[...], session)
      try fold.finish()
      return fold.timeline
    case .wire:
      return try fold.wireTimeline(
        of: recorded.session, after: steps.steps, freshIsServers: steps.freshIsObsolete)
    }
  }

  private func folded(_ steps: ArraySlice<TraceFold.Step>, _ session: UInt32)
    throws(ReplayFailure) -> any SessionFold
  {
    var fold = fold.emptyFold(of: session)
    fold.isFaulted = isChanged
    for step in steps { try fold.take(step) }
    return fold
  }
}

// States at a fault
extension FaultedSession {
  /// The point just before or just after a fault's event.
  private func point(of fault: PlacedFault, isBefore: Bool) throws(FaultRefusal)
    -> (timeline: SessionTimeline, point: SessionTimeline.Point)
  {
    let isShown = { (sequence: UInt64) in
      isBefore ? sequence < fault.sequence : sequence <= fault.sequence
    }
    // Without other faults before it, the session was folded already.
    if steps.recording == .inside, isAsRecorded,
      let timeline = injector.timelines.first(where: {
        $0.session == session
      }), let point = timeline.points.last(where: { isShown($0.sequence) })
    {
      return (timeline, point)
    }
    let timeline: SessionTimeline
    do throws(ReplayFailure) {
      timeline = try folded(
        steps.steps.prefix { isShown($0.sequence) }, fault.event.session
      ).timeline
    } catch {
      throw .notReplayable(error)
    }
    guard let point = timeline.points.last else {
      throw .noStateBefore
    }
    return (timeline, point)
  }

  /// Whether steps after a record fit what is there by then; nil where the session cannot be folded so far.
  private func fits(_ more: [TraceFold.Step], after sequence: UInt64) -> Bool? {
    do throws(ReplayFailure) {
      var fold = try folded(steps.steps.prefix { $0.sequence <= sequence }, session)
      let gapCount = fold.timeline.foundGaps.count
      for step in more { try fold.take(step) }
      return fold.timeline.foundGaps.count == gapCount
    } catch {
      return nil
    }
  }

  /// Whether the server could integrate a transaction alone; nil where its state is not known.
  private func fits(_ version: UInt64, after sequence: UInt64) -> Bool? {
    guard let last = steps.steps.last(where: { $0.sequence <= sequence }),
      let fold = try? folded(steps.steps.prefix { $0.sequence <= sequence }, session),
      fold.server != nil
    else { return nil }
    return fits(
      [last.with(.silentIntegration(ofClientVersions: [version]))], after: sequence)
  }

  private func clientState(before fault: PlacedFault) throws(FaultRefusal) -> RealmState {
    let point = try point(of: fault, isBefore: true).point
    guard let state = point.client, !point.isClientAhead else {
      throw .clientStateNotShown
    }
    return state
  }

  // MARK: Faults that make a reset due

  private mutating func makeDue(
    _ fault: PlacedFault,
    _ inject: (inout ResetInjection, inout SeededNumbers) throws(FaultRefusal) -> [FaultEffect]
  ) throws(FaultRefusal) {
    var place = if let due { due.place } else { try newReset(at: fault, isBefore: fault.isBefore) }
    var injection = injection(of: place.reset.reset)
    var numbers = fault.numbers
    effects.append((fault, try inject(&injection, &numbers)))
    place.reset.reset = injection.reset
    due = (place, fault)
  }

  /// What faults see of a reset that another fault at the same event made due, or that is new.
  private func injection(of reset: DueReset) -> ResetInjection {
    let (fold, steps, session) = (fold, steps.steps, session)
    return ResetInjection(reset: reset, isNew: due == nil, memory: memory) {
      () throws(FaultRefusal) in
      try fold.versionHistory(of: session, steps, through: reset.situation.session.resetSequence)
    }
  }

  private func newReset(at fault: PlacedFault, isBefore: Bool) throws(FaultRefusal) -> DuePlace {
    guard isAsRecorded else { return try madeReset(at: fault, isBefore: isBefore) }
    let place = InjectionMemory.Place(
      sessions: [session, fault.event.session], sequence: fault.sequence, isBefore: isBefore)
    return try memory.due(at: place) { () throws(FaultRefusal) in
      try madeReset(at: fault, isBefore: isBefore)
    }
  }

  private func madeReset(at fault: PlacedFault, isBefore: Bool) throws(FaultRefusal) -> DuePlace {
    let (timeline, point) = try point(of: fault, isBefore: isBefore)
    do throws(ReplayFailure) {
      var reset = try timeline.reset(at: point)
      reset.situation.session.resetSequence = fault.sequence
      let approach = timeline.approach(to: point)
      return (
        timeline,
        SessionTimeline.RecordedReset(reset: reset, point: point, approach: approach)
      )
    } catch {
      throw .notReplayable(error)
    }
  }

  // MARK: Faults of commits and messages

  private mutating func loseCommit(_ fault: PlacedFault) throws(FaultRefusal) {
    let state = try clientState(before: fault)
    try note(fault, try steps.loseCommit(at: fault.sequence, state))
  }

  private mutating func disturb(_ transport: TransportFault, _ fault: PlacedFault)
    throws(FaultRefusal)
  {
    switch (fault.event.step.content, steps.recording) {
    case (.localCommit(let commit), _):
      let version = commit.recorded.clientVersion
      try disturb(transport, fault, version...version)
    case (.upload(let upload), .inside):
      let versions = upload.map(\.recorded.clientVersion)
      guard let first = versions.min(), let last = versions.max() else {
        throw .emptyUpload
      }
      try disturb(transport, fault, first...last)
    case (.upload(let upload), .wire):
      try note(
        fault,
        try steps.disturb(upload: upload, transport, fault.fault.trigger, at: fault.sequence))
    case (.download, .inside):
      throw .recordedFromInside
    case (.download(let download), .wire):
      let before = self
      let change = try steps.disturb(
        download: download, transport, fault.fault.trigger, at: fault.sequence
      ) { before.fits($0, after: fault.sequence - 1) == true }
      try note(fault, change)
    default: throw .notAMessage
    }
  }

  /// What goes wrong with the upload of transactions that were recorded from the inside.
  private mutating func disturb(
    _ transport: TransportFault, _ fault: PlacedFault, _ versions: ClosedRange<UInt64>
  ) throws(FaultRefusal) {
    let before = self
    let change = try steps.disturb(
      uploadOf: versions, transport, fault.fault.trigger, at: fault.sequence
    ) { version, sequence in before.fits(version, after: sequence) }
    try note(fault, change)
  }

  private mutating func note(_ fault: PlacedFault, _ change: FaultedSteps.Change)
    throws(FaultRefusal)
  {
    isChanged = true
    var effects = change.effects
    if let (error, sequence) = change.error {
      var cause = fault
      cause.event.step.sequence = sequence
      var place = try newReset(at: cause, isBefore: false)
      place.reset.reset.situation.replaceError(error)
      effects.append(FaultEffect(.error(error)))
      due = (place, fault)
    }
    self.effects.append((fault, effects))
  }
}

extension Gap {
  /// Whether a changeset did not fit, which under faults is theirs.
  fileprivate var isMisfit: Bool { if case .misfit = fact { true } else { false } }
}
