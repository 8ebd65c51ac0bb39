public import Analyzer
public import TraceFormat

extension ReplayReport {
  /// The report for programs (`docs/report.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(Report.version), "trace": .string(trace),
      "reports": comparesModes ? nil : .array(reports.map(\.json)),
      "comparisons": comparesModes ? .array(resets.map(\.json)) : nil,
    ])
  }
}
