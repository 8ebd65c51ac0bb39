public import Analyzer
internal import Phrasebook
internal import RealmModel
package import Replayer
public import TraceFormat

extension ReplayReport: JSONObject {
  /// The most bytes of a report that are read.
  public static let sizeMaxBytes = 1 << 28

  /// Reads the text of what `replay --format json` prints.
  ///
  /// - Throws: where in it something else was expected, and what was found; what is larger than
  ///   ``sizeMaxBytes``.
  public init(parsing bytes: [UInt8]) throws(JSONShapeFailure) {
    self = try JSONNode.reading(bytes, sizeMax: Self.sizeMaxBytes) {
      node throws(JSONShapeFailure) in try ReplayReport(node)
    }
  }

  /// Reads what `replay --format json` prints, of one mode or of several.
  ///
  /// - Throws: where in it something else was expected, and what was found; as ``Report/init(json:)``.
  public init(json: JSONText) throws(JSONShapeFailure) { try self.init(JSONNode(json)) }

  /// The report for programs (`docs/report.md`, "JSON").
  public var json: JSONText { .object(jsonMembers) }

  /// Writes the text of ``json``, whole lines, without ever holding all of it.
  ///
  /// - Parameter width: how many parts of it are made at once at most; the text is the same.
  /// - Throws: what the sink throws.
  package func writeJSON(to sink: any ByteSink, width: Int = 1) throws {
    try outline.write(to: sink, layout: .indented, width: width)
    try sink.write([UInt8(ascii: "\n")])
  }

  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    try fields.version("version", Report.version, of: "reports")
    let trace = try fields("trace", \.trace)
    let compared = try fields.outlined("comparisons") {
      $0.comparesModes ? $0.resets : nil
    } outline: {
      .array($0.map(\.outline))
    } read: { node throws(JSONShapeFailure) in
      try [ModeComparison](node)
    }
    let alone = try fields.outlined("reports") {
      $0.comparesModes ? nil : $0.reports
    } outline: {
      .array($0.map(\.outline))
    } read: { node throws(JSONShapeFailure) in
      try [Report](node)
    }
    guard let resets = compared ?? alone?.map({ ModeComparison([$0]) }) else {
      throw fields.missing("reports")
    }
    let logged = try fields.list("logged", \.logged, omitsEmpty: true)
    let loggedSessions = try fields.optional("loggedSessions", \.loggedSessions)
    self.init(
      trace: trace, resets: [],
      unanswered: try fields.list("unanswered", \.unanswered, omitsEmpty: true), logged: logged,
      loggedSessions: loggedSessions)
    // Their loops are counted already.
    self.resets = resets
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

extension UnansweredSession: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let session = try fields("session", \.session)
    let action = try fields.optional("action", \.action)
    fields.words("text", \.sentence)
    self.init(session: session, action: action, reason: try fields.fact("fact", \.reason))
  }
}

extension RecordedLoggedReset: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let session = try fields("session", \.session)
    let sequence = try fields("sequence", \.sequence)
    let timeMicroseconds = try fields("timeMicroseconds", \.timeMicroseconds)
    fields.written(LoggedPage.memberNames, \.page.json)
    self.init(
      session: session, sequence: sequence, timeMicroseconds: timeMicroseconds,
      facts: try fields.fact("facts", \.facts))
  }
}

extension LoggedSessions: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    fields.written(LoggedPage.memberNames, \.page.json)
    self = try fields.fact("facts") { $0 }
  }
}

extension LoggedPage {
  fileprivate static let memberNames = ["headline", "sentences", "steps", "notKnown"]

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
