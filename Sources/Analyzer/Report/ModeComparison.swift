internal import Replayer
public import TraceFormat

/// One reset replayed in several modes, side by side.
///
/// The reports are of the same reset, so they have the same unsynced writes in the same order.
public struct ModeComparison: Sendable {
  /// One for each mode, in the order they are shown.
  public var reports: [Report]
  /// The modes that were asked for and have no report: what they do depends on what the reset downloads, which the trace
  /// does not show.
  public var unanswered: [ResetMode]

  /// - Precondition: All reports are of one reset, and there is at least one.
  public init(_ reports: [Report], unanswered: [ResetMode] = []) {
    precondition(
      Set(reports.map(\.session.resetSequence)).count == 1, "the reports are of one reset")
    (self.reports, self.unanswered) = (reports, unanswered)
  }

  package var comparesModes: Bool { reports.count + unanswered.count > 1 }

  /// The writes whose fate depends on the mode, by their index in ``Report/writes``.
  package var differingWrites: [Int] {
    reports[0].writes.indices.filter { index in
      let fate = reports[0].writes[index].fate
      return reports.indices.contains { reports[$0].writes[index].fate != fate }
    }
  }
}
