public import Campaigns

extension GoldenReport {
  /// Such as `2 traces, 8 goldens: 6 the same, 1 changed, 1 missing`.
  public var summary: String {
    let head = "\(Phrase.count(traceCount, "trace")), \(Phrase.count(goldenCount, "golden"))"
    let statuses = GoldenResult.Status.allCases.filter { $0 != .failed }.map {
      ($0.words, count(of: $0))
    }
    let found = findings.map(\.code.words)
    let words = GoldenFinding.Code.allCases.map(\.words)
    let codes = words.indices.filter { !words[..<$0].contains(words[$0]) }.map { index in
      (words[index], found.count { $0 == words[index] })
    }
    let parts = (statuses + codes).filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return parts.isEmpty ? head : "\(head): \(parts.joined(separator: ", "))"
  }
}

extension GoldenResult {
  /// Which fault plan the result is of, in words that follow what was found.
  var planSuffix: String { cell?.planText.map { " with fault plan \($0)" } ?? "" }

  /// The same before a message that stands apart from the golden's name.
  var planPrefix: String { cell?.planText.map { "With fault plan \($0): " } ?? "" }
}

extension GoldenResult.Status {
  var words: String {
    switch self {
    case .same: "the same"
    case .failed, .recorded, .replaced: rawValue
    }
  }
}

extension GoldenFinding.Code {
  /// What it means, in one sentence without a final period.
  var meaning: String {
    switch self {
    case .changed: "The outcome is not the one that was reviewed"
    case .changedPlan: "The fault plan is not the one that the golden was recorded with"
    case .missing: "No golden for this trace and mode"
    case .overBudget: "The outcome costs more than its budget allows"
    case .orphan: "The file belongs to no trace, fault plan or mode"
    case .unreadableGolden: "The file can't be read, or is not a golden"
    case .unreadableTrace: "The file can't be read, or is not a trace"
    case .damagedTrace: "A part of the trace is damaged or missing"
    case .unreadablePlan: "The file can't be read, or is not a fault plan"
    case .notReplayed: "The trace does not show enough to be replayed"
    case .nameClash: "Two outcomes would have the same file"
    case .notWritten: "A file could not be written or removed"
    case .unconfirmed: "The trace and fates differ, and you have not confirmed them"
    }
  }

  /// The finding in a word or two.
  var words: String {
    switch self {
    case .changed, .missing: rawValue
    case .changedPlan: "of another plan"
    case .overBudget: "over budget"
    case .orphan: "of no trace"
    case .unreadableGolden, .unreadableTrace, .unreadablePlan: "unreadable"
    case .damagedTrace: "damaged"
    case .notReplayed: "not replayed"
    case .nameClash: "of two outcomes"
    case .notWritten: "not written"
    case .unconfirmed: "not accepted"
    }
  }
}
