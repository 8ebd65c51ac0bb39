internal import Analyzer
internal import Replayer
internal import TraceFormat

// What logs tell, as results: nobody knows which data they are about, so they have no place in it.
extension ReplayReport {
  var loggedResults: [SARIFReport.Result] {
    let artifact = trace == "-" ? nil : trace
    return logged.map { reset in
      SARIFReport.Result(
        rule: reset.facts.outcome.rule.identifier, level: reset.level,
        message: reset.page.headline.shortened(to: Report.sentenceColumnsMax), artifact: artifact,
        identity: "\(reset.facts.file) \(reset.facts.lineNumber)",
        properties: [
          .init("outcome", .string(reset.facts.outcome.rawValue)),
          .init("line", .wide(reset.facts.lineNumber)),
        ])
    }
      + (loggedSessions?.errors ?? []).map { error in
        SARIFReport.Result(
          rule: LoggedError.rule.identifier, level: error.level,
          message: error.sentence(naming: true).shortened(to: Report.sentenceColumnsMax),
          artifact: artifact,
          identity:
            "\(error.file) \(error.error.code.map(String.init) ?? "") \(error.error.message)",
          properties: [
            .init("action", .string(error.error.action.rawValue)),
            .init("count", .wide(error.count)),
          ])
      }
  }

  var loggedRules: [SARIFReport.Rule] {
    let outcomes = LoggedReset.Outcome.allCases.filter { outcome in
      logged.contains { $0.facts.outcome == outcome }
    }
    let hasErrors = loggedSessions?.errors.isEmpty == false
    return outcomes.map(\.rule) + (hasErrors ? [LoggedError.rule] : [])
  }
}

extension LoggedReset.Outcome {
  fileprivate var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "logged-reset/\(rawValue)", summary: sentence,
      documentation: "log.md#how-a-reset-ended", level: level)
  }

  fileprivate var level: SARIFReport.Level {
    switch role {
    case .bad: .error
    case .good: .note
    default: .warning
    }
  }
}

extension RecordedLoggedReset {
  /// A recovery that left something out is not a success.
  fileprivate var level: SARIFReport.Level {
    facts.outcome == .recovered && !facts.drops.isEmpty ? .warning : facts.outcome.level
  }
}

extension LoggedError {
  fileprivate static let rule = SARIFReport.Rule(
    identifier: "logged-error", summary: Phrase.loggedError, documentation: "triage.md",
    level: .warning)

  fileprivate var level: SARIFReport.Level {
    switch error.action {
    case .transient, .refreshUser, .refreshLocation: .note
    default: error.isFatal ? .error : .warning
    }
  }
}

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
