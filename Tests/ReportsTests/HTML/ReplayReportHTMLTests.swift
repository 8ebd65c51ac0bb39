import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

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
    for (name, _, page) in pages { try check(page, name) }
  }

  @Test func `JSON whose modes are written side by side is the same`() throws {
    let report = try Self.demo.get()
    #expect(report.reports.count > 1)
    let sinks = (MemorySink(), MemorySink())
    try report.writeJSON(to: sinks.0, width: 2)
    try report.writeJSON(to: sinks.1)
    #expect(sinks.0.bytes == sinks.1.bytes)
  }

  @Test func `JSON of several modes has a line for each write, and that of one for each value`()
    throws
  {
    let report = try Self.demo.get()
    // Of four modes, two recoveries have the same writes, which are there once.
    let count = 3 * report.reports[0].writes.count
    let sink = MemorySink()
    try report.writeJSON(to: sink)
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    #expect(report.reports.count == 4 && count > 90)
    #expect(lines.count { $0.hasPrefix(#"            {"transaction": "#) } == count)
    #expect(try JSONText(parsing: sink.bytes) == report.json)
    let single = MemorySink()
    let alone = ReplayReport(trace: "-", resets: [ModeComparison([report.reports[0]])])
    try alone.writeJSON(to: single)
    #expect(single.bytes == Array((alone.json.text(.indented) + "\n").utf8))
  }

  @Test func `A page with everything in it is well-formed`() throws {
    try check(ParsedHTML(ReplayReport.withEveryMember().html()), "sample")
  }

  private func check(_ page: ParsedHTML, _ name: String) throws {
    let identifiers = page.values(of: "id")
    #expect(Set(identifiers).count == identifiers.count, "\(name)")
    let targets = page.attributes.filter { $0.name == "href" && $0.value.hasPrefix("#") }
      .map { String($0.value.dropFirst()) }
    let drawn = try PageData(page).identifiers
    #expect(Set(targets).subtracting(identifiers).subtracting(drawn).isEmpty, "\(name)")
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

  @Test func `Every write is there for the script, with its fate and reason, in every mode`() throws
  {
    for (name, report, page) in try Self.pages.get() {
      let data = try PageData(page)
      let reports = report.reports.filter { !$0.writes.isEmpty }
      #expect(data.reports.count == reports.count, "\(name)")
      for (drawn, report) in zip(data.reports, reports) {
        #expect(drawn.writeCount == report.writes.count, "\(name)")
        for (index, write) in report.writes.enumerated() {
          #expect(data.fate(of: index, in: drawn) == write.fate.rawValue, "\(name)")
          #expect(data.reason(of: index, in: drawn) == write.reason.words.visible, "\(name)")
        }
      }
    }
  }

  @Test func `A write says what each side has, and why it met its fate`() throws {
    let page = try page("rs-02-same-field-conflict")
    for text in ["Last sync", "Device", "Server", "After the reset"] {
      #expect(page.texts.contains(text), "\(text)")
    }
    let texts = try PageData(page).texts
    for text in ["10", "111", "1111", "set to 111", "the server's", "serverValueOverwritten"] {
      #expect(texts.contains(text), "\(text)")
    }
    #expect(texts.contains("unsynced changes are discarded; the server has 1111"))
  }

  @Test func `A trap has its title and what helps, in every form`() throws {
    let scenario = try ProjectFiles.bytes("traces/scenarios/rs-13-list-remove-existing.json")
    let report = try ReplaySamples.report(on: ScenarioOutcome.events(scenario), "rs-13")
    let trap = try #require(report.reports.flatMap(\.traps).first?.trap)
    let help = try #require(trap.help)
    func flat(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let alone = ReplayReport(
      trace: "rs-13", resets: report.reports.map { ModeComparison([$0]) })
    for report in [alone] {
      for form in [
        report.text(), report.markdown, report.html(), report.json.text(),
        report.sarif(toolVersion: "1").json.text(),
      ] {
        // A rule of SARIF begins with an upper case letter.
        #expect(flat(form).contains(trap.title.dropFirst()))
        #expect(flat(form).contains(help))
      }
    }
  }

  @Test func `Few transactions have no timeline`() throws {
    #expect(try !page("rs-02-same-field-conflict").texts.contains("Timeline"))
    #expect(try ParsedHTML(Self.demo.get().html()).texts.contains("Timeline"))
  }

  @Test func `A page opens on the mode that the app is set to, or else on the one to take`() throws
  {
    var report = try Self.demo.get()
    func opensOn() throws -> [String] { try ParsedHTML(report.html()).values(of: "data-open") }
    for index in report.resets[0].reports.indices {
      report.resets[0].reports[index].session.start?.configuredResetMode = nil
    }
    let advised =
      report.resets[0].choice.best.first?.modes.first ?? report.resets[0].reports[0].mode
    #expect(try opensOn() == ["r1-\(advised.optionName)"])
    report.resets[0].reports[0].session.start?.configuredResetMode = .manual
    #expect(try opensOn() == ["r1-manual"])
  }

  @Test func `Modes stand side by side with their numbers and a recommendation`() throws {
    let report = try Self.demo.get()
    let texts = try ParsedHTML(report.html()).texts
    for text in ["discard", "recover", "recover-or-discard", "manual"] {
      #expect(texts.contains(text), "\(text)")
    }
    for line in report.resets[0].headLines { #expect(texts.contains(line)) }
  }

  @Test func `One mode alone has no navigation and nothing to compare`() throws {
    var report = try Self.demo.get()
    report.resets[0].reports.removeLast(3)
    let page = try ParsedHTML(report.html())
    #expect(!page.values(of: "class").contains("reports"))
    #expect(!page.texts.contains("Recommendation"))
    #expect(page.texts.contains("31"))
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
    #expect(page.data.unicodeScalars.allSatisfy { $0 != "<" && $0 != ">" && $0 != "\u{2028}" })
    #expect(try PageData(page).reports.count == PageData(harmless).reports.count)
    let links = Set(page.values(of: "href"))
    #expect(links == Set(harmless.values(of: "href")))
    for scalar in page.texts.joined().unicodeScalars
    where scalar.properties.generalCategory == .control {
      #expect(scalar == "\n")
    }
  }
}
