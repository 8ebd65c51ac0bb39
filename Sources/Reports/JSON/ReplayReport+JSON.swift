public import Analyzer
internal import RealmModel
internal import Replayer
public import TraceFormat

extension ReplayReport {
  /// The report for programs (`docs/report.md`, "JSON").
  public var json: JSONText { outline.whole }

  /// Writes the text of ``json``, whole lines, without ever holding all of it.
  ///
  /// - Parameter width: how many parts of it are made at once at most; the text is the same.
  /// - Throws: what the sink throws.
  package func writeJSON(to sink: any ByteSink, width: Int = 1) throws {
    try outline.write(to: sink, layout: .indented, width: width)
    try sink.write([UInt8(ascii: "\n")])
  }

  private var outline: JSONOutline {
    let head = JSONOutline.made([
      "version": .integer(Report.version), "trace": .string(trace),
    ])
    let all: (name: String, value: JSONOutline) =
      comparesModes
      ? ("comparisons", .array(resets.map(\.outline))) : ("reports", .array(reports.map(\.outline)))
    let rest = JSONOutline.made([
      "logged": logged.isEmpty ? nil : .array(logged.map(\.json)),
      "loggedSessions": loggedSessions.map {
        .object($0.page.json + [.init("facts", JSONText(fact: $0))])
      },
      "unanswered": unanswered.isEmpty ? nil : .array(unanswered.map(Self.json)),
    ])
    return .members(head + [all] + rest)
  }

  private static func json(_ session: UnansweredSession) -> JSONText {
    .members([
      "session": .integer(Int(session.session)),
      "action": session.action.map { .string($0.rawValue) },
      "text": .string(session.sentence), "fact": JSONText(fact: session.reason),
    ])
  }

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

extension RecordedLoggedReset {
  /// What a log shows of a client reset, for programs.
  package var json: JSONText {
    .object(
      [
        .init("session", .integer(Int(session))), .init("sequence", .wide(sequence)),
        .init("timeMicroseconds", .wide(timeMicroseconds)),
      ] + page.json + [.init("facts", JSONText(fact: facts))])
  }
}

extension LoggedPage {
  /// What every form of the report says, for programs.
  fileprivate var json: [JSONText.Member] {
    [
      .init("headline", .string(headline)),
      .init("sentences", .array(sentences.map { .string($0) })),
      .init("steps", .array(steps.map { .string($0) })),
      .init("notKnown", .array(unknowns.map { .string($0) })),
    ]
  }
}

extension JSONText {
  /// The sessions of which a trace does not show enough; nil for none.
  init?(unanswered: [UnansweredSession]) {
    guard !unanswered.isEmpty else { return nil }
    self = .array(
      unanswered.map {
        .members([
          "session": .integer(Int($0.session)), "text": .string($0.reason.words),
          "fact": JSONText(fact: $0.reason),
        ])
      })
  }
}
