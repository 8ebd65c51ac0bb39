internal import Analyzer
internal import Replayer
internal import TraceFormat

// What the app lives through, what follows, and what made it worse.
extension ResetDocument {
  private static let placesMax = 3

  /// The blocks and handlers that are called; of several attempts each in order.
  mutating func writeStory(of report: Report) {
    let story = report.story
    guard let attempt = story.attempts.first, story.callsAnybody else { return }
    let isOne = story.attempts.count == 1
    document.heading(isOne ? Heading.callbacks : Heading.story)
    if isOne {
      // What one attempt leaves is what happens next.
      for event in attempt.events where event.isCallback && !event.isPlainSilence {
        write(event, of: report, indent: 2)
      }
    } else {
      for attempt in story.attempts {
        document.paragraph(attempt.title)
        for event in attempt.events { write(event, of: report, indent: 4) }
      }
    }
    if isWhole, let sentence = story.precedence.sentence { document.paragraph(sentence) }
  }

  private mutating func write(_ event: StoryEvent, of report: Report, indent: Int) {
    let writes = report.writesSentence(of: event).map { " \($0)" } ?? ""
    document.item(event.sentence + writes, indent: indent)
  }

  /// What is uploaded, where a copy is, and what another reset would do.
  mutating func writeConsequences(of report: Report) {
    document.list(report.consequenceSentences, under: Heading.consequences)
  }

  mutating func writeFailure(of report: Report) {
    let failed = report.attempts.indices.filter { report.attempts[$0].failure != nil }
    let failure = report.failure?.text
    if failure != nil || !report.explanations.isEmpty { document.heading(Heading.failure) }
    if let failure { document.paragraph(failure, .bad) }
    for (index, explanation) in report.explanations.enumerated() {
      let isOneOfSeveral = report.attempts.count > 1 && index < failed.count
      let attempt = isOneOfSeveral ? "Attempt \(failed[index] + 1), " : ""
      let cause = index == report.explanations.count - 1 ? report.missingSchemaWords : nil
      document.paragraph(
        "\(attempt)\(explanation.identifier): \((cause ?? explanation.cause).capitalizedFirst).")
    }
    guard let loop = report.resetLoop else { return }
    document.heading(Heading.resetLoop)
    document.paragraph(loop.sentences, [.wentOn, .noReset].contains(loop.kind) ? nil : .bad)
    if let sentence = loop.loopSentence { document.paragraph(sentence) }
  }

  mutating func writeTraps(of report: Report) {
    if !report.defects.isEmpty {
      document.heading(Heading.defects)
      document.paragraph(report.defectSentence, .bad)
      let shown = min(report.defects.count, limit(Self.placesMax))
      for defect in report.defects.prefix(shown) {
        document.item("\(defect.names): \(defect.words).")
      }
      writeRest(report.defects.count - shown, "place")
    }
    guard !report.traps.isEmpty else { return }
    document.heading(Heading.trapsOfReset)
    for (trap, occurrences) in report.traps.groupedInOrder(by: \.trap) {
      document.paragraph("\(trap.rawValue): \(trap.title)")
      let shown = min(occurrences.count, limit(Self.placesMax))
      for occurrence in occurrences.prefix(shown) {
        let place = occurrence.address.map { "\(name(of: $0)): " } ?? ""
        document.item(place + occurrence.effect.words, indent: 4)
      }
      writeRest(occurrences.count - shown, "place", indent: 4)
      document.paragraph(trap.help.map(Phrase.whatHelps) ?? "", indent: 4)
    }
  }

  mutating func writeSteps(of report: Report) {
    let steps = report.stepsToTake
    let advice = report.adviceSentences.filter { !steps.contains($0) }
    document.list(steps + advice, under: Heading.steps)
  }

  /// How changes that no server gets can still be had; of several modes.
  mutating func writeRescue() {
    let reports = comparison.reports
    let isAtRisk = reports.contains { $0.changeCount(.lost) + $0.changeCount(.inBackupOnly) > 0 }
    guard comparison.comparesModes, isAtRisk else { return }
    document.gap()
    document.paragraph(Report.rescueSentence(of: reports))
  }
}

extension StoryEvent {
  /// Whether it says of a callback only what holds for every reset that ends like this one: that it is not called.
  var isPlainSilence: Bool {
    switch self {
    case .beforeBlock(.isNotCalled(let silence)), .afterBlock(.isNotCalled(let silence)),
      .errorHandler(.isNotCalled(let silence)):
      silence == .goesThrough || silence == .nothingToReset || silence == .endsBefore
    default: false
    }
  }
}

extension Report {
  /// What to do about a failure, each step once; those are left out that this report itself answers.
  var stepsToTake: [String] {
    // The plan is below, or there is nothing to plan, be it that a reset before has left nothing.
    let isLost = changes.contains { $0.outcome == .lost }
    let isPlanned = mergePlan != nil || mergePlanGap != nil
    let isNothing = changes.isEmpty && hiddenWrites.isEmpty
    var answered: [NextStep] = isPlanned || isLost || isNothing ? [.planMerge] : []
    if !consequences.contains(where: \.saysThatNextLaunchDiscards) { answered.append(.setManual) }
    switch Set(missingSchema.map(\.wasSynced)) {
    case [true]: answered.append(.ifAppAdded)
    case [false]: answered.append(.ifServerRemoved)
    default: break
    }
    let texts = answered.map { $0.pattern.filled() }
    // A process that ended asks for nothing once a later attempt has gone through.
    let open = explanations.filter {
      !result.isCarriedOut || $0.decision.topic != .processTerminated
    }
    return Phrase.distinct(open.flatMap(\.nextSteps)).filter { !texts.contains($0) }
  }
}

extension Consequence {
  fileprivate var saysThatNextLaunchDiscards: Bool {
    guard case .askedAgain(let question) = self else { return false }
    return question.state == .processEnded && question.next == .reset(.discardLocal)
  }
}
