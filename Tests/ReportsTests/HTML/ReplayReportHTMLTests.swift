import Phrasebook
import RealmModel
import ReplaySupport
import TestSupport
import Testing

@testable import Analyzer
@testable import Campaigns
@testable import Reports

@Suite struct ReplayReportHTMLTests {
  private static let demo: Result<ReplayReport, any Error> = Result {
    try ReplaySamples.report(
      on: TraceFiles.read(ProjectFiles.bytes("traces/field-inspections.synctrace")).events,
      "field-inspections.synctrace")
  }

  /// The pages on all scenarios, each in all modes.
  private static let pages = Result {
    try ReplaySamples.scenarios().map { name, report in
      (name: name, report: report, page: try ParsedHTML(report.html()))
    }
  }

  private func page(_ name: String) throws -> ParsedHTML {
    let scenario = try ProjectFiles.bytes("traces/scenarios/\(name).json")
    return try ParsedHTML(ReplaySamples.report(on: ScenarioOutcome.events(scenario), name).html())
  }

  // MARK: Form

  @Test func `Pages on all scenarios are well-formed, and no link leads nowhere`() throws {
    let pages = try Self.pages.get()
    #expect(pages.count > 100)
    for (name, _, page) in pages { check(page, name) }
  }

  @Test func `A page with everything in it is well-formed`() throws {
    check(try ParsedHTML(ReplayReport.withEveryMember().html()), "sample")
  }

  private func check(_ page: ParsedHTML, _ name: String) {
    let identifiers = page.values(of: "id")
    #expect(Set(identifiers).count == identifiers.count, "\(name)")
    let targets = page.attributes.filter { $0.name == "href" && $0.value.hasPrefix("#") }
      .map { String($0.value.dropFirst()) }
    #expect(Set(targets).subtracting(identifiers).isEmpty, "\(name)")
    let labels = page.values(of: "aria-labelledby")
    #expect(Set(labels).subtracting(identifiers).isEmpty, "\(name)")
    #expect(page.count(of: "h1") == 1, "\(name)")
  }

  @Test func `A page refers to nothing outside itself`() throws {
    for (_, _, page) in try Self.pages.get() {
      for (tag, name, value) in page.attributes
      where ["href", "src", "action", "srcset"].contains(name) {
        #expect(
          value.hasPrefix("#") || (tag == "link" && value == "data:,"), "\(tag) \(name) \(value)")
      }
      #expect(!page.style.contains("url(") && !page.style.contains("@import"))
    }
  }

  @Test func `The policy allows the page's own script and style, and nothing else`() throws {
    let page = try page("rs-02-same-field-conflict")
    let policy = try #require(
      page.values(of: "content").first { $0.hasPrefix("default-src 'none'") })
    let script = try SHA256Command.policySource(of: page.script)
    #expect(policy.contains("script-src '\(script)'"), "HTMLPolicy is to name \(script)")
    let style = try SHA256Command.policySource(of: page.style)
    #expect(policy.contains("style-src '\(style)'"), "HTMLPolicy is to name \(style)")
    #expect(!policy.contains("unsafe"))
    #expect(!page.attributes.contains { $0.name == "style" || $0.name.hasPrefix("on") })
  }

  @Test func `The same report gives the same bytes`() throws {
    let pages = try (0..<3).map { _ in try ReplayReport.withEveryMember().html() }
    #expect(Set(pages).count == 1)
  }

  // MARK: Content

  @Test func `Every write is in the table and in the history of its object, in every mode`() throws
  {
    for (name, report, page) in try Self.pages.get() {
      let writes = report.reports.reduce(0) { $0 + $1.writes.count }
      #expect(page.count(of: "tr") { $0.attributes.contains("data-cause") } == writes, "\(name)")
      let entries = page.attributes.filter { $0.tag == "li" && $0.name == "id" }
      #expect(entries.count == writes, "\(name)")
    }
  }

  @Test func `A write says what each side has, and why it met its fate`() throws {
    let texts = try page("rs-02-same-field-conflict").texts
    for text in ["Last sync", "Device", "Server", "After the reset", "10", "111", "1111"] {
      #expect(texts.contains(text), "\(text)")
    }
    #expect(texts.contains("Unsynced changes are discarded; the server has 1111."))
    #expect(texts.contains("the server's"))
    #expect(texts.contains("serverValueOverwritten"))
  }

  @Test func `Modes stand side by side with their numbers and a recommendation`() throws {
    let report = try Self.demo.get()
    let texts = try ParsedHTML(report.html()).texts
    for text in ["discard", "recover", "recover-or-discard", "manual", "Recommendation"] {
      #expect(texts.contains(text), "\(text)")
    }
    #expect(texts.contains(report.resets[0].recommendation.sentence))
    #expect(texts.contains("Where the modes differ"))
  }

  @Test func `One mode alone has no navigation and nothing to compare`() throws {
    var report = try Self.demo.get()
    report.resets[0].reports.removeLast(3)
    let page = try ParsedHTML(report.html())
    #expect(page.count(of: "nav") == 0)
    #expect(!page.texts.contains("Recommendation"))
    #expect(page.texts.contains("31"))
  }

  @Test func `Everything that an analysis found is on the page`() throws {
    let page = try ParsedHTML(ReplayReport.withEveryMember("found").html())
    for heading in [
      "Failed", "What happens next", "Why it failed", "What to do", "Traps", "Collateral",
      "Done by defects of the engine", "Timeline", "Loss horizon",
      "Since when it could not be helped",
      "In numbers", "Writes", "Objects", "Merge plan", "What the trace does not show",
      "How it was decided",
    ] { #expect(page.texts.contains(heading), "\(heading)") }
    for text in ["listCopiedWhole", "trap", "classes-removed", "lostRecords", "objectDeleted"] {
      #expect(page.texts.contains(text), "\(text)")
    }
    #expect(page.texts.contains { $0.contains("It is the last of 2 in a row") })
    #expect(
      page.texts.contains(
        "To be decided: it does not fit the server's schema or state: found."))
  }

  @Test func `Names are links where the documentation is published`() throws {
    let address = "https://example.org/docs/"
    let page = try ParsedHTML(ReplayReport.withEveryMember().html(documentation: address))
    let links = Set(page.values(of: "href").filter { $0.hasPrefix("https") })
    for link in [
      "traps.md#trap", "triage.md#classes-removed", "rules.md#list-copied-whole",
      "report.md#causes", "report.md#collateral", "report.md#what-is-not-known",
    ] { #expect(links.contains(address + link), "\(link)") }
  }

  @Test func `A session without unsynced writes has a page too`() throws {
    let outcome = try ScenarioOutcome.session(#""local": []"#)
    let report = ReplayReport(
      trace: "-", resets: [ModeComparison([Analysis.report(of: outcome)])])
    let page = try ParsedHTML(report.html())
    #expect(
      page.texts.contains(
        "Not synced before it: Nothing: the server had acknowledged every transaction."))
    #expect(page.texts.contains("standard input"))
    #expect(!page.texts.contains("Writes"))
  }

  // MARK: Hostile text

  /// What makes harm in pages of all things.
  private static let hostile = [
    #"</script><script>alert(1)</script>"#, #""><img src=x onerror=alert(1)>"#,
    "</style><style>*{display:none}", "<!--", "]]>", "-->", "'\"`=<>&amp;", "\u{0D4E}<script>",
    "x\"\u{301} onmouseover=alert(1) y=\"", "{{{script}}}", "{{#writes}}", "{{> page}}",
    "javascript:alert(1)", "\u{2028}\u{2029}\u{0}\u{1B}[2J\u{202E}\r\n", "&lt;script&gt;", "`code`",
  ]

  /// Whatever a trace holds, the page has the same elements with the same attributes.
  @Test(arguments: hostile + HostileText.samples)
  func `Hostile text stays text`(hostile: String) throws {
    let harmless = try ParsedHTML(ReplayReport.withEveryMember("harmless `code`").html())
    let page = try ParsedHTML(ReplayReport.withEveryMember(hostile + "`code`").html())
    #expect(
      page.tags.filter { $0.name != "code" && $0.name != "/code" }
        == harmless.tags.filter { $0.name != "code" && $0.name != "/code" })
    #expect(page.script == harmless.script)
    #expect(page.style == harmless.style)
    let links = Set(page.values(of: "href"))
    #expect(links == Set(harmless.values(of: "href")))
    for scalar in page.texts.joined().unicodeScalars
    where scalar.properties.generalCategory == .control {
      #expect(scalar == "\n")
    }
  }
}
