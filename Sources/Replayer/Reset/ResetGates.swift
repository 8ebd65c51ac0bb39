import FaultPlans
import TraceFormat

/// Decides what a reset will attempt: mode × action × earlier reset (`docs/rules.md`, "Gates").
///
/// The gates run in the order in which Realm Core passes them, and each leaves a decision behind
/// that says what it saw. A failure at any of them ends the attempt.
struct ResetGates {
  enum Verdict {
    /// Carry out `discardLocal` or `recover`.
    case perform(ResetMode)
    /// The app has to handle it: the file is set aside and started anew.
    case manual
    /// The local file was never written to; nothing is done, and nothing recorded.
    case nothingToReset
    case noReset
    /// The error has the file deleted, without a backup.
    case fileDeleted
    case failed(ResetFailure)
  }

  private(set) var decisions: [GateDecision] = []
  /// The reset that the file tracks once the gates are passed or have refused.
  private(set) var pendingReset: PendingReset?

  var lastStep: ResetStep { decisions.last?.gate.step ?? .errorArrives }

  private let situation: ResetSituation
  private let mode: ResetMode
  private var action: ServerAction { situation.action }

  init(_ situation: ResetSituation, _ mode: ResetMode) {
    (self.situation, self.mode) = (situation, mode)
    pendingReset = situation.pendingReset
  }

  /// The version of Realm Core that is replayed; a record that another version left does not count.
  static let engineVersion = "14.14.0"

  mutating func decide() -> Verdict {
    if situation.entry == .session {
      if let verdict = checkSession() ?? checkPermission() ?? checkDownload() { return verdict }
    }
    return checkPendingReset()
  }

  private mutating func pass(_ gate: GateDecision.Gate, _ reason: GateDecision.Reason) {
    decisions.append(GateDecision(gate: gate, isPassed: true, reason: reason))
  }

  private mutating func stop(_ gate: GateDecision.Gate, _ reason: GateDecision.Reason) {
    decisions.append(GateDecision(gate: gate, isPassed: false, reason: reason))
  }

  private mutating func fail(_ gate: GateDecision.Gate, _ failure: ResetFailure) -> Verdict {
    stop(gate, .failure(failure))
    return .failed(failure)
  }
}

extension ResetSituation {
  /// Whether a reset in a mode depends on the state that it downloads: the gates let it come as far as that.
  func usesDownload(in mode: ResetMode) -> Bool {
    var gates = ResetGates(self, mode)
    return if case .perform = gates.decide() { true } else { false }
  }
}

// Before the transaction of the reset
extension ResetGates {
  /// Gate 1: an app that configured manual mode handles a reset itself. Migrations ask no mode.
  private mutating func checkSession() -> Verdict? {
    if let reason = impossibleError { return fail(.session, .crash(reason)) }
    guard action.startsClientReset else {
      let error = situation.error
      stop(
        .session, error.isAbsent ? .noError : error.isOfClient ? .downloadRefused : .action(action))
      return action == .deleteRealm ? .fileDeleted : .noReset
    }
    if let reason = impossibleMigration { return fail(.session, .crash(reason)) }
    let asksForMode = action == .clientReset || action == .clientResetNoRecovery
    guard asksForMode, mode == .manual else {
      pass(.session, .action(action))
      return nil
    }
    stop(.session, .leftToApp)
    return .manual
  }

  /// Why a client does not survive the error, whatever its action: Realm Core takes some numbers of
  /// the protocol for impossible (`sync/protocol.cpp`).
  private var impossibleError: String? {
    guard let code = situation.error.code, ProtocolErrorCode.clientName(code) == nil else {
      return nil
    }
    return "error \(code) is one that Realm Core takes for impossible"
  }

  /// Why a migration can't be asked of a file of this kind of sync, where it can't. Realm Core throws
  /// in the one case where nobody catches, and asserts in the other.
  private var impossibleMigration: String? {
    guard situation.syncKind == .flexible else { return nil }
    switch action {
    case .revertToPBS:
      return "Received 'RevertToPBS' from server after rollback while client is natively using FLX "
        + "- expected 'SwitchToPBS'"
    case .migrateToFLX:
      return "a file that uses flexible sync already cannot be migrated to it"
    default: return nil
    }
  }

  /// Gate 2: recovery that the server forbids fails before anything is downloaded.
  private mutating func checkPermission() -> Verdict? {
    guard action == .clientResetNoRecovery, mode == .recover else {
      pass(.permission, .mayDownload(mode))
      return nil
    }
    return fail(
      .permission,
      ResetFailure(
        .recoveryNotAllowed,
        message:
          "A client reset is required but the server does not permit recovery for this client"))
  }

  /// Gates 3 and 4: the fresh state is there, else there would be no request; and a file that was
  /// never written to has nothing to reset.
  private mutating func checkDownload() -> Verdict? {
    pass(.download, .downloaded)
    if let version = situation.localVersion, version <= 1 {
      stop(.anythingToReset, .neverWritten)
      return .nothingToReset
    }
    pass(.anythingToReset, .hasData)
    return nil
  }

  /// Gate 5: an earlier reset that was never acknowledged, then what the server permits.
  private mutating func checkPendingReset() -> Verdict {
    var mode = mode
    switch check(earlier: countedPendingReset) {
    case .goOn(let reason): pass(.pendingReset, reason)
    case .downgrade:
      mode = .discardLocal
      pass(.pendingReset, .discardsAfterRecovery)
    case .cycle(let message):
      return fail(.pendingReset, ResetFailure(.resetCycle, message: message))
    }
    if action == .clientResetNoRecovery, mode == .recover {
      return fail(
        .precheck,
        ResetFailure(
          .recoveryNotAllowed,
          message: "Client reset mode is set to 'Recover' but the server does not allow recovery "
            + "for this client"))
    }
    if mode == .manual {
      return fail(
        .precheck, .crash("Unsupported client reset resync mode: Manual for pending reset"))
    }
    let isDowngraded = action == .clientResetNoRecovery && mode == .recoverOrDiscard
    let actual: ResetMode = isDowngraded || mode == .discardLocal ? .discardLocal : .recover
    pass(.precheck, isDowngraded ? .discardsWithoutPermission : .carriedOut(actual))
    // The attempt stays recorded even if everything after it fails.
    pendingReset = PendingReset(
      mode: actual, action: action, timeMicroseconds: situation.session.resetTimeMicroseconds,
      engineVersion: Self.engineVersion)
    return .perform(actual)
  }

  private enum Consequence {
    case goOn(GateDecision.Reason)
    /// RecoverOrDiscard discards.
    case downgrade
    /// With Realm Core's message.
    case cycle(String)
  }

  /// The earlier reset, unless it was left by another version of the engine.
  private var countedPendingReset: PendingReset? {
    guard let earlier = situation.pendingReset else { return nil }
    return earlier.engineVersion ?? Self.engineVersion == Self.engineVersion ? earlier : nil
  }

  private func check(earlier: PendingReset?) -> Consequence {
    guard let earlier else { return .goOn(.noEarlierReset) }
    guard earlier.action == action else {
      return .goOn(.earlierResetForOther(earlier: earlier.action, current: action))
    }
    switch (earlier.mode, mode) {
    case (.recover, .recoverOrDiscard): return .downgrade
    case (.recover, .discardLocal): return .goOn(.discardIsNoCycle)
    default:
      return .cycle(
        "A previous '\(earlier.mode.rawValue)' mode reset from \(Self.timeText(earlier)) did not "
          + "succeed, giving up on '\(mode.rawValue)' mode to prevent a cycle")
    }
  }

  /// The time of a record as Realm prints it: UTC, with nanoseconds where there are any.
  private static func timeText(_ reset: PendingReset) -> String {
    guard let time = reset.timeMicroseconds else { return "an unknown time" }
    let (seconds, microseconds) = time.flooredQuotientAndRemainder(dividingBy: 1_000_000)
    let text = Timestamp(seconds: seconds, nanoseconds: 0).text.dropLast()
      .replacing(each: "T", with: " ")
    guard microseconds != 0 else { return text }
    return text + "." + (microseconds * 1000).padded(to: 9)
  }
}
