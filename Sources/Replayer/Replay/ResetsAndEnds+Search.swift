public import FaultPlans
public import TraceFormat

extension Replay {
  /// Everything in the trace that may cost unsynced data.
  ///
  /// Without faults these are the resets, and the sessions that end with an error by which the server
  /// refuses what was written, ends the sync or has the file deleted, with what is unsynced at their
  /// end. Where there is none of these, it is every session, with what is pending at its end. With
  /// faults these are the resets of ``resets(under:session:)``, those without a download that `modes` leaves in, and
  /// next to a reset the sessions that end with such an error and that no fault happens to.
  /// - Parameters:
  ///   - plan: the faults to inject.
  ///   - session: the number of the sync session that is asked about; nil for all.
  ///   - looksBack: whether the resets are to have a loss timeline, which needs the states of every point. It takes
  ///     more time and memory.
  ///   - modes: those that are asked about of a reset whose download the trace does not show. It has an answer if one
  ///     of them needs none: mode Manual, or recover where the server does not permit recovery.
  ///     `ReplayReport/init(analyzing:of:in:options:logged:loggedSessions:progress:)` leaves the others out.
  /// - Throws: as ``resets(under:session:)``, where the trace has nothing that can be answered.
  public func resetsAndEnds(
    under plan: FaultPlan = .none, session: UInt32? = nil, looksBack: Bool = true,
    in modes: @escaping (DueReset) -> [ResetMode] = { _ in [] }
  ) throws(ReplayFailure) -> SessionAnswers<DueReset> {
    try FaultInjector(self, keepsStates: looksBack || !plan.faults.isEmpty)
      .resetsAndEnds(under: plan, session: session, in: modes)
  }
}

extension FaultInjector {
  package func resetsAndEnds(
    under plan: FaultPlan = .none, session: UInt32? = nil,
    in modes: @escaping (DueReset) -> [ResetMode] = { _ in [] }
  ) throws(ReplayFailure) -> SessionAnswers<DueReset> {
    func isMeant(_ number: UInt32) -> Bool { session == nil || session == number }
    var injection = FaultInjection(plan, self, ReplayCache(), modes: modes)
    var found = injection.answers()
    let (isAnyDue, unfired) = (!found.all.isEmpty, injection.unfired(besides: found.all))
    found.all.removeAll { !isMeant($0.session) }
    let isDue = !found.all.isEmpty
    found.unanswered.removeAll { !isMeant($0.session) }
    // Without a reset, it is the ends of sessions that are asked about.
    let answerless = Set(found.unanswered.map(\.session))
    let all = self.ends.filter {
      isMeant($0.session) && !injection.faultedFiles.contains(fold.fileIdentity(of: $0.session))
    }
    for end in all where answerless.contains(end.session) {
      // A reset may have an answer although the trace does not show what it downloads.
      guard let reset = try? reset(at: end, in: modes), reset.isReset else { continue }
      found.all.append(reset)
      found.unanswered.removeAll { $0.session == end.session }
    }
    let ends = all.filter { !answerless.contains($0.session) }
    for end in ends where end.isNotable { take(end, isCostly: false, into: &found, in: modes) }
    if found.all.isEmpty, plan.faults.isEmpty {
      let unanswered = Set(found.unanswered.map(\.session))
      for end in ends where !unanswered.contains(end.session) {
        take(end, isCostly: true, into: &found, in: modes)
      }
      // Those that end with nothing unsynced are told of only if no session has anything.
      let pending = found.all.filter { !$0.situation.unsynced.isEmpty }
      if !pending.isEmpty, session == nil { found.all = pending }
    }
    let isAnswered = isDue || found.all.contains { plan.faults.isEmpty || $0.isReset }
    guard isAnswered else {
      throw found.unanswered.first?.reason
        ?? (isAnyDue || plan.faults.isEmpty ? session.map(ReplayFailure.noResetInSession) : nil)
        ?? injection.withoutReset
    }
    for index in found.all.indices {
      (found.all[index].injected.plan, found.all[index].injected.unfiredInPlan) = (plan, unfired)
    }
    found.all.sort { $0.sequence < $1.sequence }
    found.unanswered.sort { $0.session < $1.session }
    return found
  }

  /// - Parameter isCostly: whether the end counts although nothing is unsynced that the trace shows.
  private func take(
    _ end: SessionEnd, isCostly: Bool, into found: inout SessionAnswers<DueReset>,
    in modes: (DueReset) -> [ResetMode]
  ) {
    do throws(ReplayFailure) {
      let reset = try reset(at: end, in: modes)
      // An error of a session that has nothing unsynced costs nothing.
      let isCostly = isCostly || end.isDeletion || end.isAfterUnaskedReset || reset.isReset
      if reset.situation.unsynced.isEmpty, !isCostly { return }
      found.all.append(reset)
    } catch {
      found.unanswered.append(fold.unanswered(end.session, error, after: end.error?.error))
    }
  }
}
