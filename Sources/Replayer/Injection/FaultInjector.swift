import RealmModel
package import TraceFormat

/// Replays a trace under fault plans: the trace is folded once, and any number of plans are injected.
package struct FaultInjector: Sendable {
  let fold: TraceFold
  let events: FaultEvents
  /// The sessions as they were recorded; none where the trace's own reset cannot be replayed.
  package let timelines: [SessionTimeline]
  /// Why the recorded resets cannot be replayed, if they can't.
  let failure: ReplayFailure?

  /// Folds the trace.
  ///
  /// - Throws: where a state cannot be built.
  init(_ fold: TraceFold) throws(ReplayFailure) {
    self.fold = fold
    events = FaultEvents(fold)
    do throws(ReplayFailure) {
      timelines = try fold.timelines()
      failure = nil
    } catch {
      // A reset that was asked for and never shown can still be one that a fault changes.
      switch error {
      case .noFreshState, .changesetsNotInLog: break
      default: throw error
      }
      (timelines, failure) = ([], error)
    }
  }

  /// All resets that are due under a plan, in order, recorded ones and injected ones; at least one.
  ///
  /// What holds for a whole plan, such as that it never fires, is known to every outcome.
  /// - Parameters:
  ///   - session: only resets of this session; of all sessions if nil.
  ///   - memory: what other replays of this trace have in common with this one.
  /// - Throws: where the trace has no reset and none was injected, or does not show enough.
  package func resets(
    under plan: FaultPlan, session: UInt32? = nil, memory: InjectionMemory = InjectionMemory()
  ) throws(ReplayFailure) -> [PlannedReset] {
    var injection = FaultInjection(plan, self, memory)
    let resets = try injection.resets()
    let chosen = resets.filter { session == nil || $0.reset.situation.session.session == session }
    if let session, chosen.isEmpty { throw .noResetInSession(session) }
    return chosen
  }

  /// The outcomes of all resets under a plan in several modes: for each reset one outcome a mode.
  ///
  /// - Throws: as ``Replay/outcomes(modes:quirks:session:faults:)``.
  package func outcomes(
    modes: [ResetMode], quirks: Quirks = .realmCore, session: UInt32? = nil, under plan: FaultPlan
  ) throws(ReplayFailure) -> [[Outcome]] {
    try resets(under: plan, session: session).map { reset in
      modes.map { reset.outcome(mode: $0, quirks: quirks) }
    }
  }
}

extension FaultInjector {
  /// How many events of a kind the trace has.
  package func eventCount(of kind: FaultMoment.Event) -> Int { events.count(of: kind) }

  /// The records of the events of a kind, in order.
  package func sequences(of kind: FaultMoment.Event) -> [UInt64] { events.sequences(of: kind) }

  /// The record of the event that a moment names; nil where the trace has none, and for moments that
  /// are counted by resets. Why a moment names no event is said of the fault that is at it.
  package func sequence(of moment: FaultMoment) -> UInt64? {
    moment.event.isOfReset ? nil : (try? events.find(moment))?.step.sequence
  }

  /// What a session was recorded from.
  package func recording(of session: UInt32) -> SessionRecording { fold.recording(of: session) }

  /// How many resets were recorded.
  package var resetCount: Int { timelines.reduce(0) { $0 + $1.resets.count } }
}
