import AnalysisSupport
import Analyzer
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Reports

@Suite struct ReplayReportMarkdownTests {
  private func report(_ name: String, _ modes: [ResetMode]) throws -> ReplayReport {
    try ReplaySamples.report(
      on: ScenarioOutcome.events(ProjectFiles.bytes("traces/scenarios/\(name).json")), name,
      modes: modes)
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
      // Text that is very long leaves less room for lists.
      let isCut = pages[1].markdown.contains("left out for lack of room")
      #expect(isCut || shapes[0] == shapes[1])
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
    let small = ResetDocument.whole(report.resets[0]).markdown(within: 4_000)
    #expect(small.utf16.count <= 4_000)
    #expect(small.contains("left out for lack of room.*"))
    #expect(markdown.contains("## What happens next\n"))
  }

  @Test func `Many resets fit in a comment, and how many do not is said`() throws {
    var report = try report("rs-02-same-field-conflict", [.discardLocal])
    report.resets = Array(repeating: report.resets[0], count: 200)
    #expect(report.markdown.utf16.count <= 65_536)
    let shown = report.markdown.split(separator: "# Client reset").count
    #expect(
      report.markdown.hasSuffix("*… and \(200 - shown) more pages, left out for lack of room.*\n")
    )
  }
}
