package import FaultPlans
package import TraceFormat

/// Replays a trace under fault plans: the trace is folded once, and any number of plans are injected.
package struct FaultInjector: Sendable {
  let fold: TraceFold
  let events: CountedEvents
  /// The sessions as they were recorded, where the trace shows enough of them.
  package let timelines: [SessionTimeline]
  /// The others, and why their resets cannot be replayed as they were recorded.
  package let unanswered: [UnansweredSession]

  /// Folds the trace; throws where no session can be replayed, and no fault could change that.
  init(_ fold: TraceFold) throws(ReplayFailure) {
    self.fold = fold
    events = CountedEvents(fold)
    let sessions = fold.sessionsWithResets()
    timelines = sessions.compactMap { try? $0.timeline.get() }
    var failed = sessions.compactMap { session, timeline -> (UInt32, ReplayFailure)? in
      guard case .failure(let reason) = timeline else { return nil }
      return (session, reason)
    }
    if sessions.isEmpty, let reset = fold.unshownReset() { failed.append(reset) }
    unanswered = failed.map { session, reason in
      fold.unanswered(session, reason, after: fold.events[session]?.compactMap(\.error).last)
    }
    guard timelines.isEmpty else { return }
    for session in unanswered {
      // A reset that was asked for and never shown can still be one that a fault changes.
      switch session.reason {
      case .noFreshState, .changesetsNotInLog: break
      default: throw session.reason
      }
    }
  }

  /// All resets that are due under a plan, in order, recorded ones and injected ones; at least one.
  ///
  /// What holds for a whole plan, such as that it never fires, is known to every outcome. Sessions of which
  /// the trace does not show enough are left out; ``resetsAndEnds(under:session:in:)`` names them.
  /// - Parameters:
  ///   - session: the number of the sync session whose resets are asked for; nil for all.
  ///   - cache: what other replays of this trace have in common with this one.
  ///   - modes: those that are asked about, as in ``resetsAndEnds(under:session:in:)``.
  /// - Throws: where the trace has no reset and none was injected, or does not show enough.
  package func resets(
    under plan: FaultPlan, session: UInt32? = nil, cache: ReplayCache = ReplayCache(),
    in modes: @escaping (DueReset) -> [ResetMode] = { _ in [] }
  ) throws(ReplayFailure) -> [DueReset] {
    var injection = FaultInjection(plan, self, cache, modes: modes)
    let due = injection.answers()
    guard !due.all.isEmpty else { throw due.unanswered.first?.reason ?? injection.withoutReset }
    guard let session else { return due.all }
    let resets = due.all.filter { $0.session == session }
    guard !resets.isEmpty else {
      throw due.unanswered.first { $0.session == session }?.reason ?? .noResetInSession(session)
    }
    return resets
  }

  package func sequences(of kind: FaultTrigger.Event) -> [UInt64] { events.sequences(of: kind) }

  /// The record of the event that a trigger names; nil where the trace has none, and for triggers that
  /// are counted by resets or not at all. Why a trigger names no event is said of the fault that is at it.
  package func sequence(of trigger: FaultTrigger) -> UInt64? {
    trigger.event.isOfReset || trigger.event == .end ? nil : (try? events.find(trigger))?.sequence
  }

  /// Which reset, from 1, is the one that a fault at each moment makes due: in its place the replay has none of those
  /// that were recorded of the same file.
  package func resetNumbers(of moments: [FaultTrigger]) -> [Int] {
    let resets = timelines.flatMap { timeline in
      let file = fold.fileIdentity(of: timeline.session)
      return timeline.recordedResets.map { (file: file, sequence: $0.sequence) }
    }.sorted { $0.sequence < $1.sequence }
    let ofFile = Dictionary(grouping: resets, by: \.file)
    return moments.map { moment in
      guard !moment.event.isOfReset, let event = try? events.find(moment) else {
        return moment.resetNumber
      }
      let own = ofFile[fold.fileIdentity(of: event.session)] ?? []
      return 1 + resets.partitioningIndex { $0.sequence >= event.sequence }
        - own.partitioningIndex { $0.sequence >= event.sequence }
    }
  }

  /// The events that a trigger names: one, or the last one of each file.
  func found(_ trigger: FaultTrigger) throws(FaultRefusal) -> [SessionEvent] {
    guard trigger.event == .end else { return [try events.find(trigger)] }
    let ends = fold.lastSessions.compactMap { fold.allEvents(of: $0).last }.filter {
      $0.meets(trigger.conditions)
    }
    guard !ends.isEmpty else { throw .fewerEvents(count: 0, moment: trigger) }
    return ends
  }

  package func recording(of session: UInt32) -> SessionRecording { fold.recording(of: session) }

  package var resetCount: Int { timelines.reduce(0) { $0 + $1.resetCount } }
}

extension TraceFold {
  /// The last session of each file. An app that was started again continues with the file of its path.
  fileprivate var lastSessions: [UInt32] {
    let inside = events.keys.filter { recording(of: $0) == .inside }.sorted()
    let last = Dictionary(inside.map { (TextBytes(devicePath(of: $0)), $0) }, uniquingKeysWith: max)
    return inside.filter { devicePath(of: $0).isEmpty || last[TextBytes(devicePath(of: $0))] == $0 }
      + wireFiles(besides: [])
  }

  /// The path of a session's file on its device; empty where it is not one device's.
  private func devicePath(of session: UInt32) -> String {
    guard let start = start(of: session), start.source.isDevice else { return "" }
    return start.clientFile
  }
}

extension SessionStart.Source {
  /// Whether what is recorded is of one device, with the paths that its files have there.
  package var isDevice: Bool {
    switch self {
    case .live, .log, .realmFile: true
    case .proxy, .capture, .vector, .scenario: false
    }
  }
}
