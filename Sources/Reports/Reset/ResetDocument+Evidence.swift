internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

// How it was decided, under which faults, and how far the report can be trusted.
extension ResetDocument {
  private static let sentenceColumns = 300

  /// What the trace does not show, where an answer depends on it.
  mutating func writeGaps() {
    document.list(
      first.gaps.map { $0.sentence.escaped(columns: Self.sentenceColumns) }, under: Heading.gaps)
  }

  /// The faults of the plan, each with the modes in which it went like that where they differ.
  mutating func writeFaults() {
    let stories = comparison.faultStories
    guard !stories.isEmpty else { return }
    document.heading(Heading.faults)
    for (story, modes) in stories {
      let names = modes.isEmpty ? "" : " (\(modes.map(\.optionName).joined(separator: ", ")))"
      let title = "`\(story.fault)`\(names)"
      document.item(story.never.map { "\(title) \($0)." } ?? title)
      for effect in story.effects {
        document.paragraph(effect.sentence + ".", indent: 4)
        for line in effect.lines { document.line(line, indent: 6) }
      }
    }
  }

  /// What the server had changed meanwhile; where it was asked for.
  mutating func writeIncoming() {
    guard let incoming = first.incoming else { return }
    let reports = comparison.reports
    document.heading(IncomingChanges.title)
    document.paragraph(reports.count > 1 ? incoming.countSentence : incoming.sentence)
    let changes = Array((incoming.changes ?? []).enumerated())
    let groups = changes.groupedInOrder { _, change in
      IncomingKind(
        place: Address(className: change.address.className, property: change.address.property),
        kind: change.kind)
    }
    for (kind, changes) in groups {
      let isSmall = changes.count <= Self.incomingAloneMax
      if !isSmall { document.paragraph("\(kind.place.text): \(kind.kind.words(changes.count))") }
      let shown = min(changes.count, limit(Self.incomingAloneMax))
      for (index, change) in changes.prefix(shown) {
        let missing = reports.filter { $0.result.isCarriedOut && $0.lacks(incomingChange: index) }
        document.item(
          "\(change.address.text): \(words(of: change, missingIn: missing.map(\.mode)))",
          indent: isSmall ? 2 : 4)
      }
      writeRest(changes.count - shown, "change", indent: 4)
    }
  }

  private struct IncomingKind: Hashable {
    var place: Address
    var kind: IncomingChange.Kind
  }

  private static let incomingAloneMax = 3

  private func words(of change: IncomingChange, missingIn modes: [ResetMode]) -> String {
    let words = change.words(columns: valueColumns)
    guard !modes.isEmpty else { return words }
    if comparison.reports.count > 1 { return "\(words) (\(Phrase.notIn(modes)))" }
    return [words, change.deviceWords(columns: valueColumns)].compactMap(\.self).joined(
      separator: "; ")
  }

  /// How the replay compares with what this device did.
  mutating func writeComparison(of report: Report) {
    guard let comparison = report.comparison else { return }
    document.heading(Heading.comparison)
    document.paragraph(comparison.sentence, comparison.differences.isEmpty ? nil : .bad)
    if let sentence = comparison.uploadSentence { document.paragraph(sentence) }
    for difference in comparison.differences { document.item(difference.sentence) }
  }

  /// The server's text to the letter, the transactions, and the gates that each attempt came to.
  mutating func writeDecisions(of report: Report) {
    document.heading(Heading.decisions)
    document.paragraph(report.request)
    if let sentence = report.modeSourceSentence { document.paragraph(sentence) }
    document.paragraph(report.unsyncedSentence)
    for (index, attempt) in report.attempts.enumerated()
    where isWhole && !attempt.decisions.isEmpty {
      document.paragraph("Attempt \(index + 1):")
      for decision in attempt.decisions {
        let text = decision.words.escaped(columns: Self.sentenceColumns)
        document.item("\(decision.gate.rawValue): \(text)", indent: 4)
      }
    }
    for fact in report.facts { document.entry(fact.text, behind: fact.name, columns: 22) }
  }

  /// What would carry changes over that stay in the old file; what to decide about goes first.
  mutating func writeMergePlan(of report: Report) {
    guard let plan = report.mergePlan else {
      guard let reason = report.missingPlanSentence else { return }
      document.heading(Heading.mergePlan)
      return document.paragraph(reason + ".")
    }
    document.heading(Heading.mergePlan)
    let all = plan.operations
    document.paragraph(report.sentence(of: plan) + (all.isEmpty ? "." : ":"))
    let shown = isWhole ? all : all.filter(\.isConflicting) + all.filter { !$0.isConflicting }
    let count = min(all.count, limit(Self.operationsMax))
    for operation in shown.prefix(count) {
      document.item("\(name(of: operation.address)): \(operation.action.words)")
      if let conflict = operation.conflict {
        document.paragraph("decide: \(conflict.words)", indent: 6, .bad)
      }
    }
    writeRest(all.count - count, "operation")
  }

  private static let operationsMax = 8

  mutating func writeRest(_ count: Int, _ noun: String, indent: Int = 2) {
    guard count > 0 else { return }
    let hint =
      switch extent {
      case .short: Phrase.verboseHint
      case .page: Phrase.tablesHint
      case .whole: Phrase.jsonHint
      }
    document.paragraph(Phrase.rest(count, noun) + hint, indent: indent, .faint)
  }
}

extension Report {
  fileprivate func lacks(incomingChange index: Int) -> Bool {
    incoming?.changes?[index].arrives == false
  }
}
