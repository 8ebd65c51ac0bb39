import AnalysisSupport
import Analyzer
import RealmModel
import Replayer
import Testing
import TraceFormat

@testable import Reports

/// The story of a reset, what to do and what the server has changed, in every form.
@Suite struct StoryFormTests {
  private func report(
    _ name: String, _ modes: [ResetMode], withChanges: Bool = false
  ) throws -> ReplayReport {
    let reports = try modes.map { mode in
      let compared = try ComparedOutcomes.scenario(name, mode: mode)
      var report = Analysis.report(of: compared)
      if withChanges { report.incoming = IncomingChanges(compared.outcome) }
      return report
    }
    return ReplayReport(trace: name, resets: [ModeComparison(reports)])
  }

  /// What stands under a heading of a text report.
  private func section(_ heading: String, of report: ReplayReport) throws -> String {
    let text = report.text()
    let start = try #require(text.firstRange(of: "\n\(heading)\n"))
    let rest = text[start.upperBound...]
    let section = rest[..<(rest.firstRange(of: "\n\n")?.lowerBound ?? rest.endIndex)]
    return String(section.last == "\n" ? section.dropLast() : section)
  }

  private func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Text as it reads in every form, without marks of code.
  private func bare(_ text: String) -> String { flat(text.replacing("`", with: "")) }

  @Test func `two attempts are told one after the other`() throws {
    let report = try report("rs-37a-local-destructive-schema", [.recoverOrDiscard])
    #expect(
      try section("Attempt by attempt", of: report) == """
          Attempt 1, recover: fails, and the data is as before.
            - Before block: sees the device's data, frozen, with what is unsynced.
            - After block: not called; the attempt fails before.
            - Error handler: gets `AutoClientResetFailed` (1028, in Swift
              `SyncError.clientResetError`), "A fatal error occurred during
              'ClientReset' client reset diff for SyncClientResetRequired: Bad client
              file identifier (IDENT): 'Unable to automatically recover local changes
              during client reset: 'Properties cannot be erased during client reset
              recovery''". Its `is_client_reset_requested` is true.
            - The file is scheduled to be copied to the recovery folder and deleted.
            - The file keeps a record of the attempt.
            - If your app restarts now, the file is moved first, and your app begins
              with the server's data; what is unsynced is only in the copy.
            - If the Realm is opened again without a restart, the same error comes, and
              the next attempt.
          Attempt 2, discard: goes through; the record of an attempt before makes
          recover-or-discard discard.
            - Before block: sees the device's data, frozen, with what is unsynced.
            - After block: sees that state, frozen, and the new one, live; `didRecover`
              is false.
            - Error handler: not called; a reset that goes through is not an error.
            - It discards what is unsynced, and no error reports that.
            - What it discards was still in the file after attempt 1: a copy of the
              file, made then, would have it. That is: T s property removed; T 1 v set
              to 77.
        """)
    let nested = try self.report("rs-73-nested-dead-link-fails-reset", [.recoverOrDiscard])
    #expect(flat(nested.text()).contains("That is: T 1 items[0] inserted a new embedded object;"))
    #expect(
      try section("Why it failed", of: nested).hasPrefix(
        "  Attempt 1, list-position-lost: The recovery used position 1"))
    // Which of several handlers is called is the same for every reset that fails.
    let precedence = try #require(report.resets[0].reports[0].story.precedence.sentence)
    let whole = report.text(ReportTextOptions(isVerbose: true))
    #expect(
      bare(whole).contains(bare(precedence)) && !bare(report.text()).contains(bare(precedence)))
  }

  @Test(arguments: [
    (
      "rs-73-nested-dead-link-fails-reset", ResetMode.recoverOrDiscard,
      "the attempt before did not complete its recovery, so unsynced changes are discarded; the server has []; "
        + "the reset failed at a defect of the engine: R11, RS-73"
    ),
    (
      "fate-move-ends-the-process", .recover,
      "the reset failed at this write, so it stays in the device's file and is not synced; "
        + "the reset failed at a defect of the engine: R6, RS-58"
    ),
  ])
  func `a change of several writes has each reason once`(
    name: String, mode: ResetMode, reasons: String
  ) throws {
    let report = try report(name, [mode]).resets[0].reports[0]
    let change = try #require(report.changes.first)
    let words = try #require(report.reasonWords(of: change))
    #expect(words == reasons + "; a correct recovery goes through, and keeps it")
  }

  @Test(arguments: [
    ("rs-37a-local-destructive-schema", ResetMode.recoverOrDiscard),
    ("rs-44a-after-failed-recovery", .recover), ("rs-45-reset-before-acknowledgement", .recover),
    ("rs-47-failed-attempt-recorded", .recoverOrDiscard), ("rs-61-file-actions", .discardLocal),
    ("rs-62a-callbacks", .recover), ("rs-67-naive-manual-restore", .manual),
    ("rs-73-nested-dead-link-fails-reset", .recoverOrDiscard),
  ])
  func `every form tells the whole story, and what to do`(name: String, mode: ResetMode) throws {
    let report = try report(name, [mode])
    let reset = report.resets[0].reports[0]
    let text = bare(report.text())
    let markdown = bare(report.markdown.replacing(/\\([^A-Za-z0-9\s])/) { String($0.1) })
    let page = bare(try ParsedHTML(report.html()).texts.joined(separator: " "))
    let json = report.json.text()
    for attempt in reset.story.attempts {
      let events =
        reset.story.attempts.count > 1
        ? attempt.events : attempt.events.filter(\.isCallback)
      for event in events {
        // What is quoted is shown in each form's own way.
        let opening = bare(String(event.sentence.prefix { $0 != "\"" }))
        guard reset.story.attempts.count > 1 || !event.isPlainSilence else {
          // That a block is not called is no news where none ever is.
          #expect(!text.contains(opening) && !markdown.contains(opening), "\(opening)")
          continue
        }
        #expect(text.contains(opening), "\(opening)")
        #expect(markdown.contains(opening), "\(opening)")
        #expect(flat(page.replacing(" ", with: "")).contains(opening.replacing(" ", with: "")))
      }
    }
    for step in reset.adviceSentences.map(bare) {
      #expect(text.contains(step), "\(step)")
      #expect(markdown.contains(step), "\(step)")
      #expect(page.replacing(" ", with: "").contains(step.replacing(" ", with: "")), "\(step)")
    }
    #expect(json.contains("\"story\"") && json.contains("\"steps\""))
    #expect(try ReplayReport(json: report.json).json == report.json)
  }

  @Test func `manual mode says step by step what to do`() throws {
    let report = try report("rs-67-naive-manual-restore", [.manual])
    let steps = try section("What to do", of: report)
    #expect(steps.split(separator: "\n").count { $0.hasPrefix("  - ") } == 6)
    #expect(
      flat(steps).contains(
        "would undo 2 changes that others made: T 1 back; T 2 v 200 → 20."))
    #expect(flat(steps).contains("Do not reinstall your app before that"))
  }

  // MARK: The server's changes

  @Test func `the server's changes are listed, where they are asked for`() throws {
    let report = try report("rs-67-naive-manual-restore", [.recover], withChanges: true)
    #expect(
      try section("What the server has changed", of: report) == """
          2 changes since the last sync, and the device has all after the reset.
          - T 1: deleted {s: "base", v: 10}
          - T 2 v: 20 → 200
        """)
    #expect(report.markdown.contains("- T 2 v: 20 → 200\n"))
    let page = try ParsedHTML(report.html())
    #expect(page.texts.contains("What the server has changed"))
    #expect(page.texts.contains { $0.contains("20 → 200") })
    #expect(report.json.text().contains(#""incoming""#))
    let silent = try self.report("rs-67-naive-manual-restore", [.recover])
    #expect(!silent.text().contains("What the server has changed"))
    #expect(!silent.markdown.contains("What the server has changed"))
  }

  @Test func `a change that does not reach the device says what is there`() throws {
    let one = try report("rs-02-same-field-conflict", [.recover], withChanges: true)
    #expect(
      try section("What the server has changed", of: one) == """
          1 change since the last sync, which the device does not have after the reset.
          - T 1 v: 10 → 1111; the device has 111
        """)
    let all = try report(
      "rs-02-same-field-conflict", ResetMode.inOrder, withChanges: true)
    #expect(
      try section("What the server has changed", of: all).contains(
        "- T 1 v: 10 → 1111 (not in recover, recover-or-discard)"))
  }

  @Test func `many changes of a kind are one line with the first of them`() throws {
    let report = try report("rs-01-independent-creates", [.recover], withChanges: true)
    #expect(
      try section("What the server has changed", of: report) == """
          5 changes since the last sync, and the device has all after the reset.
          table: 5 objects created
            - table 10: created
            - table 11: created
            - table 12: created
            and 2 more changes (`--verbose` lists all)
        """)
  }
}
