internal import Analyzer
internal import Phrasebook

/// A part of what a report for people says, before any form is given to it.
///
/// Text, Markdown and HTML draw the same sections, each with a pen of its own. Whether a section is
/// there, what is in it, in which groups, and what refers to what was said before is decided here.
/// How it looks is the pen's: headings, columns, escapes, how much of a long value is shown.
enum ReportSection {
  case question(Question)
  case mode(Mode)
  /// The attempts that were made, with the decisions that led to each.
  case attempts([Attempt])
  /// What the server had not acknowledged, in one sentence.
  case unsynced(String)
  case faults([Fault])
  case result(Ending)
  /// What the app is told.
  case app(AppMessage)
  /// Properties of the reset by their names, which say less than the sentences and are looked up.
  case facts([Fact])
  case totals(Totals)
  /// What became of the writes of each transaction.
  case timeline(Timeline)
  case breakdown(Numbers)
  case defects(Defects)
  case triage([Explanation])
  case resetLoop(Loop)
  /// The writes to each class with writes.
  case objects([ClassObjects])
  case collateral(Listed<CollateralPlace>)
  case traps(Traps)
  case mergePlan(Plan)
  /// One mode, or several of the same reset.
  case horizon([Horizon])
  /// What follows, a sentence each.
  case consequences([String])
  /// What to do about a failure, a sentence each.
  case steps([String])
  case comparison(Device)
  case gaps([GapNote])
}

extension Report {
  /// What the report says, in the order of a reader in a hurry: what was asked and what came of it,
  /// what was lost, what was overwritten on the server, what to do about it, and last how far all
  /// this can be trusted.
  func sections(_ scope: SectionScope) -> [ReportSection] {
    let evidence: [ReportSection?] = [
      section([Horizon](horizon), ReportSection.horizon),
      section(consequences.map(\.sentence), ReportSection.consequences),
      section(stepsToTake, ReportSection.steps),
      comparison.map { .comparison(ReportSection.Device($0)) },
      section(gaps.map(ReportSection.GapNote.init), ReportSection.gaps),
    ]
    return (questionSections(scope) + outcomeSections(scope) + harmSections(scope) + evidence)
      .compactMap { $0 }
  }

  private func questionSections(_ scope: SectionScope) -> [ReportSection?] {
    [
      .question(ReportSection.Question(self)), .mode(ReportSection.Mode(self)),
      section(ReportSection.Attempt.all(in: self), ReportSection.attempts),
      .unsynced(unsyncedSentence),
      section(ReportSection.Fault.all(in: self), ReportSection.faults),
    ]
  }

  private func outcomeSections(_ scope: SectionScope) -> [ReportSection?] {
    [
      .result(ReportSection.Ending(self)),
      ReportSection.AppMessage(self).map(ReportSection.app),
      .facts(facts.map(ReportSection.Fact.init)),
      ReportSection.Totals(self).map(ReportSection.totals),
      ReportSection.Timeline(self).map(ReportSection.timeline),
      ReportSection.Numbers(self, scope).map(ReportSection.breakdown),
      ReportSection.Defects(self, scope).map(ReportSection.defects),
      section(ReportSection.Explanation.all(in: self), ReportSection.triage),
      ReportSection.Loop(self).map(ReportSection.resetLoop),
    ]
  }

  private func harmSections(_ scope: SectionScope) -> [ReportSection?] {
    [
      section(ReportSection.ClassObjects.all(in: self, scope), ReportSection.objects),
      ReportSection.collateralPlaces(of: self, scope).map(ReportSection.collateral),
      ReportSection.Traps(self, scope).map(ReportSection.traps),
      mergePlan.map { .mergePlan(ReportSection.Plan($0, scope)) },
    ]
  }

  /// A section about several things, where there are any.
  private func section<Entry>(
    _ entries: [Entry], _ make: ([Entry]) -> ReportSection
  ) -> ReportSection? {
    entries.isEmpty ? nil : make(entries)
  }
}
