import AnalysisSupport
import Analyzer
import RealmModel
import ReplaySupport
import Replayer
import Reports
import TestSupport
import Testing
import TraceFormat

/// What a text report says once, and what it must not leave out.
@Suite struct ReportWordingTests {
  /// The page with each run of spaces and line breaks as one space.
  private func page(
    _ name: String, _ mode: ResetMode = .recover, isVerbose: Bool = false,
    _ change: (inout Outcome) -> Void = { _ in }
  ) throws -> String {
    var outcome = try ComparedOutcomes.scenario(name, mode: mode).outcome
    change(&outcome)
    let text = Analysis.report(of: outcome).text(ReportTextOptions(isVerbose: isVerbose))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    return flat(text)
  }

  private func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `an overwritten value is told as a conflict, to which the collateral refers`() throws {
    for isVerbose in [false, true] {
      let page = try page("rs-02-same-field-conflict", isVerbose: isVerbose)
      #expect(page.contains("the server had changed it too (1111); the device's value won"))
      #expect(
        page.contains("1 place T 1 v: the conflict above, which the device won What happens next"))
      #expect(!page.contains("was written over it"))
    }
  }

  @Test func `collateral that no line above tells is told in full`() throws {
    let page = try page("rs-23-single-link-dead-target")
    #expect(
      page.contains("so null was written over the server's link to Tgt 1 server: Tgt 1, now:"))
  }

  @Test func `what is gone of a collection is told beside the conflict`() throws {
    let page = try page("rs-15-list-clear-and-add")
    #expect(page.contains("the device's clearing won"))
    #expect(
      page.contains("T 1 l: the device had emptied it, which was done to the server's too: 20"))
  }

  @Test func `what a defect did is told at the write and on its own, not with the collateral too`()
    throws
  {
    let report = try ComparedOutcomes.report("rs-42a-acknowledgement-lost")
    let page = flat(report.text())
    #expect(page.contains("- R20, RS-42: T 1 v is 20; a correct recovery leaves 15."))
    #expect(page.contains("done twice by a defect of the engine: R20, RS-42; a correct recovery"))
    #expect(!page.contains("leaves what the server had"))
    #expect(report.markdown.contains("leaves what the server had"), "it has a table of its own")
  }

  @Test func `a trap does not repeat the collateral that it is the cause of`() throws {
    let page = try page("rs-23-single-link-dead-target")
    #expect(page.contains("- T 1 link: see above"))
    #expect(page.ranges(of: "null was written over").count == 1)
  }

  @Test(arguments: [
    ("rs-05-delete-on-edited", "the only write is kept, and 1 place of the server's data was"),
    ("rs-04-edit-on-deleted", "the only write is lost."),
    ("rs-03-different-field-merge", "the only write is kept."),
    (
      "rs-42a-acknowledgement-lost",
      "all 5 writes are kept, 2 of them done twice, and 2 places of the server's data were overwritten."
    ),
    ("rs-23-single-link-dead-target", "the only write is lost, and 1 place of the server's data"),
  ])
  func `what the app is told stands beside what was kept, and at whose cost`(
    name: String, sentence: String
  ) throws {
    let page = try page(name)
    #expect(page.contains("The app is told `didRecover = true`; \(sentence)"))
  }

  @Test func `a write that counts twice says so`() throws {
    let page = try page("rs-42a-acknowledgement-lost")
    #expect(
      page.contains(
        "last sync: 10 it counts twice: the server had taken this transaction, though it never said"
      ))
    #expect(page.contains("it is there twice: the server had taken this transaction"))
  }

  @Test func `what to do follows what happens next, without what the report itself answers`() throws
  {
    let page = try page("rs-29-class-removed")
    let next = try #require(page.firstRange(of: "What happens next"))
    let steps = try #require(
      page.firstRange(of: "What to do - Save the file before the next launch"))
    #expect(next.upperBound < steps.lowerBound)
    #expect(page.contains("Merge plan"))
    #expect(!page.contains("--mode manual"))
  }

  @Test func `each write of the verbose page has both sides, and says who won`() throws {
    let page = try page("rs-02-same-field-conflict", isVerbose: true)
    #expect(
      page.contains(
        "changed by both sides; the device's change stands "
          + "last sync: 10, device: 111, server: 1111, now: 111"))
    let deletion = try self.page("rs-05-delete-on-edited", isVerbose: true)
    #expect(deletion.contains("last sync: there, device: nothing, server: there, now: nothing"))
  }

  @Test func `without the last sync the verbose page says that the earlier value is not known`()
    throws
  {
    let page = try page("rs-02-same-field-conflict", isVerbose: true) { $0.situation.base = nil }
    #expect(
      page.contains(
        "the server's earlier value is not in this trace "
          + "last sync: not in this trace, device: 111, server: 1111, now: 111"))
  }

  @Test func `modes side by side list what they overwrite and the traps that they run into`() throws
  {
    let report = try ReplaySamples.report(
      on: ScenarioOutcome.events(
        ProjectFiles.bytes("traces/scenarios/rs-23-single-link-dead-target.json")), "rs-23")
    let page = flat(report.text())
    #expect(page.contains("overwritten 0 1 1 0"))
    #expect(
      page.contains("Overwritten on the server: 1 place - T 1 link: the device had linked to"))
    #expect(page.contains("link to Tgt 1 (recover, rec-or-disc)"))
    #expect(
      page.contains(
        "Known traps of the client reset - link-silently-nulled: a link to an object that is gone "
          + "writes null over the server's link (recover, rec-or-disc)"))
    #expect(report.text().split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
