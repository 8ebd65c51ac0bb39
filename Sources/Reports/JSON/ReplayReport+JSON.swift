public import Analyzer
package import Replayer
public import TraceFormat

extension ReplayReport {
  /// The report for programs (`docs/report.md`, "JSON").
  public var json: JSONText { outline(width: 1).whole }

  /// Writes the text of ``json``, whole lines, without ever holding all of it. Where modes are compared, each element of a
  /// report's lists is one line.
  ///
  /// - Parameter width: how many parts of it are made at once at most; the text is the same.
  /// - Throws: what the sink throws.
  package func writeJSON(to sink: any ByteSink, width: Int = 1) throws {
    // Elements of lists are in `comparisons`, in one of them, in its `modes`, in a report, in a list.
    let linesDepthMax = comparesModes ? 6 : JSONText.Layout.linesDepthMax
    try outline(width: width).write(
      to: sink, layout: .indented, linesDepthMax: linesDepthMax, width: width)
    try sink.write([UInt8(ascii: "\n")])
  }

  private func outline(width: Int) -> JSONOutline {
    let head = JSONOutline.made([
      "version": .integer(Report.version), "trace": .string(trace),
    ])
    let all: JSONOutline.Member =
      comparesModes
      ? .init("comparisons", .array(resets.map { $0.outline(width: width) }))
      : .init("reports", .array(reports.map(\.outline)))
    let rest = JSONOutline.made([
      "logged": logged.isEmpty ? nil : JSONText(fact: logged),
      "loggedSessions": loggedSessions.map {
        .object($0.page.json.members + [.init("facts", JSONText(fact: $0))])
      },
      "unanswered": JSONText(unanswered: unanswered),
    ])
    return .members(head + [all] + rest)
  }

  /// The most bytes of a report that are read.
  public static let sizeMaxBytes = 1 << 28

  /// Reads the text of what `replay --format json` prints.
  ///
  /// - Throws: where in it something else was expected, and what was found; what is larger than ``sizeMaxBytes``.
  public init(parsing bytes: [UInt8]) throws(JSONShapeFailure) {
    self = try JSONNode.reading(bytes, sizeMax: Self.sizeMaxBytes, ReplayReport.init(_:))
  }

  /// Reads what `replay --format json` prints, of one mode or of several.
  ///
  /// - Throws: where in it something else was expected, and what was found; as ``Report/init(json:)``.
  public init(json: JSONText) throws(JSONShapeFailure) { try self.init(JSONNode(json)) }

  private init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    var resets: [ModeComparison] = []
    if let comparisons = members.take("comparisons") {
      for comparison in try comparisons.elements() { resets.append(try ModeComparison(comparison)) }
    } else {
      for report in try members.require("reports").elements() {
        resets.append(ModeComparison([try Report(report)]))
      }
    }
    try members.require("version").checkVersion(Report.version, since: 1, of: "reports")
    self.init(trace: try members.require("trace").string(), resets: resets)
    unanswered = try members.take("unanswered")?.fact([UnansweredSession].self) ?? []
    logged = try members.take("logged")?.fact([RecordedLoggedReset].self) ?? []
    loggedSessions = try members.take("loggedSessions").map { node throws(JSONShapeFailure) in
      try node.require("facts").fact()
    }
    try members.finish()
  }

  /// The merge plans alone, of each reset and mode that has one or for which it is not known (`docs/report.md`, "Merge
  /// plan").
  public var mergePlansJSON: JSONText {
    .members([
      "version": .integer(Report.version), "trace": .string(trace),
      "mergePlans": .array(
        reports.compactMap { report in
          let reason = report.missingPlanSentence
          guard report.mergePlan != nil || reason != nil else { return nil }
          return .members([
            "session": .integer(Int(report.session.session)),
            "resetSequence": .wide(report.session.resetSequence),
            "mode": .string(report.mode.rawValue), "mergePlan": report.mergePlan?.json,
            "notKnown": reason.map { .string($0) },
          ])
        }),
    ])
  }
}

extension RecordedLoggedReset: JSONShaped {
  package static let derived: [JSONDerived<Self>] =
    ["headline", "sentences", "steps", "notKnown"].map { name in
      .init(name, .before("facts")) { $0.page.json.member(name) }
    }
}

extension LoggedPage {
  fileprivate var json: JSONText {
    JSONText(facts: [
      "headline": headline, "sentences": sentences, "steps": steps, "notKnown": unknowns,
    ])
  }
}

extension UnansweredSession: JSONShaped {
  package static let derived: [JSONDerived<Self>] = [.words(\.sentence)]
}

extension JSONText {
  /// The sessions of which a trace does not show enough; nil for none.
  init?(unanswered: [UnansweredSession]) {
    guard !unanswered.isEmpty else { return nil }
    self.init(fact: unanswered)
  }
}
