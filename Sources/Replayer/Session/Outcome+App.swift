import RealmModel
public import TraceFormat

// What the app gets to know, and what the same client would do next.
extension Outcome {
  /// What the after handler of the app gets to know: whether the reset recovered unsynced changes. Nil
  /// where the handler is not called, because nothing was reset or the process ended before (Realm
  /// Core: `sync/noinst/client_reset_operation.cpp`).
  ///
  /// It says which mode was carried out, not what came of it: true also where every change was
  /// dropped, and where there was none.
  public var didRecover: Bool? {
    guard attempts.last?.skipsAfterHandler != true else { return nil }
    return switch (ending, attempts.last?.actualMode) {
    case (.recovered, let mode?), (.discarded, let mode?): mode == .recover
    default: nil
    }
  }

  /// As ``ResetAttempt/isFailedByHandlerAfter``, of the last attempt.
  package var isFailedByHandlerAfter: Bool { attempts.last?.isFailedByHandlerAfter == true }

  /// What the client would do if the server asked for the same reset again before this one is
  /// acknowledged: the gates decide, knowing the record that this one leaves. Where nothing was reset, it is the reset
  /// on record that the server asks for again.
  public var nextAttempt: NextAttempt {
    let recorded = ending == .noReset ? result.pendingReset?.action : nil
    var next = ResetSituation(
      error: situation.error, action: recorded ?? attempts.last?.action,
      pendingReset: result.pendingReset,
      local: RealmState(), fresh: RealmState(), unsynced: [])
    next.session = situation.session
    var gates = ResetGates(next, attempts.last?.requestedMode ?? .manual)
    return switch gates.decide() {
    case .perform(let mode): .reset(mode)
    case .failed(let failure): .refused(failure)
    case .manual: .leftToApp
    case .nothingToReset, .noReset, .fileDeleted: .none
    }
  }

  /// What a client does when it is asked for a reset.
  public enum NextAttempt: Codable, Hashable, Sendable {
    /// It carries out `discardLocal` or `recover`.
    case reset(ResetMode)
    /// The file refuses it, with this failure.
    case refused(ResetFailure)
    /// Mode Manual.
    case leftToApp
    /// It resets nothing.
    case none
  }
}
