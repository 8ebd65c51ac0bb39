import RealmModel
public import TraceFormat

/// One attempt at a client reset: what was decided at each gate, and how it ended.
public struct ResetAttempt: Hashable, Sendable {
  /// The mode that the app has configured.
  public var requestedMode: ResetMode
  /// What was carried out: `discardLocal` or `recover`; nil if no gate let it come that far.
  public var actualMode: ResetMode?
  public var action: ServerAction
  /// The decisions in the order they were made.
  public var decisions: [GateDecision]
  public var ending: ResetEnding
  /// Present exactly for `failed` and `crash`.
  public var failure: ResetFailure?
  /// What Realm Core may not survive although it shows nothing here: undefined behaviour, in words
  /// (`docs/rules.md`, "Hazards").
  public var hazards: [String] = []
  /// Whether the process ended between the commit of the new state and the end of the app's handler
  /// after the reset, which is never called again (`docs/faults.md`, "The steps of a reset").
  public var skipsAfterHandler = false
  /// The ruling on the instruction at which a recovery failed; nil if it failed at none.
  public var failedRuling: Ruling?

  public init(
    requestedMode: ResetMode, actualMode: ResetMode?, action: ServerAction,
    decisions: [GateDecision], ending: ResetEnding, failure: ResetFailure? = nil
  ) {
    self.requestedMode = requestedMode
    self.actualMode = actualMode
    self.action = action
    self.decisions = decisions
    self.ending = ending
    self.failure = failure
  }
}

/// The decision at one of the gates that a reset passes (`docs/rules.md`, "Gates").
public struct GateDecision: Hashable, Sendable {
  /// The gates, in order.
  public enum Gate: String, Hashable, Sendable, CaseIterable {
    /// Does this error start a reset at all?
    case session
    /// Before the download: does the server permit what the mode asks for?
    case permission
    /// The fresh download.
    case download
    /// Was the local file ever written to?
    case anythingToReset
    /// The record of an earlier reset that never completed.
    case pendingReset
    /// What the server permits, once more, inside the transaction of the reset.
    case precheck
  }

  public var gate: Gate
  /// Whether the attempt went on.
  public var isPassed: Bool
  /// What was decided, in words.
  public var text: String

  public init(gate: Gate, isPassed: Bool, text: String) {
    self.gate = gate
    self.isPassed = isPassed
    self.text = text
  }
}

/// Why a reset failed, or why Realm Core would have terminated the process.
public struct ResetFailure: Error, Hashable, Sendable {
  /// The class; nil for a crash.
  public var failureClass: ResetFailureClass?
  /// Realm Core's own message, where it is known; else the reason in words.
  public var message: String

  public init(_ failureClass: ResetFailureClass?, message: String) {
    self.failureClass = failureClass
    self.message = message
  }
}
