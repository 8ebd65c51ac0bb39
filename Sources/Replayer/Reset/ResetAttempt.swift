package import RealmModel
public import TraceFormat

/// One attempt at a client reset: what was decided at each gate, and how it ended.
public struct ResetAttempt: Codable, Hashable, Sendable {
  /// The mode that the app has configured.
  public var requestedMode: ResetMode
  /// What was carried out: `discardLocal` or `recover`; nil if no gate let it come that far.
  public var actualMode: ResetMode?
  /// What the server asked for.
  public var action: ServerAction
  /// The decisions in the order they were made.
  public var decisions: [GateDecision] = []
  /// How it ended.
  public var ending: ResetEnding
  /// Present exactly for `failed` and `crash`.
  public var failure: ResetFailure?
  /// Whether the process ended between the commit of the new state and the end of the app's handler
  /// after the reset, which is never called again (`docs/faults.md`, "The steps of a reset").
  package var skipsAfterHandler = false
  /// The ruling on the instruction at which a recovery failed; nil if it failed at none.
  package var failedRuling: Ruling?

  private enum CodingKeys: String, CodingKey {
    case requestedMode, actualMode, action
    case ending = "result"
    case skipsAfterHandler = "skipsAfterHandler?"
  }

  /// Whether the attempt replaced the device's data with the server's.
  package var isCarriedOut: Bool { ending.isCarriedOut && !isSkipped }

  /// Whether the new state was committed, and the app's handler after the reset failed it all the
  /// same (`docs/rules.md`, "handler-failed").
  package var isFailedByHandlerAfter: Bool {
    failure?.failureClass == .handlerThrew && actualMode != nil
  }

  /// Whether the reset was skipped, because the file was never written to: the download is thrown away, nothing is
  /// recorded, and the file syncs on (`docs/rules.md`, "Gates"). Its ending is `ResetEnding.discarded`.
  public var isSkipped: Bool {
    decisions.last.map { $0.gate == .anythingToReset && !$0.isPassed } ?? false
  }
}

/// The decision at one of the gates that a reset passes (`docs/rules.md`, "Gates").
public struct GateDecision: Codable, Hashable, Sendable {
  /// The gates, in order.
  public enum Gate: String, Codable, Hashable, Sendable, CaseIterable {
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

  package enum Reason: Codable, Hashable, Sendable {
    case action(ServerAction)
    case noError
    /// The client could not integrate what it downloaded, and told the server so.
    case downloadRefused
    /// In mode Manual the app sees to its data itself.
    case leftToApp
    /// Nothing forbids the mode before the download.
    case mayDownload(ResetMode)
    case downloaded
    case neverWritten
    case hasData
    case noEarlierReset
    /// An earlier reset is unfinished, but was for another action, so this one starts over.
    case earlierResetForOther(earlier: ServerAction, current: ServerAction)
    /// An earlier recovery is unfinished, so RecoverOrDiscard discards.
    case discardsAfterRecovery
    /// An earlier recovery is unfinished, which does not keep DiscardLocal from going on.
    case discardIsNoCycle
    /// The server does not permit recovery, so RecoverOrDiscard discards.
    case discardsWithoutPermission
    /// What is carried out: `discardLocal` or `recover`.
    case carriedOut(ResetMode)
    case failure(ResetFailure)
  }

  /// Where it was decided.
  public var gate: Gate
  /// Whether the attempt went on.
  public var isPassed: Bool
  package var reason: Reason

  package init(gate: Gate, isPassed: Bool, reason: Reason) {
    (self.gate, self.isPassed, self.reason) = (gate, isPassed, reason)
  }
}

/// Why a reset failed, or why Realm Core would have terminated the process.
public struct ResetFailure: Error, Codable, Hashable, Sendable {
  /// The class; nil for a crash.
  public var failureClass: ResetFailureClass?
  /// Realm Core's own message, where it is known; else the reason in words.
  public var message: String
  /// The classes or properties that the server lacks, which the message lists; not encoded.
  package private(set) var lacking: [Address] = []

  private enum CodingKeys: CodingKey {
    case failureClass, message
  }

  /// A failure of a class, or a crash without one.
  public init(_ failureClass: ResetFailureClass?, message: String) {
    (self.failureClass, self.message) = (failureClass, message)
  }

  init(_ failureClass: ResetFailureClass, message: String, lacking: [Address]) {
    self.init(failureClass, message: message)
    self.lacking = lacking
  }

  /// Whether both are of one class and say the same, byte for byte: messages hold names.
  public static func == (a: ResetFailure, b: ResetFailure) -> Bool {
    a.failureClass == b.failureClass && a.message.hasSameBytes(as: b.message)
  }

  /// Of the same as ``==(_:_:)``.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(failureClass)
    hasher.combine(message)
  }
}
