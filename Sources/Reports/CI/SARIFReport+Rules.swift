internal import Analyzer

// What results are about: changes, places of others', traps and defects. Each names the heading of
// the documentation that explains it.
extension Change.Outcome {
  /// How grave it is that a change has it; nil where there is nothing to look at: of what a change overwrote the
  /// place is a result.
  var level: SARIFReport.Level? {
    switch self {
    case .lost, .serversKept: .error
    case .inBackupOnly: .warning
    case .merged, .notKnown: .note
    case .kept, .keptAndOverwrote, .alreadyOnServer, .pending: nil
    }
  }

  var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "change/\(rawValue)", summary: meaning, documentation: "report.md#changes",
      level: level ?? .note)
  }
}

extension OverwrittenPlace.Kind {
  /// What both sides had edited is not harm.
  var level: SARIFReport.Level { self == .editedOnBothSides ? .warning : .error }

  var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "others/\(rawValue)", summary: meaning,
      documentation: "report.md#what-others-wrote", level: level)
  }
}

extension TrapIdentifier {
  var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "trap/\(rawValue)", summary: title, help: help.map(Phrase.whatHelps),
      documentation: "traps.md#\(rawValue.lowercased())", level: .warning)
  }
}

extension DefectOccurrence {
  /// A rule for each defect, by its first name; one for what several do together.
  var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "defect/\(identifiers.first ?? "several")", summary: title,
      documentation: "rules.md#defects", level: .warning)
  }
}
