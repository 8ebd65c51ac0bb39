public import Campaigns
internal import Reports
internal import TraceFormat

/// Why goldens do not hold: a failed test prints what became better or worse.
public struct GoldenMismatch: Error, CustomStringConvertible {
  /// What was found, with every golden that was looked at.
  public var report: GoldenReport

  /// The findings for people, and how a new outcome becomes the golden.
  public var description: String { report.text() + nextSteps }

  private var nextSteps: String {
    var traces: [String] = []
    for verdict in report.verdicts where verdict.outcome != nil {
      guard let trace = verdict.cell?.trace, !traces.contains(trace) else { continue }
      traces.append(trace)
    }
    guard let first = traces.first else { return "" }
    let path = traces.count == 1 ? "\"\(first.visible)\"" : "FOLDER"
    return """

      To look at it and make it the golden:
        tracetool golden check \(path)
        tracetool golden accept \(path)
      """
  }
}
