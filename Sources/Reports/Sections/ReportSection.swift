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
  /// What to do, and what was destroyed.
  case answer(Answer)
  /// The attempts that were made, with the decisions that led to each.
  case attempts([Attempt])
  case unsynced(Unsynced)
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
  /// The writes that are alike, a line for each kind.
  case groups([AlikeWrites])
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
  /// What to do.
  case steps(Steps)
  /// What the app lives through.
  case story(Story)
  /// What the server has changed since the last sync; where it was asked for.
  case incoming(Incoming)
  case comparison(Device)
  case gaps([GapNote])
}

extension Report {
  /// What the report says, in the order of a reader in a hurry: what was asked, what to do and what
  /// was destroyed, what happens next; then how it came to that, write by write and place by place, and
  /// last how far all this can be trusted.
  func sections(_ scope: SectionScope) -> [ReportSection] {
    let evidence: [ReportSection?] = [
      section([Horizon](horizon), ReportSection.horizon),
      ReportSection.Incoming([self], scope).map(ReportSection.incoming),
      comparison.map { .comparison(ReportSection.Device($0)) },
      section(gaps.map(ReportSection.GapNote.init), ReportSection.gaps),
    ]
    return (questionSections(scope) + outcomeSections(scope) + harmSections(scope) + evidence)
      .compactMap { $0 }
  }

  private func questionSections(_ scope: SectionScope) -> [ReportSection?] {
    [
      .question(ReportSection.Question(self)), .mode(ReportSection.Mode(self)),
      .answer(ReportSection.Answer(self, scope)),
      section(consequences.map(\.sentence), ReportSection.consequences),
      ReportSection.Steps(self).map(ReportSection.steps),
      ReportSection.Story(self).map(ReportSection.story),
      section(ReportSection.Attempt.all(in: self), ReportSection.attempts),
      .unsynced(ReportSection.Unsynced(self)),
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
      scope.showsGroups
        ? section(ReportSection.AlikeWrites.all(in: self), ReportSection.groups) : nil,
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
