import AnalysisSupport
import Analyzer
import ReplaySupport
import Reports
import TestSupport
import Testing
import TraceFormat

@Suite struct ReplayReportMarkdownTests {
  private func report(_ name: String, _ modes: [ResetMode]) throws -> ReplayReport {
    try ReplaySamples.report(
      on: ScenarioOutcome.events(ProjectFiles.bytes("traces/scenarios/\(name).json")), name,
      modes: modes)
  }

  @Test func `A discarded session reads as one page`() throws {
    #expect(
      try report("rs-02-same-field-conflict", [.discardLocal]).markdown == """
        ## Client reset of `rs-02-same-field-conflict`

        At 2025-01-01T00:00:04Z the server sent error 208, `Bad client file identifier (IDENT)`, \
        with the action ClientReset.

        Replayed in mode **DiscardLocal**: the device drops what it had not synced and takes the \
        server's data.

        **Decide: 1 write lost. `--mode all` shows what the other modes destroy.**

        Lost: 1 write

        - T 1 v: 111 → 1111

        ### What happens next

        - The device now holds the server's data and syncs again.
        - Nothing is uploaded.
        - No copy of the old file is kept.
        - If the server asks for ClientReset again before this one is acknowledged, DiscardLocal is \
        refused as a cycle.

        ### What to do

        - **1.** For the next time: let the before block save a copy (in Swift `writeCopy`, as a local \
        Realm: for sync it is refused while uploads are pending). It would have the lost write.

        ### What the app sees

        - Before block: sees the device's data, frozen, with 1 unsynced write in it.
        - After block: sees that state, frozen, and the new one, live; `didRecover` is false.
        - Error handler: not called; a reset that goes through is no error.

        Without blocks the reset goes the same way, and nothing tells the app of it.

        **Not synced before the reset:** 1 write in 1 transaction (client version 4), \
        at 2025-01-01T00:00:02Z.

        ### What the reset did

        The reset went through. What was not synced was discarded.

        | writes | fate | meaning |
        | --- | --- | --- |
        | 1 | **lost** | gone: neither the device nor the server has its effect |

        ### `T`: 1 write

        | object | property | fate | device | now | last sync |
        | --- | --- | --- | --- | --- | --- |
        | `1` | `v` | **lost** | `111` | `1111` | `10` |

        ### Compared with the device

        The device itself did the same (discarded).

        """)
  }

  @Test func `Modes stand side by side, and the writes that depend on them`() throws {
    let markdown = try report("rs-02-same-field-conflict", ReplaySamples.modes).markdown
    for line in [
      "|   | discard | recover | recover-or-discard | manual |",
      "| result | discarded | recovered | recovered | manual |",
      "| **lost** | 1 | 0 | 0 | 0 |",
      "| `T 1 v` set to 111 | **lost** | **conflicted** | **conflicted** | **stranded** |",
    ] { #expect(markdown.contains(line + "\n"), "\(line) is not in\n\(markdown)") }
  }

  @Test func `Collateral, traps, a merge plan and what to do have sections`() throws {
    var report = try ReplayReport.withEveryMember()
    report.resets[0].reports.removeLast()
    for heading in [
      "What was overwritten on the server", "Known traps", "Faults",
      "Done by defects of the engine", "Merge plan", "Why it failed: classes-removed",
      "An earlier reset was never completed", "Since when the losses could not be helped",
      "What happens next", "Attempt by attempt", "What the server has changed",
      "Compared with the device", "What the trace does not show",
    ] { #expect(report.markdown.contains("\n### \(heading)\n"), "\(heading)") }
  }

  @Test func `Defects say what they did at the write and on their own`() throws {
    let markdown = try ComparedOutcomes.report("rs-70a-link-to-later-created-object").markdown
    #expect(
      markdown.contains(
        "- `R4, RS-70`: T 1 ll is \\[Tgt 2\\]; a correct recovery leaves \\[Tgt 2, Tgt 9\\].\n"))
    #expect(
      markdown.contains("lost to a defect of the engine: R4, RS-70; a correct recovery keeps"))
  }

  @Test func `Faults say what they did or why they never happened, in each mode`() throws {
    var report = try ReplayReport.withEveryMember()
    let fault = "- `after upload 3 where class=text: disconnect`"
    #expect(report.markdown.contains("\(fault) never happened: the server has no class text.\n"))
    #expect(report.markdown.contains("\(fault): 1 object of class text went out of view ("))
    report.resets[0].reports[1].unfiredFaults = []
    #expect(
      report.markdown.contains("\(fault) (discard) never happened: the server has no class text.\n")
    )
    #expect(report.text().contains("(discard) never happened:"))
  }

  /// Whatever the text is, the page has the same lines: headings, rows and items of ours.
  @Test(arguments: HostileText.samples)
  func `Hostile text changes nothing about the page's structure`(text: String) throws {
    for isComparison in [false, true] {
      var pages = try [ReplayReport.withEveryMember(), .withEveryMember(text)]
      if !isComparison {
        for index in pages.indices { pages[index].resets[0].reports.removeLast() }
      }
      let shapes = pages.map { page in
        page.markdown.split(separator: "\n", omittingEmptySubsequences: false).map(Self.shape)
      }
      #expect(shapes[0] == shapes[1])
      #expect(pages[1].markdown.utf16.count <= 65_536)
    }
  }

  /// How a line begins, and how many cells it has.
  private static func shape(_ line: Substring) -> String {
    "\(line.prefix { "#>-|* ".contains($0) }) \(line.count { $0 == "|" })"
  }

  @Test func `A large reset fits in a comment, and what is left out is said`() throws {
    // Of so few objects every property has a line of its own.
    let names = (0..<80).map { "\"p\($0)\"" }
    let creations = (0..<20).map { key in
      let values = names.map { "\($0): \(key)" }.joined(separator: ", ")
      return "{\"create\": [\"T\", \(key)], \"set\": {\(values)}}"
    }
    let properties = names.map { "\($0): \"int\"" }.joined(separator: ", ")
    let scenario = """
      {
        "scenario": 1, "name": "large", "error": {}, "synced": {"T": []},
        "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "int", \(properties)}}},
        "local": [{"operations": [\(creations.joined(separator: ","))]}]
      }
      """
    let outcome = try ScenarioOutcome.of(Array(scenario.utf8))
    let report = ReplayReport(
      trace: "large", resets: [ModeComparison([Analysis.report(of: outcome)])])
    let markdown = report.markdown
    #expect(markdown.utf16.count <= 65_536)
    #expect(markdown.utf16.count > 50_000)
    #expect(markdown.contains("more lines, for which there is no room.*"))
    #expect(markdown.contains("### What happens next\n"))
  }

  @Test func `Many resets fit in a comment, and how many do not is said`() throws {
    var report = try report("rs-02-same-field-conflict", [.discardLocal])
    report.resets = Array(repeating: report.resets[0], count: 200)
    #expect(report.markdown.utf16.count <= 65_536)
    let shown = report.markdown.split(separator: "## Client reset").count
    #expect(
      report.markdown.hasSuffix("*… and \(200 - shown) more resets, for which there is no room.*\n")
    )
  }
}
