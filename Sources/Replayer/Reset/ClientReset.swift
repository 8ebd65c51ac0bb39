import RealmModel
import TraceFormat

/// One attempt at a client reset, from the gates to the new state.
public enum ClientReset {
  /// Carries out a reset. A failed reset is a response, not an error: Realm's own refusals are
  /// results.
  public static func perform(_ request: ResetRequest) -> ResetResponse {
    var gates = ResetGates(request)
    switch gates.decide() {
    case .perform(.discardLocal): return discard(request, gates)
    case .perform: return recover(request, gates)
    case .manual: return untouched(request, gates, .manual, .manualMode, .stranded)
    case .nothingToReset:
      return untouched(request, gates, .discarded, .nothingToReset, .kept)
    case .noReset: return untouched(request, gates, .noReset, .noReset, .kept)
    case .fileDeleted:
      var response = untouched(request, gates, .noReset, .fileDeleted, .discarded)
      response.after = RealmState()
      return response
    case .failed(let failure):
      return failed(request, gates, actualMode: nil, failure, at: gates.lastStep)
    }
  }

  private static func discard(_ request: ResetRequest, _ gates: ResetGates) -> ResetResponse {
    do throws(ResetFailure) {
      let after = try transfer(request.fresh, request)
      return ResetResponse(
        attempt: attempt(request, gates, .discardLocal, .discarded), after: after.state,
        pendingReset: gates.pendingReset, reupload: [],
        rulings: rulings(request.unsynced, .discardedByMode, .discarded),
        deviations: after.deviations, lastStep: .acknowledged)
    } catch {
      return failed(request, gates, actualMode: .discardLocal, error, at: .stateTransferred)
    }
  }

  private static func recover(_ request: ResetRequest, _ gates: ResetGates) -> ResetResponse {
    var recovery = Recovery(request)
    var step = ResetStep.changesReplayed
    do throws(ResetFailure) {
      let reupload = try recovery.recover(request.unsynced)
      step = .stateTransferred
      let after = try transfer(recovery.state, request)
      var attempt = attempt(request, gates, .recover, .recovered)
      attempt.hazards = recovery.hazards
      return ResetResponse(
        attempt: attempt, after: after.state, pendingReset: gates.pendingReset,
        reupload: reupload, rulings: recovery.rulings, listCopies: recovery.listCopies,
        deviations: after.deviations, lastStep: .acknowledged)
    } catch {
      var response = failed(request, gates, actualMode: .recover, error, at: step)
      response.rulings = recovery.rulingsAfterFailure(of: request.unsynced)
      response.listCopies = recovery.listCopies
      response.attempt.hazards = recovery.hazards
      response.attempt.failedRuling = recovery.rulings.last { $0.effect == .failed }
      return response
    }
  }

  /// The local state made equal to another, in the transaction that has recorded the attempt.
  private static func transfer(_ fresh: RealmState, _ request: ResetRequest)
    throws(ResetFailure) -> (state: RealmState, deviations: [CopyDeviation])
  {
    var local = request.local
    if request.pendingReset == nil { local.addResetRecordTables() }
    return try StateTransfer.transfer(
      from: fresh, to: local, quirks: request.quirks, scope: request.scope)
  }
}

// Responses
extension ClientReset {
  private static func attempt(
    _ request: ResetRequest, _ gates: ResetGates, _ actualMode: ResetMode?, _ result: ResetResult,
    _ failure: ResetFailure? = nil
  ) -> ResetAttempt {
    ResetAttempt(
      requestedMode: request.mode, actualMode: actualMode, action: request.error.action,
      decisions: gates.decisions, result: result, failure: failure)
  }

  /// No reset took place, and nothing was changed.
  private static func untouched(
    _ request: ResetRequest, _ gates: ResetGates, _ result: ResetResult, _ rule: RuleIdentifier,
    _ effect: Ruling.Effect
  ) -> ResetResponse {
    ResetResponse(
      attempt: attempt(request, gates, nil, result), after: request.local,
      pendingReset: gates.pendingReset, reupload: [],
      rulings: rulings(request.unsynced, rule, effect), lastStep: gates.lastStep)
  }

  private static func failed(
    _ request: ResetRequest, _ gates: ResetGates, actualMode: ResetMode?, _ failure: ResetFailure,
    at step: ResetStep
  ) -> ResetResponse {
    let result: ResetResult = failure.failureClass == nil ? .crash : .failed
    return ResetResponse(
      attempt: attempt(request, gates, actualMode, result, failure), after: request.local,
      // The record was committed before anything else was done, so a crash leaves it too.
      pendingReset: gates.pendingReset, reupload: [],
      rulings: rulings(request.unsynced, .resetFailed, .failed), lastStep: step)
  }

  /// Without recovery, every unsynced instruction shares one fate.
  static func rulings(
    _ unsynced: [Changeset], _ rule: RuleIdentifier, _ effect: Ruling.Effect
  ) -> [Ruling] {
    unsynced.enumerated().flatMap { index, changeset in
      changeset.instructions.indices.map {
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
