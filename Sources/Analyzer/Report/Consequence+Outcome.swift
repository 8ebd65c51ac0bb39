package import Replayer
package import TraceFormat

extension Consequence {
  /// All that follows from an outcome, in the order in which it comes about.
  static func all(of outcome: Outcome, _ traps: [TrapOccurrence]) -> [Consequence] {
    switch outcome.ending {
    case .discarded where outcome.attempts.last?.isSkipped == true:
      decision(of: outcome) + [.syncsOn]
    case .discarded,
      .recovered
    where upload(of: outcome) == nil && !outcome.gaps.contains(where: \.kind.hidesWrites):
      [data(traps), .uploadsNothing] + scheduledMove(outcome)
        + nextAttempt(outcome, after: .discarded)
    case .recovered:
      [.uploadsRecovered] + [upload(of: outcome)].compactMap(\.self) + scheduledMove(outcome)
        + nextAttempt(outcome, after: .recovered)
    case .failed where outcome.committedReset != nil:
      [.stoppedAfterReset, .failureReported, .usableUntilMoved]
        + (outcome.committedReset == .recovered ? [.recoveredOnlyInCopy] : [])
        + nextAttempt(outcome, after: .failed)
    case .failed:
      [.stoppedBeforeReset, .failureReported, .usableUntilMoved] + stranded(outcome)
        + nextAttempt(outcome, after: .failed)
    case .manual: [.leftToApp, .usableUntilMoved] + stranded(outcome)
    case .crash where outcome.attempts.schedulingMove != nil:
      [.processEnds] + scheduledMove(outcome) + stranded(outcome)
    case .crash:
      [.processEnds, .errorComesAgain] + nextAttempt(outcome, after: .processEnded)
    case .noReset where outcome.situation.error.action == .deleteRealm:
      [.fileToBeDeleted]
        + (outcome.situation.unsynced.isEmpty && !outcome.gaps.contains(where: \.kind.hidesWrites)
          ? [] : [.unsyncedGoesWithFile])
    case .noReset: withoutReset(outcome)
    }
  }

  /// What the device has after a reset that uploads nothing.
  private static func data(_ traps: [TrapOccurrence]) -> Consequence {
    let hasNulls = traps.contains {
      if case .nullNotUploaded = $0.effect { true } else { false }
    }
    return hasNulls ? .hasServersDataButNulls : .hasServersData
  }

  /// Why nothing was reset.
  private static func decision(of outcome: Outcome) -> [Consequence] {
    outcome.attempts.last?.decisions.last.map { [.notReset($0)] } ?? []
  }

  /// What the error does, what becomes of what the server refused, and what of the rest.
  private static func withoutReset(_ outcome: Outcome) -> [Consequence] {
    let rules = Set(outcome.result.rulings.map(\.rule))
    var all = outcome.situation.error.isAbsent ? [] : decision(of: outcome)
    if rules.contains(.undoneByServer) { all.append(.writesUndone) }
    if rules.contains(.refusedByServer) { all.append(.uploadRefused) }
    if outcome.gaps.contains(where: \.isOfUnaskedReset) { return all }
    if outcome.situation.standing == .stopped { all.append(.syncEnded) }
    if rules.contains(.syncStopped) { all.append(.copiesDropPending) }
    if rules.contains(.serverSilent) { all += [.serverSilent, .copiesDropPending] }
    guard rules.contains(.noReset) else { return all }
    return all + [outcome.situation.standing == .loggedOut ? .uploadsAfterLogin : .unsyncedStays]
  }

  /// Nil where the trace shows nothing that is uploaded, or may not show all of it.
  private static func upload(of outcome: Outcome) -> Consequence? {
    let uploaded = outcome.uploaded?.isComplete == true ? outcome.observed?.reupload : nil
    guard uploaded != nil || !outcome.gaps.contains(where: \.kind.hidesWrites) else { return nil }
    let changesets = (uploaded?.compactMap(\.self) ?? outcome.result.reupload).filter {
      !$0.instructions.isEmpty
    }
    guard !changesets.isEmpty else { return nil }
    return .uploads(
      transactions: changesets.count,
      instructions: changesets.reduce(0) { $0 + $1.instructions.count })
  }

  /// What becomes of the file after a reset that went through, or ended the process.
  private static func scheduledMove(_ outcome: Outcome) -> [Consequence] {
    if let attempt = outcome.attempts.schedulingMove {
      return [.moveStaysScheduled(attempt: attempt)]
    }
    return [outcome.situation.pendingReset == nil ? .keepsNoCopy : .moveMayBeScheduled]
  }

  private static func stranded(_ outcome: Outcome) -> [Consequence] {
    outcome.situation.unsynced.isEmpty ? [] : [.unsyncedOnlyInCopy]
  }

  /// Where the record of an earlier reset was there before, the report shows it and what follows.
  private static func nextAttempt(
    _ outcome: Outcome, after state: AskedAgain.State
  ) -> [Consequence] {
    guard outcome.result.pendingReset != nil, ResetLoop(outcome) == nil,
      let last = outcome.attempts.last
    else { return [] }
    return [
      .askedAgain(
        AskedAgain(
          state: state, requestedMode: last.requestedMode, action: last.action,
          next: outcome.nextAttempt))
    ]
  }
}

extension [ResetAttempt] {
  /// The last one before the end that failed, counted from 1: the move of the file that it has scheduled comes at the
  /// next launch, whatever was attempted since.
  package var schedulingMove: Int? {
    dropLast().lastIndex { $0.ending == .failed }.map { $0 + 1 }
  }
}

extension Outcome {
  /// How the data was reset, where the reset then fails: by an attempt before the last one, or by the last one, which
  /// only your app's handler fails; nil where it was not.
  package var committedReset: ResetEnding? {
    let isLast = isFailedByHandlerAfter
    if isLast, attempts.last?.actualMode == .discardLocal { return .discarded }
    return attempts.dropLast().last(where: \.isCarriedOut)?.ending ?? (isLast ? .recovered : nil)
  }
}
