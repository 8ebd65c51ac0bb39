package import Replayer

/// How a summary says what a fault did: the only sentences of a golden's file.
///
/// Sentences are made in `Reports`, above this library, which has them as `FaultWords.plain`.
public struct FaultWords: Sendable {
  /// What a fault that happened did, one line each.
  package var effects: @Sendable (FaultFiring) -> [String]
  /// Why a fault never happened, in one line.
  package var reason: @Sendable (UnfiredFault) -> String

  package init(
    effects: @escaping @Sendable (FaultFiring) -> [String],
    reason: @escaping @Sendable (UnfiredFault) -> String
  ) {
    self.effects = effects
    self.reason = reason
  }
}
