import RealmModel
public import TraceFormat

/// What a reset did, and the means to see what it would have done without some of the engine's
/// defects.
///
/// The other outcomes start from the same states; each is as much work as the reset itself, and is
/// done when it is asked for.
public struct ComparedOutcome: Sendable {
  /// What the reset did.
  public let outcome: Outcome
  private let reset: PlannedReset
  private let mode: ResetMode

  /// Carries a reset out.
  public init(_ reset: PlannedReset, mode: ResetMode, quirks: Quirks = .realmCore) {
    outcome = reset.outcome(mode: mode, quirks: quirks)
    self.reset = reset
    self.mode = mode
  }

  /// What the same reset does with other defects.
  public func outcome(with quirks: Quirks) -> Outcome {
    quirks == outcome.quirks ? outcome : reset.outcome(mode: mode, quirks: quirks)
  }
}

/// What one reset comes to, in whatever mode and with whatever defects of the engine: what two of them do
/// to the very same data is done once.
///
/// It is for one task, and holds on to the last two dozen states that it came to.
package struct ResetOutcomes {
  private let reset: PlannedReset
  private let memory = InjectionMemory()

  package init(_ reset: PlannedReset) { self.reset = reset }

  /// Carries the reset out.
  package func outcome(mode: ResetMode, quirks: Quirks) -> Outcome {
    reset.outcome(mode: mode, quirks: quirks, memory: memory)
  }
}
