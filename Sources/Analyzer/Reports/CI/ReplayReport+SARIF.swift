internal import Replayer
internal import TraceFormat

extension ReplayReport {
  /// The report for code hosts and editors: a result for each write that is lost, conflicted,
  /// stranded or unknown, for each place with collateral and for each trap
  /// (`docs/report.md`, "SARIF").
  public func sarif(toolVersion: String, documentation: String? = nil) -> SARIFReport {
    SARIFReport(
      toolVersion: toolVersion, documentation: documentation, rules: rules,
      results: reports.flatMap { report in
        let source = SARIFSource(report: report, artifact: trace == "-" ? nil : trace)
        return report.writes.filter { $0.fate.isUnhappy }.map(source.result)
          + report.collateral.map(source.result) + report.traps.map(source.result)
      },
      notes: reports.flatMap { report in
        report.gaps.map { gap in
          "\(report.sessionName), mode \(report.mode.optionName): "
            + Report.foreign(gap.text, columns: 300, isQuoted: false)
        }
      })
  }

  private var rules: [SARIFReport.Rule] {
    let traps = Set(reports.flatMap(\.traps).map(\.trap)).sorted { $0.rawValue < $1.rawValue }
    return Cause.allCases.map(\.rule) + Collateral.Kind.allCases.map(\.rule) + traps.map(\.rule)
  }
}

/// Makes the findings of one report results of a SARIF log.
private struct SARIFSource {
  var report: Report
  var artifact: String?

  func result(for write: WriteVerdict) -> SARIFReport.Result {
    let version = report.transactions[write.transactionIndex].clientVersion
    return result(
      rule: (write.cause ?? .noRuling).rule, level: write.fate.level, at: write.address,
      message: "\(write.fate.rawValue): \(write.sentence)",
      identity: "\(version) \(write.instructionIndex)",
      properties: [
        .init("fate", .string(write.fate.rawValue)),
        .init("rule", write.rule.map { .string($0.rawValue) } ?? .null),
        .init("clientVersion", .wide(version)), .init("index", .integer(write.instructionIndex)),
      ])
  }

  func result(for collateral: Collateral) -> SARIFReport.Result {
    result(
      rule: collateral.kind.rule, level: .error, at: collateral.address,
      message: "collateral: \(collateral.address.text): \(collateral.sentence)",
      properties: [.init("rule", collateral.rule.map { .string($0.rawValue) } ?? .null)])
  }

  func result(for sighting: TrapSighting) -> SARIFReport.Result {
    result(
      rule: sighting.trap.rule, level: .warning, at: sighting.address,
      message: "trap: \(sighting.text)")
  }

  private func result(
    rule: SARIFReport.Rule, level: SARIFReport.Level, at address: WriteAddress?, message: String,
    identity: String = "", properties: [JSONText.Member] = []
  ) -> SARIFReport.Result {
    let mode = report.mode.optionName
    return SARIFReport.Result(
      rule: rule.identifier, level: level,
      message: "\(message.shortened(to: Report.sentenceColumnsMax)) (mode \(mode))",
      artifact: artifact, place: address?.place ?? [],
      identity: "\(report.sessionName) \(mode) \(address?.pathText ?? "") \(identity)",
      properties: [
        .init("session", .string(report.sessionName)), .init("mode", .string(mode)),
      ] + properties)
  }
}

extension WriteAddress {
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
    case .unknown, .recovered, .superseded, .redundant: .note
    }
  }
}

// What results are about. Every cause and kind of collateral has a heading in the documentation.
extension Cause {
  fileprivate var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "cause/\(rawValue)", summary: meaning, documentation: "report.md#causes",
      level: .error)
  }
}

extension Collateral.Kind {
  fileprivate var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "collateral/\(rawValue)", summary: meaning,
      documentation: "report.md#collateral", level: .error)
  }
}

extension TrapIdentifier {
  fileprivate var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "trap/\(rawValue)", summary: title,
      documentation: "traps.md#\(rawValue.lowercased())", level: .warning)
  }
}
