public import TraceFormat

/// What a reset did, and the means to see what it would have done without some of the engine's defects.
///
/// The other outcomes start from the same states; each is as much work as the reset itself, and is
/// done when it is asked for.
public struct ComparedOutcome: Sendable {
  /// What the reset did.
  public let outcome: Outcome
  package let reset: DueReset
  package let mode: ResetMode

  /// Carries a reset out.
  public init(_ reset: DueReset, mode: ResetMode, quirks: Quirks = .realmCore) {
    outcome = reset.outcome(mode: mode, quirks: quirks)
    (self.reset, self.mode) = (reset, mode)
  }

  /// What the same reset does with other defects.
  public func outcome(with quirks: Quirks) -> Outcome {
    quirks == outcome.quirks ? outcome : reset.outcome(mode: mode, quirks: quirks)
  }
}
