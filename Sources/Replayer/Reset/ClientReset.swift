import RealmModel
public import TraceFormat

/// One attempt at a client reset, from the gates to the new state.
public struct ClientReset {
  private let situation: ResetSituation
  private let mode: ResetMode
  private let quirks: Quirks
  private var gates: ResetGates

  /// Carries out a reset. A failed reset is a result, not an error: Realm's own refusals are results.
  ///
  /// - Parameters:
  ///   - mode: the mode that the app has configured.
  ///   - quirks: which of Realm Core's defects are replayed.
  public static func perform(
    _ situation: ResetSituation, mode: ResetMode, quirks: Quirks = .realmCore
  ) -> AttemptedReset {
    var reset = ClientReset(
      situation: situation, mode: mode, quirks: quirks, gates: ResetGates(situation, mode))
    return reset.perform()
  }

  private mutating func perform() -> AttemptedReset {
    switch gates.decide() {
    case .perform(.discardLocal): return discard()
    case .perform: return recover()
    case .manual: return untouched(.manual, .manualMode, .stranded)
    case .nothingToReset: return untouched(.discarded, .nothingToReset, .kept)
    case .noReset: return notReset()
    case .fileDeleted:
      var attempted = untouched(.noReset, .fileDeleted, .discarded)
      attempted.result.after = RealmState()
      return attempted
    case .failed(let failure): return failed(in: nil, failure, at: gates.lastStep)
    }
  }

  private func discard() -> AttemptedReset {
    do throws(ResetFailure) {
      let after = try transfer(situation.fresh)
      return AttemptedReset(
        attempt: attempt(.discardLocal, .discarded),
        result: ResetResult(
          after: after.state, pendingReset: gates.pendingReset,
          rulings: situation.rulings(.discardedByMode, .discarded), deviations: after.deviations),
        lastStep: .acknowledged)
    } catch {
      return failed(in: .discardLocal, error, at: .stateTransferred)
    }
  }

  private func recover() -> AttemptedReset {
    var recovery = Recovery(situation, quirks)
    var step = ResetStep.changesReplayed
    do throws(ResetFailure) {
      let reupload = try recovery.recover(situation.unsynced)
      step = .stateTransferred
      let after = try transfer(recovery.state)
      var attempt = attempt(.recover, .recovered)
      attempt.hazards = recovery.hazards
      return AttemptedReset(
        attempt: attempt,
        result: ResetResult(
          after: after.state, pendingReset: gates.pendingReset, reupload: reupload,
          rulings: recovery.rulings, listCopies: recovery.listCopies,
          deviations: after.deviations),
        lastStep: .acknowledged)
    } catch {
      var attempted = failed(in: .recover, error, at: step)
      attempted.result.rulings = recovery.rulingsAfterFailure(of: situation.unsynced)
      attempted.result.listCopies = recovery.listCopies
      attempted.attempt.hazards = recovery.hazards
      attempted.attempt.failedRuling = recovery.rulings.last { $0.effect == .failed }
      return attempted
    }
  }

  /// The local state made equal to another, in the transaction that has recorded the attempt.
  private func transfer(_ fresh: RealmState)
    throws(ResetFailure) -> (state: RealmState, deviations: [CopyDeviation])
  {
    var local = situation.local
    if situation.pendingReset == nil { local.addResetRecordTables() }
    return try StateTransfer.transfer(
      from: fresh, to: local, quirks: quirks, scope: situation.scope)
  }
}

// What an attempt comes to
extension ClientReset {
  private func attempt(
    _ actualMode: ResetMode?, _ ending: ResetEnding, _ failure: ResetFailure? = nil
  ) -> ResetAttempt {
    ResetAttempt(
      requestedMode: mode, actualMode: actualMode, action: situation.action,
      decisions: gates.decisions, ending: ending, failure: failure)
  }

  /// No reset took place, and nothing was changed.
  private func untouched(
    _ ending: ResetEnding, _ rule: RuleIdentifier, _ effect: Ruling.Effect
  ) -> AttemptedReset {
    AttemptedReset(
      attempt: attempt(nil, ending),
      result: ResetResult(
        after: situation.local, pendingReset: gates.pendingReset,
        rulings: situation.rulings(rule, effect)),
      lastStep: gates.lastStep)
  }

  /// The error asked for no reset: what is unsynced stays in the file, unless the server refused it.
  private func notReset() -> AttemptedReset {
    var attempted: AttemptedReset
    switch situation.standing {
    case .goesOn, .loggedOut: attempted = untouched(.noReset, .noReset, .kept)
    case .stopped: attempted = untouched(.noReset, .syncStopped, .stranded)
    case .unanswered: attempted = untouched(.noReset, .serverSilent, .stranded)
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

  private func failed(
    in actualMode: ResetMode?, _ failure: ResetFailure, at step: ResetStep
  ) -> AttemptedReset {
    let ending: ResetEnding = failure.failureClass == nil ? .crash : .failed
    return AttemptedReset(
      attempt: attempt(actualMode, ending, failure),
      result: ResetResult(
        after: situation.local,
        // The record was committed before anything else was done, so a crash leaves it too.
        pendingReset: gates.pendingReset, rulings: situation.rulings(.resetFailed, .failed)),
      lastStep: step)
  }
}

extension ResetSituation {
  /// Without recovery, every unsynced instruction shares one fate.
  func rulings(_ rule: RuleIdentifier, _ effect: Ruling.Effect) -> [Ruling] {
    unsynced.enumerated().flatMap { index, transaction in
      transaction.changeset.instructions.indices.map {
        Ruling(changesetIndex: index, instructionIndex: $0, rule: rule, effect: effect)
      }
    }
  }
}

extension RealmState {
  /// The tables in which Realm records a reset and the schema of that record; they take slots that
  /// classes would otherwise get (Realm Core: `sync/noinst/pending_reset_store.cpp`).
  mutating func addResetRecordTables() {
    addPrivateTable()
    addPrivateTable()
  }
}
