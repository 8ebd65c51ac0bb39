public import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ReplayReport {
  /// The report for code hosts and editors: a result for each change that was not simply kept, for each
  /// place of what others wrote, for each trap, for each place at which a defect of the engine shows, and
  /// for each reset and error that a log shows (`docs/report.md`, "SARIF").
  public func sarif(toolVersion: String, documentation: String? = nil) -> SARIFReport {
    SARIFReport(
      toolVersion: toolVersion, documentation: documentation, rules: rules,
      results: reports.flatMap { results(of: $0) } + loggedResults,
      notes: reports.flatMap(\.notes))
  }

  private func results(of report: Report) -> [SARIFReport.Result] {
    let source = SARIFSource(report: report, artifact: trace == "-" ? nil : trace)
    var results = report.changes.compactMap(source.result)
    results += report.overwrittenPlaces.map(source.result)
    results += report.traps.map(source.result)
    return results + report.defects.map(source.result)
  }

  private var rules: [SARIFReport.Rule] {
    let traps = Set(reports.flatMap(\.traps).map(\.trap)).sorted { $0.rawValue < $1.rawValue }
    let defects = Set(reports.flatMap(\.defects).map(\.rule)).sorted {
      $0.identifier < $1.identifier
    }
    return Change.Outcome.allCases.filter { $0.level != nil }.map(\.rule)
      + OverwrittenPlace.Kind.allCases.map(\.rule) + traps.map(\.rule) + defects + loggedRules
  }
}

extension Report {
  /// The report in a line with its numbers, the faults of the replay, and what the trace does not show.
  fileprivate var notes: [SARIFReport.Note] {
    let prefix = isReset ? "\(session.title), mode \(mode.optionName): " : "\(session.title): "
    return [SARIFReport.Note(message: prefix + summary)]
      + faultStories.map {
        SARIFReport.Note(message: prefix + $0.sentence, level: $0.reason == nil ? .note : .warning)
      }
      + gaps.map {
        SARIFReport.Note(message: prefix + $0.sentence.escaped(columns: 300))
      }
  }
}

private struct SARIFSource {
  var report: Report
  var artifact: String?

  /// Nil for a change of which there is nothing to look at.
  func result(for change: Change) -> SARIFReport.Result? {
    let writes = change.writes.lazy.map { report.writes[$0] }
    // The gravest says why.
    guard let level = change.outcome.level,
      let write = Fate.byGravity.lazy.compactMap({ fate in writes.first { $0.fate == fate } }).first
    else { return nil }
    let version = report.transactions[write.transactionIndex].clientVersion
    return result(
      rule: change.outcome.rule, level: level, at: change.address,
      message: report.finding(of: change),
      identity: "\(version) \(write.instructionIndex)",
      properties: [
        .init("outcome", .string(change.outcome.rawValue)),
        .init("fate", .string(write.fate.rawValue)),
        .init("cause", write.cause.map { .string($0.rawValue) } ?? .null),
        .init("rule", write.rule.map { .string($0.rawValue) } ?? .null),
        .init("clientVersion", .wide(version)), .init("index", .integer(write.instructionIndex)),
      ] + Self.property(write.defect))
  }

  func result(for place: OverwrittenPlace) -> SARIFReport.Result {
    let pieces = place.collateral.map { report.collateral[$0] }
    return result(
      rule: place.kind.rule, level: place.kind.level, at: place.address,
      message: report.finding(of: place),
      properties: [
        .init("kind", .string(place.kind.rawValue)),
        .init("collateral", .array(pieces.map { .string($0.kind.rawValue) })),
        .init("rule", pieces.first?.rule.map { .string($0.rawValue) } ?? .null),
        .init("certain", .bool(pieces.allSatisfy(\.isCertain))),
      ] + Self.property(pieces.lazy.compactMap(\.defect).first))
  }

  func result(for occurrence: TrapOccurrence) -> SARIFReport.Result {
    result(
      rule: occurrence.trap.rule, level: .warning, at: occurrence.address,
      message: occurrence.finding)
  }

  func result(for occurrence: DefectOccurrence) -> SARIFReport.Result {
    let isLoss = occurrence.writes.contains { report.writes[$0].isLostToDefect }
    return result(
      rule: occurrence.rule, level: isLoss ? .error : .warning, at: occurrence.address,
      message: occurrence.finding,
      properties: [.init("defects", .array(occurrence.identifiers.map(JSONText.string)))])
  }

  private static func property(_ defect: EngineDefect?) -> [JSONText.Member] {
    defect.map { [.init("defects", .array($0.identifiers.map(JSONText.string)))] } ?? []
  }

  private func result(
    rule: SARIFReport.Rule, level: SARIFReport.Level, at address: Address?, message: String,
    identity: String = "", properties: [JSONText.Member] = []
  ) -> SARIFReport.Result {
    let mode = report.mode.optionName
    return SARIFReport.Result(
      rule: rule.identifier, level: level,
      message:
        "\(message.shortened(to: Report.sentenceColumnsMax)) (\(report.isReset ? "mode \(mode)" : Heading.noReset))",
      artifact: artifact, place: address?.place ?? [],
      identity: "\(report.session.title) \(mode) \(address?.pathText ?? "") \(identity)",
      properties: [
        .init("session", .string(report.session.title)), .init("mode", .string(mode)),
      ] + properties)
  }
}

extension Address {
  fileprivate var place: [SARIFReport.Place] {
    var place = [SARIFReport.Place(kind: .type, name: className.shortName)]
    if let object { place.append(.init(kind: .object, name: object.shortText)) }
    if property != nil { place.append(.init(kind: .property, name: propertyText)) }
    return place
  }
}

extension Fate {
  fileprivate static let byGravity: [Fate] = [
    .lost, .conflicted, .stranded, .unknown, .pending, .recovered, .redundant, .superseded,
  ]
}
