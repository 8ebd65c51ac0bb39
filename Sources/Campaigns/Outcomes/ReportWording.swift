package import Analyzer
package import Replayer
package import TraceFormat

/// What campaigns take from the library that words reports: the sentences on faults, the only ones in a
/// golden's file, and the reading of reports in JSON, which have sentences too.
///
/// Sentences are made in `Reports`, above this library, which has them as `ReportWording.plain`.
public struct ReportWording: Sendable {
  /// What a fault that happened did, one line each.
  package var effects: @Sendable (FaultFiring) -> [String]
  package var reason: @Sendable (UnfiredFault) -> String

  /// The reports in what `replay --format json` prints, or one of them.
  package var reports: @Sendable (JSONText) throws(JSONShapeFailure) -> [Report]

  package init(
    effects: @escaping @Sendable (FaultFiring) -> [String],
    reason: @escaping @Sendable (UnfiredFault) -> String,
    reports: @escaping @Sendable (JSONText) throws(JSONShapeFailure) -> [Report]
  ) {
    (self.effects, self.reason, self.reports) = (effects, reason, reports)
  }
}
