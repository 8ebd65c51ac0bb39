import RealmModel
public import TraceFormat

/// What a trace is to be asked about: the resets in it, and how sessions end that none took place in.
public struct Incidents: Sendable {
  /// In the order of the trace. One that ``PlannedReset/isReset`` says no reset of is the end of a
  /// session: it comes to the same in every mode.
  public internal(set) var all: [PlannedReset] = []
  /// The sessions that there is something to ask about, and nothing to answer it by.
  public internal(set) var unanswered: [UnansweredSession] = []

  /// Nothing.
  public init() {}

  init(all: [PlannedReset]) { self.all = all }
}

/// A session of which the trace does not show enough to say what becomes of its unsynced data.
public struct UnansweredSession: Hashable, Sendable {
  /// The session's number in the trace.
  public var session: UInt32
  /// What the error asks for that it ends with, if there is one.
  public var action: ServerAction?
  /// What is not shown.
  public var reason: ReplayFailure

  /// - Parameter action: what the server asked for last.
  public init(session: UInt32, action: ServerAction?, reason: ReplayFailure) {
    (self.session, self.action, self.reason) = (session, action, reason)
  }
}

extension PlannedReset {
  /// Whether a reset is asked for; otherwise it is the end of a session, and the same in every mode.
  public var isReset: Bool { reset.situation.action.startsClientReset }

  /// The session's number in the trace.
  var session: UInt32 { reset.situation.session.session }

  /// The record that it is about.
  var sequence: UInt64 { reset.situation.session.resetSequence }
}

extension Replay {
  /// Everything in the trace that may cost unsynced data.
  ///
  /// Without faults these are the resets, and the sessions that end with an error by which the server
  /// refuses what was written, ends the sync or has the file deleted, with what is unsynced at their
  /// end. Where there is none of these, it is every session, with what is pending at its end. With
  /// faults these are the resets of ``resets(under:session:)``.
  /// - Throws: as ``resets(under:session:)``, where the trace has nothing that can be answered.
  public func incidents(
    under plan: FaultPlan = .none, session: UInt32? = nil
  ) throws(ReplayFailure) -> Incidents {
    try FaultInjector(self).incidents(under: plan, session: session)
  }
}

extension FaultInjector {
  /// As ``Replay/incidents(under:session:)``.
  package func incidents(
    under plan: FaultPlan = .none, session: UInt32? = nil
  ) throws(ReplayFailure) -> Incidents {
    guard plan.faults.isEmpty else {
      return Incidents(all: try resets(under: plan, session: session))
    }
    var search = IncidentSearch(self, session: session)
    return try search.incidents()
  }
}

/// Looks for what a trace is to be asked about.
private struct IncidentSearch {
  let injector: FaultInjector
  let session: UInt32?
  private var found = Incidents()

  init(_ injector: FaultInjector, session: UInt32?) {
    (self.injector, self.session) = (injector, session)
  }

  mutating func incidents() throws(ReplayFailure) -> Incidents {
    let failure = takeResets()
    let ends = injector.ends.filter { session == nil || $0.session == session }
    for end in ends where end.isNotable { take(end) }
    if found.all.isEmpty {
      for end in ends where !end.isNotable { take(end) }
      // Those that end with nothing unsynced are told of only if no session has anything.
      let pending = found.all.filter { !$0.reset.situation.unsynced.isEmpty }
      if !pending.isEmpty, session == nil { found.all = pending }
    }
    guard !found.all.isEmpty else {
      throw failure ?? found.unanswered.first?.reason
        ?? session.map(ReplayFailure.noResetInSession) ?? .noReset
    }
    found.all.sort { $0.sequence < $1.sequence }
    return found
  }

  /// Takes the recorded resets; why those of the trace can't be replayed, if they can't.
  private mutating func takeResets() -> ReplayFailure? {
    do throws(ReplayFailure) {
      found.all = try injector.resets(under: .none, session: session)
    } catch {
      switch error {
      case .noReset, .noResetInSession: break
      default: return error
      }
    }
    return nil
  }

  private mutating func take(_ end: SessionEnd) {
    do throws(ReplayFailure) {
      let incident = try injector.incident(at: end)
      // An error of a session that has nothing unsynced costs nothing.
      if end.isNotable, incident.reset.situation.unsynced.isEmpty, !end.isDeletion { return }
      found.all.append(incident)
    } catch {
      found.unanswered.append(
        UnansweredSession(session: end.session, action: end.error?.error.action, reason: error))
    }
  }
}
