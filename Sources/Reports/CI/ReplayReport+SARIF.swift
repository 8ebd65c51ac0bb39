public import Analyzer
internal import Campaigns
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ReplayReport {
  /// The report for code hosts and editors: a result for each write that is lost, conflicted,
  /// stranded or unknown, for each place of the server's data that was harmed, for each synced value
  /// that a restored server lacks, for each trap, for each place at which
  /// a defect of the engine shows, and for each reset and error that a log tells of (`docs/report.md`, "SARIF").
  public func sarif(toolVersion: String, documentation: String? = nil) -> SARIFReport {
    SARIFReport(
      toolVersion: toolVersion, documentation: documentation, rules: rules,
      results: reports.flatMap { results(of: $0) } + loggedResults,
      notes: reports.flatMap(\.notes))
  }

  private func results(of report: Report) -> [SARIFReport.Result] {
    let source = SARIFSource(report: report, artifact: trace == "-" ? nil : trace)
    var results = report.writes.filter(\.fate.isUnhappy).map(source.result)
    results += report.harmedPlaces.compactMap(\.first).map(source.result)
    results += report.harm.acknowledgedLost.map(source.result)
    results += report.traps.map(source.result)
    return results + report.defects.map(source.result)
  }

  private var rules: [SARIFReport.Rule] {
    let traps = Set(reports.flatMap(\.traps).map(\.trap)).sorted { $0.rawValue < $1.rawValue }
    let defects = Set(reports.flatMap(\.defects).map(\.rule)).sorted {
      $0.identifier < $1.identifier
    }
    return Cause.allCases.map(\.rule) + Collateral.Kind.allCases.map(\.rule)
      + [HarmClass.acknowledgedLost.rule] + traps.map(\.rule) + defects + loggedRules
  }
}

extension Report {
  /// The faults of the replay, and what the trace does not show.
  fileprivate var notes: [SARIFReport.Note] {
    let prefix = isReset ? "\(sessionName), mode \(mode.optionName): " : "\(sessionName): "
    return faultStories.map(\.shortened).map {
      SARIFReport.Note(prefix + $0.sentence, level: $0.reason == nil ? .note : .warning)
    }
      + gaps.map {
        SARIFReport.Note(prefix + Phrase.foreign($0.sentence, columns: 300, isQuoted: false))
      }
  }
}

/// Makes the findings of one report results of a SARIF log.
private struct SARIFSource {
  var report: Report
  var artifact: String?

  func result(for write: JudgedWrite) -> SARIFReport.Result {
    let version = report.transactions[write.transactionIndex].clientVersion
    return result(
      rule: (write.cause ?? .noRuling).rule, level: write.fate.level, at: write.address,
      message: write.finding,
      identity: "\(version) \(write.instructionIndex)",
      properties: [
        .init("fate", .string(write.fate.rawValue)),
        .init("rule", write.rule.map { .string($0.rawValue) } ?? .null),
        .init("clientVersion", .wide(version)), .init("index", .integer(write.instructionIndex)),
      ] + Self.property(write.defect))
  }

  func result(for collateral: Collateral) -> SARIFReport.Result {
    result(
      rule: collateral.kind.rule, level: .error, at: collateral.address,
      message: collateral.finding,
      properties: [.init("rule", collateral.rule.map { .string($0.rawValue) } ?? .null)]
        + Self.property(collateral.defect))
  }

  func result(for loss: HarmAccount.AcknowledgedLoss) -> SARIFReport.Result {
    result(
      rule: HarmClass.acknowledgedLost.rule, level: .error, at: loss.address,
      message: loss.finding)
  }

  func result(for sighting: TrapSighting) -> SARIFReport.Result {
    result(
      rule: sighting.trap.rule, level: .warning, at: sighting.address,
      message: sighting.finding)
  }

  func result(for sighting: DefectSighting) -> SARIFReport.Result {
    let isLoss = sighting.writes.contains { report.writes[$0].isLostToDefect }
    return result(
      rule: sighting.rule, level: isLoss ? .error : .warning, at: sighting.address,
      message: sighting.finding,
      properties: [.init("defects", .array(sighting.identifiers.map(JSONText.string)))])
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
        "\(message.shortened(to: Report.sentenceColumnsMax)) (\(report.isReset ? "mode \(mode)" : report.result.title))",
      artifact: artifact, place: address?.place ?? [],
      identity: "\(report.sessionName) \(mode) \(address?.pathText ?? "") \(identity)",
      properties: [
        .init("session", .string(report.sessionName)), .init("mode", .string(mode)),
      ] + properties)
  }
}

extension Address {
  fileprivate var place: [SARIFReport.Place] {
    var place = [SARIFReport.Place(.type, className.shortName)]
    if let object { place.append(.init(.object, object.shortText)) }
    if property != nil { place.append(.init(.property, propertyText)) }
    return place
  }
}

extension Fate {
  fileprivate var level: SARIFReport.Level {
    switch self {
    case .lost: .error
    case .conflicted, .stranded: .warning
    case .unknown, .recovered, .pending, .superseded, .redundant: .note
    }
  }
}
