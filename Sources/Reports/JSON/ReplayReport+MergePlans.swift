public import Analyzer
internal import RealmModel
internal import Replayer
public import TraceFormat

extension ReplayReport {
  /// The merge plans alone, of each reset and mode that has one (`docs/report.md`, "Merge plan").
  public var mergePlansJSON: JSONText {
    .members([
      "version": .integer(Report.version), "trace": .string(trace),
      "mergePlans": .array(
        reports.compactMap { report in
          report.mergePlan.map { plan in
            .members([
              "session": .integer(Int(report.session.session)),
              "resetSequence": .wide(report.session.resetSequence),
              "mode": .string(report.mode.rawValue), "mergePlan": plan.json,
            ])
          }
        }),
    ])
  }
}
