public import Analyzer
internal import Phrasebook
internal import Replayer
public import TraceFormat

extension ReplayReport {
  /// The report for programs (`docs/report.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(Report.version), "trace": .string(trace),
      "reports": comparesModes ? nil : .array(reports.map(\.json)),
      "comparisons": comparesModes ? .array(resets.map(\.json)) : nil,
      "unanswered": unanswered.isEmpty ? nil : .array(unanswered.map(Self.json)),
    ])
  }

  private static func json(_ session: UnansweredSession) -> JSONText {
    .members([
      "session": .integer(Int(session.session)),
      "action": session.action.map { .string($0.rawValue) },
      "text": .string(session.sentence), "fact": JSONText(fact: session.reason),
    ])
  }
}
