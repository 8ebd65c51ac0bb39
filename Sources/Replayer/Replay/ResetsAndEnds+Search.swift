public import FaultPlans
public import TraceFormat

extension Replay {
  /// Everything in the trace that may cost unsynced data.
  ///
  /// Without faults these are the resets, and the sessions that end with an error by which the server
  /// refuses what was written, ends the sync or has the file deleted, with what is unsynced at their
  /// end. Where there is none of these, it is every session, with what is pending at its end. With
  /// faults these are the resets of ``resets(under:session:)``.
  /// - Parameter modes: those that are asked about of a reset whose download the trace does not show. It has an answer
  ///   if one of them needs none: mode Manual, or recover where the server does not permit recovery.
  ///   ``ReplayReport/init(analyzing:of:in:options:logged:loggedSessions:progress:)`` leaves the others out.
  /// - Throws: as ``resets(under:session:)``, where the trace has nothing that can be answered.
  public func resetsAndEnds(
    under plan: FaultPlan = .none, session: UInt32? = nil,
    in modes: @escaping (DueReset) -> [ResetMode] = { _ in [] }
  ) throws(ReplayFailure) -> SessionAnswers<DueReset> {
    try FaultInjector(self).resetsAndEnds(under: plan, session: session, in: modes)
  }
}

extension FaultInjector {
  package func resetsAndEnds(
    under plan: FaultPlan = .none, session: UInt32? = nil,
    in modes: @escaping (DueReset) -> [ResetMode] = { _ in [] }
  ) throws(ReplayFailure) -> SessionAnswers<DueReset> {
    guard plan.faults.isEmpty else { return try due(under: plan, session: session) }
    var search = ResetsAndEndsSearch(injector: self, session: session, modes: modes)
    return try search.all()
  }
}

private struct ResetsAndEndsSearch {
  let injector: FaultInjector
  let session: UInt32?
  let modes: (DueReset) -> [ResetMode]
  var found = SessionAnswers<DueReset>()

  mutating func all() throws(ReplayFailure) -> SessionAnswers<DueReset> {
    found.unanswered = injector.unanswered.filter { session == nil || $0.session == session }
    // Without a reset, it is the ends of sessions that are asked about.
    found.all = (try? injector.resets(under: .none, session: session)) ?? []
    let answerless = Set(found.unanswered.map(\.session))
    let all = injector.ends.filter { session == nil || $0.session == session }
    for end in all where answerless.contains(end.session) { takeWithoutDownload(end) }
    let ends = all.filter { !answerless.contains($0.session) }
    for end in ends where end.isNotable { take(end) }
    if found.all.isEmpty {
      for end in ends where !end.isNotable { take(end) }
      // Those that end with nothing unsynced are told of only if no session has anything.
      let pending = found.all.filter { !$0.situation.unsynced.isEmpty }
      if !pending.isEmpty, session == nil { found.all = pending }
    }
    guard !found.all.isEmpty else {
      throw found.unanswered.first?.reason
        ?? session.map(ReplayFailure.noResetInSession) ?? .noReset
    }
    found.all.sort { $0.sequence < $1.sequence }
    found.unanswered.sort { $0.session < $1.session }
    return found
  }

  /// Takes a reset that has an answer although the trace does not show what it downloads.
  private mutating func takeWithoutDownload(_ end: SessionEnd) {
    guard let reset = try? injector.reset(at: end, in: modes), reset.isReset else { return }
    found.all.append(reset)
    found.unanswered.removeAll { $0.session == end.session }
  }

  private mutating func take(_ end: SessionEnd) {
    do throws(ReplayFailure) {
      let reset = try injector.reset(at: end, in: modes)
      // An error of a session that has nothing unsynced costs nothing.
      if end.isNotable, reset.situation.unsynced.isEmpty, !end.isDeletion, !reset.isReset { return }
      found.all.append(reset)
    } catch {
      found.unanswered.append(injector.fold.unanswered(end.session, error, after: end.error?.error))
    }
  }
}
