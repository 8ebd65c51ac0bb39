import AnalysisSupport
import Analyzer
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Phrasebook
@testable import Reports

/// What a text report says once, and what it must not leave out. The sentences are the phrasebook's.
@Suite struct ReportRepetitionTests {
  private func report(
    _ name: String, _ mode: ResetMode = .recover, _ change: (inout Outcome) -> Void = { _ in }
  ) throws -> Report {
    var outcome = try ComparedOutcomes.scenario(name, mode: mode).outcome
    change(&outcome)
    return Analysis.report(of: outcome)
  }

  /// The page with each run of spaces and line breaks as one space.
  private func page(_ report: Report, isVerbose: Bool = false) -> String {
    let text = report.text(ReportTextOptions(isVerbose: isVerbose))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    return flat(text)
  }

  private func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The only place of the server's data that was overwritten, as a section on it.
  private func place(
    _ report: Report, _ references: Set<SectionScope.Reference>
  ) throws -> ReportSection.CollateralPlace {
    let places = ReportSection.collateralPlaces(of: report, SectionScope(references: references))
    #expect(places?.count == 1)
    return try #require(places?.entries.first)
  }

  @Test func `a value that both sides had set is told as a conflict alone`() throws {
    let report = try report("rs-02-same-field-conflict")
    #expect(report.writes.map(\.fate) == [.conflicted])
    #expect(ReportSection.collateralPlaces(of: report, SectionScope()) == nil)
    for isVerbose in [false, true] {
      #expect(page(report, isVerbose: isVerbose).contains(report.writes[0].reason.words))
    }
  }

  @Test func `collateral that no line above tells is told in full`() throws {
    let report = try report("rs-23-single-link-dead-target")
    let place = try place(report, [.conflicts])
    #expect(place.reference == nil)
    #expect(page(report).contains("T 1 link: \(place.sentence)"))
  }

  @Test func `what is gone of a collection is told beside the conflict`() throws {
    let report = try report("rs-15-list-clear-and-add")
    #expect(report.writes.contains { $0.fate == .conflicted && $0.winner == .device })
    let place = try place(report, [.conflicts])
    #expect(place.reference == nil && place.gone == [.int(20)])
    #expect(page(report).contains("T 1 l: \(place.sentence)"))
  }

  @Test func `what a defect did is told at the write and on its own, not with the collateral too`()
    throws
  {
    let report = try ComparedOutcomes.report("rs-42a-acknowledgement-lost")
    let single = report.resets[0].reports[0]
    let page = flat(report.text())
    let (write, place) = try (
      #require(single.writes.compactMap(\.defect).first), #require(single.defects.first)
    )
    #expect(page.contains("- R20, RS-42: \(place.words)."))
    #expect(page.contains(write.words))
    let harm = try #require(
      single.collateral.compactMap(\.defect).first { $0.effect == .harmedServer })
    #expect(!page.contains(harm.words))
    #expect(report.markdown.contains(harm.words), "it has a table of its own")
  }

  @Test func `a trap does not repeat the collateral that it is the cause of`() throws {
    let report = try report("rs-23-single-link-dead-target")
    let traps = ReportSection.Traps(report, SectionScope(references: [.collateral]))
    #expect(traps?.places.contains { $0.text == nil } == true)
    #expect(page(report).ranges(of: report.collateral[0].reason.words).count == 1)
  }

  @Test(arguments: [
    ("rs-05-delete-on-edited", true), ("rs-04-edit-on-deleted", true),
    ("rs-03-different-field-merge", false), ("rs-42a-acknowledgement-lost", true),
    ("rs-23-single-link-dead-target", true), ("rs-09-nothing-to-recover", false),
  ])
  func `what the app is told stands beside what was kept, and at whose cost`(
    name: String, isWrong: Bool
  ) throws {
    let report = try report(name)
    #expect(ReportSection.AppMessage(report)?.isWrong == isWrong)
    #expect(page(report).contains(report.didRecoverSentence))
  }

  /// Each counts as no harm, but a page that says so must not deny it either.
  @Test func `the answer says whose edit stands where both sides had edited the same`() throws {
    #expect(
      try report("rs-02-same-field-conflict").answerSentence
        == "Nothing to do: nothing is lost. Where both sides had edited the same, "
        + "the device's edit stands at 1 place.")
    let counts = HarmCounts()
    #expect(counts.settledWords == nil)
    var both = counts
    (both.deviceWon, both.serverWon) = (1, 3)
    #expect(
      both.settledWords
        == "the device's edit stands at 1 place and the server's edit stands at 3 places")
  }

  @Test func `a write that counts twice says so`() throws {
    let report = try report("rs-42a-acknowledgement-lost")
    let again = report.writes.filter(\.isDoneAgain)
    #expect(again.count == 2)
    let page = page(report)
    for write in again { #expect(page.contains(write.reason.words)) }
  }

  @Test func `what to do follows what happens next, without what the report itself answers`() throws
  {
    let report = try report("rs-29-class-removed")
    #expect(report.mergePlan != nil)
    let all = report.triage.flatMap(\.nextSteps)
    let answered = MessageTemplate.planMerge.filled()
    #expect(all.contains(answered) && !report.stepsToTake.contains(answered))
    let page = page(report)
    let next = try #require(page.firstRange(of: flat(report.consequences[0].sentence)))
    let step = try #require(page.firstRange(of: flat(report.stepsToTake[0])))
    #expect(next.upperBound < step.lowerBound)
    #expect(!page.contains(flat(answered)))
  }

  @Test func `each write of the verbose page has both sides, and says who won`() throws {
    let conflict = try report("rs-02-same-field-conflict")
    #expect(
      page(conflict, isVerbose: true).contains(
        "\(conflict.writes[0].changeWords) last sync: 10, device: 111, server: 1111, now: 111"))
    let deletion = try report("rs-05-delete-on-edited")
    #expect(
      page(deletion, isVerbose: true).contains(
        "last sync: there, device: nothing, server: there, now: nothing"))
  }

  @Test func `without the last sync the verbose page says that the earlier value is not known`()
    throws
  {
    let report = try report("rs-02-same-field-conflict") { $0.situation.base = nil }
    #expect(report.writes[0].sightings.before == nil)
    #expect(
      page(report, isVerbose: true).contains(
        "\(report.writes[0].changeWords) last sync: not in this trace, device: 111, server: 1111,"))
  }

  @Test func `modes side by side list what they overwrite and the traps that they run into`() throws
  {
    let report = try ReplaySamples.report(
      on: ScenarioOutcome.events(
        ProjectFiles.bytes("traces/scenarios/rs-23-single-link-dead-target.json")), "rs-23")
    let recovered = try #require(report.resets[0].reports.first { $0.mode == .recover })
    let page = flat(report.text())
    #expect(page.contains("overwritten 0 1 1 0"))
    let harm = recovered.collateral[0]
    let (old, new) = (harm.server.text(columns: 40), harm.after.text(columns: 40))
    #expect(page.contains("- T 1 link: \(old) → \(new) (\(harm.reason.words))"))
    let trap = try #require(Trap(recovered.traps[0].trap))
    #expect(page.contains("- \(trap.identifier.rawValue): \(trap.title) (recover, rec-or-disc)"))
    #expect(report.text().split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  // MARK: Sections

  @Test func `a section is there where there is something to say in it`() throws {
    let kept = try ComparedOutcomes.report("rs-02-same-field-conflict").resets[0].reports[0]
    #expect(ReportSection.Defects(kept, SectionScope()) == nil)
    #expect(ReportSection.Loop(kept) == nil)
    let harmed = try ComparedOutcomes.report("rs-70a-link-to-later-created-object")
    #expect(ReportSection.Defects(harmed.resets[0].reports[0], SectionScope())?.places.count == 1)
    var loop = try report("rs-44a-after-failed-recovery")
    #expect(ReportSection.Loop(loop)?.isBad == true)
    #expect(ReportSection.Loop(loop)?.loopSentence == nil)
    loop.resetLoop?.unacknowledgedResetCount = 2
    #expect(ReportSection.Loop(loop)?.loopSentence?.contains("the last of 2") == true)
  }
}
