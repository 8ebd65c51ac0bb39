import TraceFormat

/// One attempt at a client reset, from the gates to the new state.
public enum ClientReset {
  /// Carries out a reset.
  ///
  /// A failed reset is a response, not an error: Realm's own refusals are results.
  /// - Throws: `unsupportedMode` where the gates let a mode through that is not replayed yet.
  public static func perform(_ request: ResetRequest) throws(ReplayFailure) -> ResetResponse {
    var gates = ResetGates(request)
    let verdict = gates.decide()
    switch verdict {
    case .perform(.discardLocal): return discard(request, gates)
    case .perform: throw .unsupportedMode(request.mode)
    case .manual: throw .unsupportedMode(.manual)
    case .nothingToReset:
      return response(request, gates, actualMode: nil, .success(request.local))
    case .failed(let failure):
      return response(request, gates, actualMode: nil, .failure(failure))
    }
  }

  private static func discard(_ request: ResetRequest, _ gates: ResetGates) -> ResetResponse {
    let result: Result<RealmState, ResetFailure>
    do throws(ResetFailure) {
      var local = request.local
      if request.pendingReset == nil { local.addResetRecordTables() }
      result = .success(try StateTransfer.transfer(from: request.fresh, to: local))
    } catch {
      result = .failure(error)
    }
    return response(request, gates, actualMode: .discardLocal, result)
  }

  private static func response(
    _ request: ResetRequest, _ gates: ResetGates, actualMode: ResetMode?,
    _ result: Result<RealmState, ResetFailure>
  ) -> ResetResponse {
    var attempt = ResetAttempt(
      requestedMode: request.mode, actualMode: actualMode, action: request.error.action,
      decisions: gates.decisions, result: .discarded)
    var after = request.local
    var pendingReset = gates.pendingReset
    switch result {
    case .success(let state): after = state
    case .failure(let failure):
      attempt.failure = failure
      attempt.result = failure.failureClass == nil ? .crash : .failed
      // What a terminated process leaves behind is not known.
      if failure.failureClass == nil { pendingReset = request.pendingReset }
    }
    return ResetResponse(
      attempt: attempt, after: after, pendingReset: pendingReset, reupload: [],
      rulings: rulings(request.unsynced, attempt))
  }

  /// Without recovery, every unsynced instruction shares one fate.
  private static func rulings(_ unsynced: [Changeset], _ attempt: ResetAttempt) -> [Ruling] {
    let isDiscarded = attempt.result == .discarded && attempt.actualMode != nil
    return unsynced.enumerated().flatMap { index, changeset in
      changeset.instructions.indices.map { instruction in
        Ruling(
          changesetIndex: index, instructionIndex: instruction,
          rule: isDiscarded
            ? .discardedByMode : attempt.failure == nil ? .nothingToReset : .resetFailed,
          effect: isDiscarded ? .discarded : attempt.failure == nil ? .kept : .failed)
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
