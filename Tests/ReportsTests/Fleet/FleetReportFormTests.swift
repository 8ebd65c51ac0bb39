import Analyzer
import CampaignSupport
import FaultPlans
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Campaigns
@testable import Reports

/// The forms of a report on a fleet.
@Suite struct FleetReportFormTests {
  /// A report with all that one can have.
  static func pages(seed: UInt64 = TestSeed.value) throws -> FleetPages {
    let plan = FaultPlan([try Fault(text: "at end: terminate-sync")], seed: 3)
    var fleet = RandomFleet(seed: seed)
    let older = try FleetReport.of(fleet.rows(traceCount: 60))
    var tally = FleetTally()
    for var row in fleet.rows(traceCount: 80) {
      row.whatIf = FleetWhatIf(plan, RealmSchema([]))
      if case .failed(var failure) = row.content, failure.kind == .notReplayable {
        failure.reason = "noState"
        row.content = .failed(failure)
      }
      try tally.add(row)
    }
    for number in 0..<30 { tally.addBadLine(.init(path: "-", text: "line \(number): no row")) }
    let report = tally.report()
    let trend = report.trend(since: older)
    let gate = try FleetGate(parsing: "lost=1,errors=1%,new,grown=1%,worse=0.5%,unknown")
    var pages = FleetPages(
      report, root: "root", trend: ("old.ndjson", trend),
      breaches: gate.breaches(of: report, trend))
    pages.minimized = minimized(report)
    return pages
  }

  /// Smallest traces of the first clusters, and each reason why there is none.
  private static func minimized(_ report: FleetReport) -> FleetMinimized {
    let misses: [FleetSmallest.Miss] = [
      .unread(FleetFailure(.missing, place: "offset 0x0", message: "no such file", exitCode: 66)),
      .changed, .notShown,
    ]
    let all = report.clusters.prefix(6).enumerated().map { index, cluster in
      let question = TraceMinimizer.Question(mode: cluster.key.mode, .fact("it") { _, _ in true })
      let result = TraceMinimizer.Result(
        smallest: .init(events: []), instructionCountBefore: 138, instructionCount: 5,
        faultCountBefore: 0, candidateCount: 82, isCutShort: index == 5)
      return FleetSmallest(
        key: cluster.key,
        ending: index < 3
          ? .failure(misses[index])
          : .success(
            .init(
              trace: ShrunkTrace(name: cluster.identifier, question, result),
              recordCountBefore: 77)))
    }
    return FleetMinimized(all, in: "small")
  }

  private let root: JSONText

  init() throws {
    root = try JSONText(parsing: ProjectFiles.bytes("docs/fleet-report.schema.json"))
  }

  @Test func `a loss that is not known is a range, and no mode is best that may cost more`() {
    var best = FleetBest(
      comparedTraceCount: 2,
      costs: [.init(mode: .discardLocal, cost: 5), .init(mode: .recover, cost: 5, unknown: 3)])
    #expect(best.sentence == "best mode: recover, with a loss of 2 to 5 against 5 with discard")
    best.costs[1].cost = 6
    #expect(
      best.sentence
        == "which mode is best is not known: a loss of 5 with discard and 3 to 6 with recover")
    best.costs = [
      .init(mode: .discardLocal, cost: 9), .init(mode: .recover, cost: 6, unknown: 3),
      .init(mode: .recoverOrDiscard, cost: 6, unknown: 3),
    ]
    let ties = "best modes, which tie: recover and recover-or-discard, with a loss of 3 to 6"
    #expect(best.sentence == "\(ties) against 9 with discard")
    best.costs = [.init(mode: .discardLocal, cost: 5), .init(mode: .recover, cost: 5)]
    #expect(best.sentence == "all modes tie, with a loss of 5 each")
  }

  @Test(arguments: TestSeed.seeds(3))
  func `reports fit the schema`(seed: UInt64) throws {
    let schema = JSONSchema(root)
    #expect(schema.findings(in: try Self.pages(seed: seed).json) == [])
    #expect(schema.findings(in: FleetPages(try FleetReport.of([])).json) == [])
  }

  @Test func `the schema knows no member that no report has`() throws {
    let names = try Self.pages().json.memberNames
    #expect(root.schemaPropertyNames.subtracting(names) == [])
  }

  @Test(arguments: [
    ("mode", ResetMode.allCases.map(\.rawValue)),
    ("cluster.trigger.action", ServerAction.allCases.map(\.rawValue)),
    ("cluster.schemaChange", SchemaChange.Kind.allCases.map(\.rawValue)),
    ("change.direction", FleetTrend.Direction.allCases.map(\.rawValue)),
    ("breach.measure", FleetGate.Measure.allCases.map(\.rawValue)),
    ("breach.harm", HarmClass.allCases.map(\.rawValue)),
    ("error.kind", FleetFailure.Kind.allCases.map(\.rawValue)),
    (
      "notMinimized.reason",
      FleetFailure.Kind.allCases.map(\.rawValue) + [
        FleetSmallest.Miss.changed.reason, FleetSmallest.Miss.notShown.reason,
      ]
    ),
  ])
  func `the schema has all words of a vocabulary`(place: String, words: [String]) throws {
    var rule = try #require(root.member("$defs"))
    for (depth, step) in place.split(separator: ".").enumerated() {
      let members = depth == 0 ? rule : try #require(rule.member("properties"))
      rule = try #require(members.member(String(step)))
    }
    guard case .array(let listed)? = rule.member("enum") else {
      Issue.record("\(place) lists no words")
      return
    }
    #expect(Set(listed) == Set(words.map(JSONText.string)))
  }

  @Test func `each mode says of how many resets the traces do not show what others lost`() throws {
    var report = try Self.pages().report
    report.modes[0].othersNotKnownCount = 12_345
    let pages = FleetPages(report)
    guard case .array(let modes)? = pages.json.member("modes") else {
      Issue.record("the report has no modes")
      return
    }
    #expect(modes.first?.member("othersNotKnown") == .integer(12_345))
    let line = pages.text().split(separator: "\n").first { $0.contains("others not shown") }
    #expect(line?.contains("12345") == true)
  }

  @Test func `the text fits a terminal, but for the command lines that are to be copied`() throws {
    let text = try Self.pages().text(ReportTextOptions(isVerbose: true))
    let lines = text.split(separator: "\n")
    #expect(lines.count > 200)
    #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("    tracetool fleet") })
    for line in lines { #expect(!line.contains("nil") && !line.contains("Optional("), "\(line)") }
  }

  @Test func `a long list is cut, and all is there where it is asked for`() throws {
    let pages = try Self.pages()
    #expect(pages.report.clusters.count > FleetPages.listedClustersMax)
    func commands(_ options: ReportTextOptions) -> Int {
      pages.text(options).split(separator: "\n").count {
        $0.hasPrefix("    tracetool fleet") && $0.contains("root/")
      }
    }
    #expect(commands(ReportTextOptions()) == FleetPages.listedClustersMax)
    #expect(commands(ReportTextOptions(isVerbose: true)) == pages.report.clusters.count)
  }

  @Test func `the page has no scripts, says the same each time, and has every cluster`() throws {
    let pages = try Self.pages()
    let page = try ParsedHTML(pages.html())
    #expect(page.count(of: "script") == 0)
    #expect(pages.html() == pages.html())
    let commands = page.texts.filter { $0.hasPrefix("tracetool ") }
    // Three smallest traces, and the verb that made the page.
    #expect(commands.count == pages.report.clusters.count + 4)
    let ids = page.values(of: "id")
    #expect(Set(ids).count == ids.count)
    for heading in [
      FleetHeading.gate, FleetHeading.modes, FleetHeading.clusters, FleetHeading.byDefinition,
      FleetHeading.errors,
      FleetHeading.unanswered, FleetHeading.gaps, FleetHeading.badLines,
      FleetHeading.trend(since: "old.ndjson"),
    ] {
      #expect(page.texts.contains(heading), "\(heading)")
    }
  }

  @Test func `each form says where the smallest traces are, and why there is none`() throws {
    let pages = try Self.pages()
    let text = pages.text(ReportTextOptions(columns: 400))
    let page = try ParsedHTML(pages.html()).texts
    let rest = pages.report.clusters.count - 6
    for said in [
      "3 smallest traces in small; 3 clusters without one, for the reason given; "
        + "\(rest) more clusters not asked for.",
      "minimized: 0 of 77 records, 5 instructions",
      "minimized: 0 of 77 records, 5 instructions; a smaller one may exist",
      "not minimized: the trace could not be replayed (missing): offset 0x0: no such file",
      "not minimized: the trace has changed since its row was made",
      "not minimized: a replay of the trace does not show this",
    ] {
      #expect(text.contains(said), "\(said)")
      #expect(page.contains(said), "\(said)")
    }
    for cluster in pages.report.clusters[3..<6] {
      let path = "small/\(cluster.identifier).synctrace"
      #expect(text.contains(" \(path)\n"))
      #expect(page.contains { $0.hasPrefix("tracetool ") && $0.hasSuffix(" \(path)") })
    }
    var plain = pages
    plain.minimized = nil
    #expect(!plain.text().contains("minimized") && plain.json.member("minimized") == nil)
  }

  @Test func `the report begins with what each mode costs, and with what has no answer`() throws {
    func failed(_ name: String, _ reason: String) -> FleetRow {
      FleetRow(
        trace: FleetTrace(name: RealmString(name)), mode: nil,
        content: .failed(
          FleetFailure(.notReplayable, message: "no", reason: reason, exitCode: 65)))
    }
    let pages = FleetPages(
      try FleetReport.of([
        .losing(1, "a", mode: .discardLocal), .losing(9, "b", mode: .discardLocal),
        .losing(0, "c", mode: .discardLocal), .losing(0, "a", mode: .recover),
        .losing(2, "b", mode: .recover), .losing(0, "c", mode: .recover),
        failed("d", FleetFailure.faultNotFired), failed("e", FleetFailure.faultNotFired),
        failed("f", FleetFailure.nothingUnsynced),
      ]))
    for text in [pages.text(ReportTextOptions(columns: 400)), pages.markdown] {
      let sentences = [
        "discard costs 2 of 3 users 1 to 9 changes each; recover saves 1 of them.",
        "recover costs 1 of 3 users 2 changes.",
        "3 traces cannot answer: 2 without the moment of the fault and 1 without an unsynced change.",
      ]
      let places = sentences.map { text.ranges(of: $0).first?.lowerBound }
      #expect(places.allSatisfy { $0 != nil }, "\(text)")
      #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }
    #expect(pages.report.errorTraceCount == 0)
  }

  @Test func `a mode that loses nothing of anybody says so`() throws {
    let text = FleetPages(try FleetReport.of([.losing(0, "a", mode: .recover)])).text()
    #expect(text.contains("  - With recover, none of 1 user loses a change.\n"), "\(text)")
  }

  @Test func `of runs without a mode in common nothing is summed up`() throws {
    let older = try FleetReport.of([.losing(1, "a", mode: .discardLocal)])
    let report = try FleetReport.of([.losing(1, "a", mode: .recover)])
    let text = FleetPages(report, trend: ("old", report.trend(since: older))).text()
    #expect(text.contains("Nothing is compared") && !text.contains("Neither run"), "\(text)")
  }

  @Test func `what traces do not show is said in words`() throws {
    var row = FleetRow.losing(1, "a", mode: .recover)
    if case .replayed(var replay) = row.content {
      replay.resets[0].gaps = Gap.Kind.allCases.map { FleetCount($0, 1) }
      replay.unanswered = [
        FleetUnanswered(session: 2, action: .clientReset, reason: "noFreshState")
      ]
      row.content = .replayed(replay)
    }
    let text = FleetPages(try FleetReport.of([row])).text(ReportTextOptions(columns: 400))
    #expect(text.contains("the state of the last sync (missingBase): 1 trace"), "\(text)")
    #expect(text.contains("1 session without the server's data (noFreshState)"), "\(text)")
    for kind in Gap.Kind.allCases { #expect(text.contains(" (\(kind.rawValue)): 1 trace")) }
  }

  @Test func `a session that had no reset leaves its changes on the device`() throws {
    var row = FleetRow.losing(0, "a", mode: .manual, kind: .unsynced)
    if case .replayed(var replay) = row.content {
      replay.resets[0].result = .noReset
      replay.resets[0].changes = FleetReset.Changes(all: 3, inBackupOnly: 3)
      row.content = .replayed(replay)
    }
    let text = FleetPages(try FleetReport.of([row])).text()
    let sentence = "manual leaves 1 of 1 user with 3 changes on the device only."
    #expect(text.contains(sentence) && !text.contains("backup file"), "\(text)")
  }

  @Test func `what a mode does by definition has a heading of its own, after the rest`() throws {
    let text = FleetPages(
      try FleetReport.of([
        .losing(9, "a", mode: .discardLocal), .losing(1, "b", mode: .recover),
      ])
    ).text()
    let first = try #require(text.ranges(of: FleetHeading.clusters).first)
    let last = try #require(text.ranges(of: FleetHeading.byDefinition).first)
    let recover = try #require(text.ranges(of: "Inspection.notes with recover").first)
    let discard = try #require(text.ranges(of: "Inspection.notes with discard").first)
    #expect(first.lowerBound < recover.lowerBound && recover.lowerBound < last.lowerBound)
    #expect(last.lowerBound < discard.lowerBound)
  }

  @Test func `Markdown of a large fleet fits a comment on a pull request`() throws {
    let pages = try Self.pages()
    #expect(pages.markdown.utf8.count < 65_536)
    #expect(
      pages.markdown.ranges(of: "tracetool replay").count <= FleetPages.commentedClustersMax * 2)
  }

  @Test(arguments: [
    "<script>a</script>", "\"><img src=x>", "{{{style}}}", "\u{1B}[7m\n::error\u{202E}",
  ])
  func `what a row holds is text, in every form`(poison: String) throws {
    var row = FleetRow.losing(2, poison, mode: .recover, property: poison)
    if case .replayed(var replay) = row.content {
      replay.tool = poison
      replay.unanswered = [FleetUnanswered(session: 1, action: nil, reason: poison)]
      row.content = .replayed(replay)
    }
    let failed = FleetRow(
      trace: FleetTrace(name: RealmString(poison)), mode: nil,
      content: .failed(FleetFailure(.invalid, message: poison, exitCode: 65)))
    var tally = FleetTally()
    for row in [row, failed] { try tally.add(row) }
    tally.addBadLine(.init(path: poison, text: poison))
    let pages = FleetPages(tally.report(), root: poison)
    let page = try ParsedHTML(pages.html())
    #expect(page.count(of: "script") == 0 && page.count(of: "img") == 0)
    let text = pages.text()
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\n::error"))
    #expect(JSONSchema(root).findings(in: pages.json) == [])
  }

  @Test(.enabled(if: Chromium.path != nil, Comment(rawValue: Chromium.absence)))
  func `a browser draws it without complaint`() throws {
    let page = try Chromium.open(Self.pages().html())
    #expect(page.console == [])
    #expect(try ParsedHTML(page.document).count(of: "table") == 1)
  }
}
