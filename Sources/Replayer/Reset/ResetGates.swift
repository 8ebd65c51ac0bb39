import RealmModel
import TraceFormat

/// Decides what a reset will attempt: mode × action × earlier reset (`docs/rules.md`, "Gates").
///
/// The gates run in the order in which Realm Core passes them, and each leaves a decision behind
/// that says in words what it saw. A failure at any of them ends the attempt.
struct ResetGates {
  /// What the gates let through.
  enum Verdict {
    /// Carry out `discardLocal` or `recover`.
    case perform(ResetMode)
    /// The app has to handle it: the file is set aside and started anew.
    case manual
    /// The local file was never written to; nothing is done, and nothing recorded.
    case nothingToReset
    /// The error asks for no reset.
    case noReset
    /// The error has the file deleted, without a backup.
    case fileDeleted
    case failed(ResetFailure)
  }

  private(set) var decisions: [GateDecision] = []
  /// The reset that the file tracks once the gates are passed or have refused.
  private(set) var pendingReset: PendingReset?

  /// The step of the last decision.
  var lastStep: ResetStep { decisions.last?.gate.step ?? .errorArrives }

  private let situation: ResetSituation
  /// The mode that the app has configured.
  private let mode: ResetMode
  private var action: ServerAction { situation.action }

  init(_ situation: ResetSituation, _ mode: ResetMode) {
    self.situation = situation
    self.mode = mode
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

  private mutating func pass(_ gate: GateDecision.Gate, _ text: String) {
    decisions.append(GateDecision(gate: gate, isPassed: true, text: text))
  }

  private mutating func stop(_ gate: GateDecision.Gate, _ text: String) {
    decisions.append(GateDecision(gate: gate, isPassed: false, text: text))
  }

  private mutating func fail(
    _ gate: GateDecision.Gate, _ failureClass: ResetFailureClass, _ message: String
  ) -> Verdict {
    stop(gate, message)
    return .failed(ResetFailure(failureClass, message: message))
  }
}

// Before the transaction of the reset
extension ResetGates {
  /// Gate 1: an app that configured manual mode handles a reset itself. Migrations ask no mode.
  private mutating func checkSession() -> Verdict? {
    if let reason = impossibleError {
      stop(.session, reason)
      return .failed(.crash(reason))
    }
    guard action.startsClientReset else {
      stop(.session, action.consequence)
      return action == .deleteRealm ? .fileDeleted : .noReset
    }
    if let reason = impossibleMigration {
      stop(.session, reason)
      return .failed(.crash(reason))
    }
    let asksForMode = action == .clientReset || action == .clientResetNoRecovery
    guard asksForMode, mode == .manual else {
      pass(.session, "action \(action.rawValue) starts a client reset")
      return nil
    }
    stop(.session, "mode Manual: the app is told, and the file is set aside for a backup")
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
      pass(.permission, "mode \(mode.rawValue) may go on to the download")
      return nil
    }
    return fail(
      .permission, .recoveryNotAllowed,
      "A client reset is required but the server does not permit recovery for this client")
  }

  /// Gates 3 and 4: the fresh state is there, else there would be no request; and a file that was
  /// never written to has nothing to reset.
  private mutating func checkDownload() -> Verdict? {
    pass(.download, "the fresh state was downloaded")
    if let version = situation.localVersion, version <= 1 {
      stop(.anythingToReset, "the local file was never written to")
      return .nothingToReset
    }
    pass(.anythingToReset, "the local file has data")
    return nil
  }
}

// Inside the transaction of the reset
extension ResetGates {
  /// Gate 5: an earlier reset that was never acknowledged, then what the server permits.
  private mutating func checkPendingReset() -> Verdict {
    var mode = mode
    switch check(earlier: countedPendingReset) {
    case .goOn(let text): pass(.pendingReset, text)
    case .downgrade(let text):
      mode = .discardLocal
      pass(.pendingReset, text)
    case .cycle(let message): return fail(.pendingReset, .resetCycle, message)
    }
    if action == .clientResetNoRecovery, mode == .recover {
      return fail(
        .precheck, .recoveryNotAllowed,
        "Client reset mode is set to 'Recover' but the server does not allow recovery for this "
          + "client")
    }
    if mode == .manual {
      let message = "Unsupported client reset resync mode: Manual for pending reset"
      stop(.precheck, message)
      return .failed(.crash(message))
    }
    let isDowngraded = action == .clientResetNoRecovery && mode == .recoverOrDiscard
    let actual: ResetMode = isDowngraded || mode == .discardLocal ? .discardLocal : .recover
    pass(
      .precheck,
      isDowngraded
        ? "the server does not permit recovery: RecoverOrDiscard discards"
        : "carried out as \(actual == .recover ? "recovery" : "discard")")
    track(actual)
    return .perform(actual)
  }

  /// What an earlier reset means for this one.
  private enum Consequence {
    case goOn(String)
    case downgrade(String)
    case cycle(String)
  }

  /// The earlier reset, unless it was left by another version of the engine.
  private var countedPendingReset: PendingReset? {
    guard let earlier = situation.pendingReset else { return nil }
    return earlier.engineVersion ?? Self.engineVersion == Self.engineVersion ? earlier : nil
  }

  private func check(earlier: PendingReset?) -> Consequence {
    guard let earlier else { return .goOn("no earlier reset is unfinished") }
    guard earlier.action == action else {
      return .goOn(
        "an earlier reset for \(earlier.action.rawValue) is unfinished; this one is for "
          + "\(action.rawValue) and starts over")
    }
    switch (earlier.mode, mode) {
    case (.recover, .recoverOrDiscard):
      return .downgrade(
        "an earlier recovery is unfinished: RecoverOrDiscard discards this time")
    case (.recover, .discardLocal):
      return .goOn("an earlier recovery is unfinished; discarding is no cycle yet")
    default:
      return .cycle(
        "A previous '\(earlier.mode.rawValue)' mode reset from \(Self.timeText(earlier)) did not "
          + "succeed, giving up on '\(mode.rawValue)' mode to prevent a cycle")
    }
  }

  /// Records the attempt, which stays recorded even if everything after it fails.
  private mutating func track(_ mode: ResetMode) {
    pendingReset = PendingReset(
      mode: mode, action: action, timeMicroseconds: situation.session.resetTimeMicroseconds,
      engineVersion: Self.engineVersion)
  }

  /// The time of a record as Realm prints it: UTC, with nanoseconds where there are any.
  private static func timeText(_ reset: PendingReset) -> String {
    guard let time = reset.timeMicroseconds else { return "an unknown time" }
    let (seconds, microseconds) = time.flooredQuotientAndRemainder(dividingBy: 1_000_000)
    let text = Timestamp(seconds: seconds, nanoseconds: 0).text.dropLast()
      .replacing("T", with: " ")
    guard microseconds != 0 else { return String(text) }
    let digits = String(microseconds * 1000)
    return text + "." + String(repeating: "0", count: 9 - digits.count) + digits
  }
}

extension Int64 {
  /// The quotient rounded down, and what remains, never negative.
  fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension ServerAction {
  /// What the client does on an action that starts no reset, in words (`docs/rules.md`, "Actions").
  fileprivate var consequence: String {
    switch self {
    case .clientReset, .clientResetNoRecovery, .migrateToFLX, .revertToPBS:
      "action \(rawValue) starts a client reset"
    case .deleteRealm:
      "action DeleteRealm: sync stops, and the file is deleted without a backup"
    case .protocolViolation, .applicationBug:
      "action \(rawValue): sync stops, and the app's error handler is called"
    case .logOutUser: "action LogOutUser: sync stops, and the user is logged out"
    case .warning: "action Warning: the app's error handler is called, and sync goes on"
    case .transient: "action Transient: the client tries again later"
    case .refreshUser: "action RefreshUser: the access token is renewed, and sync goes on"
    case .refreshLocation: "action RefreshLocation: the server is looked up again, and sync goes on"
    case .migrateSchema:
      "action MigrateSchema: what is not synced is uploaded, then the schema is migrated"
    case .noAction: "an error without an action is reported to the app and does nothing else"
    }
  }
}
