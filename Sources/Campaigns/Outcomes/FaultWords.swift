package import Analyzer
package import Replayer
package import TraceFormat

/// How a summary says what a fault did: the only sentences of a golden's file. And how reports in JSON are
/// read, which have sentences too.
///
/// Sentences are made in `Reports`, above this library, which has them as `FaultWords.plain`.
public struct FaultWords: Sendable {
  /// What a fault that happened did, one line each.
  package var effects: @Sendable (FaultFiring) -> [String]
  /// Why a fault never happened, in one line.
  package var reason: @Sendable (UnfiredFault) -> String

  /// The reports in what `replay --format json` prints, or one of them.
  package var reports: @Sendable (JSONText) throws(JSONShapeFailure) -> [Report]

  package init(
    effects: @escaping @Sendable (FaultFiring) -> [String],
    reason: @escaping @Sendable (UnfiredFault) -> String,
    reports: @escaping @Sendable (JSONText) throws(JSONShapeFailure) -> [Report]
  ) {
    self.effects = effects
    self.reason = reason
    self.reports = reports
  }
}
