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
  /// Carries the same reset out with other defects.
  private let repeated: @Sendable (Quirks) -> Outcome

  /// Carries a reset out.
  public init(_ reset: DueReset, mode: ResetMode, quirks: Quirks = .realmCore) {
    self.init(quirks) { reset.outcome(mode: mode, quirks: $0) }
  }

  /// Carries a reset out with the faults that befall it.
  public init(_ reset: FaultedReset, mode: ResetMode, quirks: Quirks = .realmCore) {
    self.init(quirks) { reset.outcome(mode: mode, quirks: $0) }
  }

  private init(_ quirks: Quirks, _ outcome: @escaping @Sendable (Quirks) -> Outcome) {
    self.outcome = outcome(quirks)
    repeated = outcome
  }

  /// What the same reset does with other defects.
  public func outcome(with quirks: Quirks) -> Outcome {
    quirks == outcome.quirks ? outcome : repeated(quirks)
  }
}
