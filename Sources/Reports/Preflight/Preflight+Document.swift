internal import Analyzer
public import Campaigns
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Preflight {
  /// At most so many changes and writes are listed, unless all are asked for.
  private static let listedMax = 12

  /// The result for people: what is wrong first, and one line with the counts last.
  ///
  /// With ``ReportTextOptions/isVerbose`` traces for which the schema changes nothing are named too,
  /// and every change and write.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = document(options)
    page.gap()
    page.paragraph(summary, indent: 0)
    return page.text(options)
  }

  /// The same in GitHub-flavoured Markdown: the counts, then what is wrong, short enough for a comment.
  public var markdown: String { document().markdownPage }

  private func document(_ options: ReportTextOptions = ReportTextOptions()) -> Document {
    var page = Document(title: summary)
    page.paragraph(verdictText, indent: 0, hasFoundProblems ? .bad : nil)
    for trace in traces where options.isVerbose || trace.isNotable {
      guard !trace.isOfAnotherApp else { continue }
      page.gap()
      page.copied(trace.path, behind: trace.verdict.words(), trace.verdict.role, indent: 0)
      write(trace, to: &page, options)
    }
    writeChanges(to: &page, options)
    writeExplanations(to: &page)
    writeOtherApps(to: &page, options)
    return page
  }

  private func writeChanges(to page: inout Document, _ options: ReportTextOptions) {
    page.heading(PreflightHeading.changes)
    let changes = changes
    if changes.isEmpty { page.paragraph(nothingChanges) }
    let shown = options.isVerbose ? changes[...] : changes.prefix(Self.listedMax)
    for (change, count) in shown {
      page.entry(
        "\(change.words.escaped(columns: 200)) "
          + "(\(count.counted("trace")))",
        behind: change.effect.rawValue, columns: 9,
        change.effect == .breaking ? .bad : nil)
    }
    page.rest(changes.count - shown.count)
  }

  /// What the messages mean and what to do about them, each sentence once.
  private func writeExplanations(to page: inout Document) {
    let findings = traces.flatMap(\.sessions).flatMap(\.resets).flatMap(\.findings)
    let explanations = findings.filter(\.isProblem).compactMap(\.explanation)
    guard !explanations.isEmpty else { return }
    page.heading(PreflightHeading.messages)
    var seen: Set<[String]> = []
    for explanation in explanations
    where seen.insert([explanation.identifier, explanation.cause]).inserted {
      if seen.count > 1 { page.gap() }
      explanation.writeCause(to: &page)
    }
    page.heading(PreflightHeading.advice)
    var told: Set<TextBytes> = []
    for text in explanations.map(\.dataNow) where told.insert(TextBytes(text)).inserted {
      page.paragraph("Data: \(text)")
    }
    for step in explanations.flatMap(\.nextSteps) where told.insert(TextBytes(step)).inserted {
      page.item(step)
    }
  }

  private func writeOtherApps(to page: inout Document, _ options: ReportTextOptions) {
    let others = traces.filter(\.isOfAnotherApp)
    guard !others.isEmpty else { return }
    page.heading(PreflightHeading.otherApps)
    let shown = options.isVerbose ? others[...] : others.prefix(Self.listedMax)
    for trace in shown { page.copied(trace.path) }
    page.rest(others.count - shown.count)
  }

  private func write(
    _ trace: PreflightTrace, to page: inout Document, _ options: ReportTextOptions
  ) {
    for text in [trace.problem, trace.damage.map { "damaged: \($0)" }].compactMap(\.self) {
      page.paragraph(text.escaped(columns: 400))
    }
    for session in trace.sessions {
      guard let problem = session.problem else { continue }
      page.paragraph("\(session.title): \(PreflightSession.notTried(problem)).")
    }
    for alike in trace.alikeResets(where: { options.isVerbose || $0.isNotable }) {
      page.paragraph(Phrase.first(of: alike, \.title).joined(separator: "; ") + ":")
      var reset = alike[0].reset
      reset.pointCount = alike.map { $0.reset.pointCount }.max() ?? 1
      for group in reset.groups where options.isVerbose || group.finding.isNotable {
        write(group.finding, in: group.modes, of: reset, trace, to: &page, options)
      }
    }
  }

  private func write(
    _ finding: PreflightFinding, in modes: [ResetMode], of reset: PreflightReset,
    _ trace: PreflightTrace, to page: inout Document, _ options: ReportTextOptions
  ) {
    let names = modes.map(\.optionName).joined(separator: ", ")
    let text = finding.text(ofModes: modes.count, points: reset.pointCount)
    page.item("\(names): \(text)", indent: 4)
    if finding.verdict == .failsAnyway, let failure = finding.failure {
      page.paragraph(failure.textWithEnding, indent: 6)
    }
    for (index, diagnosis) in finding.diagnoses.enumerated() {
      if let failure = diagnosis.failure {
        page.paragraph((index == 0 ? "" : "then ") + failure.textWithEnding, indent: 6)
      }
      for change in diagnosis.changes {
        let text = reset.changes[change].words.escaped(columns: 200)
        page.paragraph(SchemaChange.asCause(text), indent: 8)
      }
    }
    write(finding.writes, to: &page, options)
    if let command = reset.command(showing: finding, self.options.engine, trace: trace.path) {
      page.copied(command, behind: "$", .faint, indent: 6)
    }
  }

  private func write(
    _ writes: [PreflightWrite], to page: inout Document, _ options: ReportTextOptions
  ) {
    guard !writes.isEmpty else { return }
    let shown = options.isVerbose ? writes[...] : writes.prefix(Self.listedMax / 3)
    for write in shown { page.line("\(write.address.text) \(write.operation.words)", indent: 8) }
    if shown.count < writes.count { page.line(Phrase.rest(writes.count - shown.count), indent: 8) }
  }
}

extension PreflightSession {
  /// Such as `Session 1 (inspections)`.
  fileprivate var title: String { SessionStart.title(session, name).capitalizedFirst }
}

extension PreflightTrace {
  /// Resets of any session, those together of which the same is said, in the order of the first of
  /// each; what each is called beside it.
  fileprivate func alikeResets(
    where isTold: (PreflightReset) -> Bool
  ) -> [[(title: String, reset: PreflightReset)]] {
    sessions.flatMap { session in
      session.resets.filter(isTold).map { reset in
        (title: "\(session.title), \(reset.occasionText)", reset: reset)
      }
    }.grouped { $0.reset.isAlike($1.reset) }
  }

  fileprivate var isNotable: Bool { verdict != .fine || damage != nil }
}

extension PreflightTrace.Verdict {
  fileprivate var role: TextStyle.Role {
    switch self {
    case .unreadable, .fails, .loses: .bad
    case .notKnown, .notTried, .otherApp: .faint
    case .fine: .good
    }
  }
}
