import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

/// The page in a real browser, where there is one.
@Suite(
  .serialized, .enabled(if: Chromium.path != nil, Comment(rawValue: Chromium.absence)),
  .timeLimit(.minutes(2)))
struct HTMLBrowserTests {
  private func demo(_ modes: [ResetMode] = [.discardLocal]) throws -> String {
    try ReplaySamples.report(
      on: TraceFiles.read(ProjectFiles.bytes("traces/field-inspections.synctrace")).events,
      "field-inspections.synctrace", modes: modes
    ).html()
  }

  private func rows(_ page: ParsedHTML) -> Int {
    page.count(of: "tr") { $0.attributes.contains("data-write") }
  }

  /// Without this, silence on the console would prove nothing.
  @Test func `What goes wrong in a page is noticed`() throws {
    let page = try Chromium.open(
      """
      <!doctype html><meta http-equiv="Content-Security-Policy" content="\(HTMLAssets.report.policy)">
      <script>alert(1)</script><img src="https://example.org/image">
      """)
    #expect(page.console.count == 2)
  }

  @Test func `A page with everything in it and hostile text says nothing on the console`() throws {
    let hostile =
      #"\u{0D4E}<script>alert(1)</script>"\u{301} onload=alert(1) <img src=https://a.example>"#
    let report = try ReplayReport.withEveryMember(hostile)
    let page = try Chromium.open(report.html())
    #expect(page.console == [])
    let document = try ParsedHTML(page.document)
    #expect(document.count(of: "img") == 0)
    #expect(document.count(of: "script") == 2)
    #expect(document.values(of: "class").contains("js"))
    #expect(rows(document) == report.reports.reduce(0) { $0 + $1.writes.count })
  }

  @Test func `A link shows what its sender saw`() throws {
    let page = try Chromium.open(
      demo(), fragment: "fate=lost&class=Inspection&property=notes&text=VALVE%20roof&sort=1d")
    #expect(page.console == [])
    let document = try ParsedHTML(page.document)
    #expect(document.texts.contains("2 of 33 writes"))
    #expect(rows(document) == 2)
    let states = document.attributes.filter { $0.name == "aria-pressed" }.map(\.value)
    #expect(states == ["true", "false"])
    #expect(document.values(of: "aria-sort").contains("descending"))
  }

  @Test func `An object has a page of its own, in the mode that the link is about`() throws {
    let page = try Chromium.open(demo(ReplaySamples.modes), fragment: "r1-recover-w26")
    #expect(page.console == [])
    let document = try ParsedHTML(page.document)
    #expect(document.values(of: "class").contains("js is-page"))
    #expect(document.values(of: "id").contains("r1-recover-w26"))
    let current = document.attributes.filter { $0.name == "aria-current" }
    // The link above the report, and the row of the table of modes.
    #expect(current.map(\.value) == ["page", "page"])
    #expect(document.count(of: "article") { $0.attributes.contains("hidden") } == 3)
  }

  @Test func `Three thousand writes are shown a hundred at a time`() throws {
    let creations = (0..<3_000).map { "{\"create\": [\"T\", \($0 + 100)]}" }
    let outcome = try ScenarioOutcome.session(
      "\"local\": [{\"operations\": [\(creations.joined(separator: ","))]}]")
    let report = ReplayReport(
      trace: "many", resets: [ModeComparison([Analysis.report(of: outcome)])])
    // A row has the number of its write and the primary key, and a 9 in one of them.
    let page = try Chromium.open(report.html(), fragment: "text=9&page=2")
    #expect(page.console == [])
    let document = try ParsedHTML(page.document)
    #expect(rows(document) == 100)
    #expect(document.texts.contains("1,056 of 3,000 writes"))
    #expect(document.texts.contains("Page 2 of 11"))
  }
}
