import FaultPlans
import RealmModel
public import TraceFormat

/// One attempt at a client reset, from the gates to the new state.
public struct ClientReset {
  private let situation: ResetSituation
  private let mode: ResetMode
  private let quirks: Quirks
  private var gates: ResetGates
  private let cache: ReplayCache

  /// Carries out a reset. A failed reset is a result, not an error: Realm's own refusals are results.
  ///
  /// - Parameters:
  ///   - situation: what the device and the server have when the reset begins.
  ///   - mode: the mode that the app has configured.
  ///   - quirks: which of Realm Core's defects are replayed.
  public static func perform(
    _ situation: ResetSituation, mode: ResetMode, quirks: Quirks = .realmCore
  ) -> AttemptedReset {
    perform(situation, mode: mode, quirks: quirks, ReplayCache())
  }

  static func perform(
    _ situation: ResetSituation, mode: ResetMode, quirks: Quirks, _ cache: ReplayCache
  ) -> AttemptedReset {
    var reset = ClientReset(
      situation: situation, mode: mode, quirks: quirks, gates: ResetGates(situation, mode),
      cache: cache)
    return reset.perform()
  }

  /// Carries out a reset to its end: a recovery that fails or ends the process in mode RecoverOrDiscard is
  /// followed by the attempt that discards.
  package static func performToEnd(_ situation: ResetSituation, mode: ResetMode) -> AttemptedReset {
    ResetRun(situation, mode: mode).attempted
  }

  private mutating func perform() -> AttemptedReset {
    switch gates.decide() {
    case .perform(let mode): return carryOut(mode)
    case .manual: return untouched(.manual, .manualMode, .stranded)
    case .nothingToReset: return untouched(.discarded, .nothingToReset, .kept)
    case .noReset: return notReset()
    case .fileDeleted:
      var attempted = untouched(.noReset, .fileDeleted, .discarded)
      attempted.result.after = RealmState()
      return attempted
    case .failed(let failure): return untouched(.failed, .resetFailed, .failed, failure)
    }
  }

  /// - Parameter actualMode: `discardLocal` or `recover`.
  private func carryOut(_ actualMode: ResetMode) -> AttemptedReset {
    let work = cache.work(situation, mode: actualMode, quirks: quirks)
    var attempted = end(
      actualMode, actualMode == .recover ? .recovered : .discarded, work.failure, work.result,
      at: work.lastStep)
    // The work may have been done for another situation, with a local state of its own.
    if work.failure != nil { attempted.result.after = situation.local }
    attempted.attempt.failedRuling = work.failedRuling
    return attempted
  }
}

// How an attempt ends
extension ClientReset {
  private func end(
    _ actualMode: ResetMode?, _ ending: ResetEnding, _ failure: ResetFailure?,
    _ result: ResetResult, at step: ResetStep
  ) -> AttemptedReset {
    var result = result
    // The record was committed before anything else was done, so a crash leaves it too.
    result.pendingReset = gates.pendingReset
    return AttemptedReset(
      attempt: ResetAttempt(
        requestedMode: mode, actualMode: actualMode, action: situation.action,
        decisions: gates.decisions,
        ending: failure.map { $0.failureClass == nil ? .crash : .failed } ?? ending,
        failure: failure),
      result: result, lastStep: step)
  }

  private func untouched(
    _ ending: ResetEnding, _ rule: RuleIdentifier, _ effect: Ruling.Effect,
    _ failure: ResetFailure? = nil
  ) -> AttemptedReset {
    let rulings = cache.rulings(situation, rule, effect)
    return end(
      nil, ending, failure, ResetResult(after: situation.local, rulings: rulings),
      at: gates.lastStep)
  }

  /// The error asked for no reset: what is unsynced stays in the file, unless the server refused it.
  private func notReset() -> AttemptedReset {
    var attempted: AttemptedReset
    switch situation.standing {
    case .goesOn, .loggedOut: attempted = untouched(.noReset, .noReset, .kept)
    case .stopped: attempted = untouched(.noReset, .syncStopped, .stranded)
    case .unanswered: attempted = untouched(.noReset, .serverSilent, .stranded)
    }
    // Mostly the server has said nothing, and all writes share one list of rulings.
    guard !situation.refusedObjects.isEmpty || !situation.integrated.isEmpty else {
      return attempted
    }
    for index in attempted.result.rulings.indices { settle(&attempted.result.rulings[index]) }
    return attempted
  }

  /// What the server has said or shown of one unsynced change.
  private func settle(_ ruling: inout Ruling) {
    let transaction = situation.unsynced[ruling.changesetIndex]
    let instruction = transaction.changeset.instructions[ruling.instructionIndex]
    if let refusal = situation.refusal(of: instruction, in: transaction) {
      ruling.rule = refusal.isUndone ? .undoneByServer : .refusedByServer
      ruling.effect = refusal.isUndone ? .discarded : .stranded
      ruling.notes = [.refused(reason: refusal.reason)]
    } else if let last = situation.integrated.max(), ruling.changesetIndex <= last {
      // A server takes a client's transactions in order.
      (ruling.rule, ruling.effect) = (.alreadyIntegrated, .discarded)
    }
  }
}
