public import TraceFormat

/// What the replay of a trace says: the one value that every form of the result is made of.
public struct ReplayReport: Sendable {
  /// The trace as the command was given it; `-` for standard input.
  public var trace: String
  /// Each reset in the modes that it was replayed in.
  public var resets: [ModeComparison]

  public init(trace: String, resets: [ModeComparison]) {
    self.trace = trace
    self.resets = resets
    countUnacknowledgedResets()
  }

  /// Whether resets were replayed in several modes, to be shown side by side.
  public var comparesModes: Bool { resets.contains { $0.reports.count > 1 } }

  /// The reports on all resets in all modes.
  public var reports: [Report] { resets.flatMap(\.reports) }
}

extension ReplayReport {
  /// The report for people, a page a reset, with a line across between two of them.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    let pages = resets.map { reset in
      reset.reports.count > 1 ? reset.text(options) : reset.reports[0].text(options)
    }
    let line = String(repeating: "-", count: TextPage.columns)
    return pages.joined(separator: "\n\(line)\n\n")
  }

  /// The report for programs (`docs/report.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(Report.version), "trace": .string(trace),
      "reports": comparesModes ? nil : .array(reports.map(\.json)),
      "comparisons": comparesModes ? .array(resets.map(\.json)) : nil,
    ])
  }
}
