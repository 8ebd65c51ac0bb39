internal import Analyzer

// What results are about: causes, kinds of collateral, traps and defects. Each names the heading of
// the documentation that explains it.
extension Cause {
  var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "cause/\(rawValue)", summary: meaning, documentation: "report.md#causes",
      level: .error)
  }
}

extension Collateral.Kind {
  var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "collateral/\(rawValue)", summary: meaning,
      documentation: "report.md#collateral", level: .error)
  }
}

extension HarmClass {
  var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "harm/\(rawValue)", summary: meaning, documentation: "report.md#harm",
      level: .error)
  }
}

extension TrapIdentifier {
  var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "trap/\(rawValue)", summary: title, help: help.map(Phrase.whatHelps),
      documentation: "traps.md#\(rawValue.lowercased())", level: .warning)
  }
}

extension DefectSighting {
  /// A rule for each defect, by its first name; one for what several do together.
  var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "defect/\(identifiers.first ?? "several")", summary: title,
      documentation: "rules.md#defects", level: .warning)
  }
}
