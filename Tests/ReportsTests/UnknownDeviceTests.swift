import CampaignSupport
import Importers
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Replayer
@testable import Reports

/// What is said of a device whose transactions show only as its reset left them: never what the replay alone has.
@Suite struct UnknownDeviceTests {
  /// A recording of a reset before which the device uploaded nothing, or all that it had.
  private static func events(isShown: Bool) throws -> [Event] {
    let lines = try Vectors.lines(of: "demo/field-inspections.ndjson.zst")
    let vector = try #require(
      try lines.map { try ResetVector(parsing: $0) }.first {
        $0.expectation.result == .recovered && $0.base?.isEmpty == false && !$0.unsynced.isEmpty
      })
    var plan = LivedReset.Plan()
    plan.shownCount = isShown ? vector.unsynced.count : 0
    let recording = LivedReset(vector, plan)
    return recording.events
  }

  private static func replay(isShown: Bool) throws -> Replay {
    var replay = Replay()
    for event in try events(isShown: isShown) { replay.observe(event) }
    return replay
  }

  @Test(arguments: [true, false])
  func `There is no merge plan of it, and the report says why`(isShown: Bool) throws {
    let found = try Self.replay(isShown: isShown).resetsAndEnds()
    let report = ReplayReport(analyzing: found, of: "t", in: [.manual])
    let manual = try #require(report.reports.first)
    #expect((manual.mergePlan != nil) == isShown)
    #expect((manual.undoneByCopy != nil) == isShown)
    #expect((manual.mergePlanGap != nil) == !isShown)
    let (text, plans) = (
      report.text(ReportTextOptions(isVerbose: true, columns: 1000)), report.mergePlansJSON.text()
    )
    let isSaid = [text, plans].map { $0.contains("Not known: the device recovered") }
    #expect(isSaid == [!isShown, !isShown])
    #expect(plans.contains("operations") == isShown)
  }

  @Test(arguments: [true, false])
  func `What a reset leaves as it was is known only where the device is`(isShown: Bool) throws {
    var options = AnalysisOptions()
    options.listsServerChanges = true
    let found = try Self.replay(isShown: isShown).resetsAndEnds()
    let modes: [ResetMode] = [.manual, .recover, .discardLocal]
    let report = ReplayReport(analyzing: found, of: "t", in: modes, options: options)
    let read = try ReplayReport(parsing: Array(report.json.text().utf8))
    for reports in [report.reports, read.reports] {
      #expect(reports.map(\.mode) == modes)
      for report in reports {
        let isKnown = isShown || report.mode != .manual
        let observed = report.writes.map(\.observed) + report.observedPropertyValues.values
        #expect(!observed.isEmpty)
        for values in observed {
          #expect((values.after != nil) == isKnown && (values.device != nil) == isShown)
        }
        for element in report.writes.compactMap(\.element) where !isShown {
          #expect(element.device == nil && (isKnown || element.after == nil))
        }
        let changes = try #require(report.incoming?.changes)
        #expect(!changes.isEmpty)
        for change in changes {
          #expect((change.after != nil) == isKnown && (change.arrives != nil) == isKnown)
        }
      }
    }
    let text = ReplayReport(analyzing: found, of: "t", in: [.manual], options: options).text()
    #expect(text.contains("What the server has changed"))
    #expect(text.contains("since the last sync.") == !isShown, "\(text)")
  }

  @Test func `How the reset ended may not be known, and so what it left`() throws {
    var found = try Self.replay(isShown: true).resetsAndEnds()
    let known = ReplayReport(analyzing: found, of: "t", in: ResetMode.inOrder)
    found.all[0].gaps.append(Gap(.earlierReset))
    let open = ReplayReport(analyzing: found, of: "t", in: ResetMode.inOrder)
    #expect(known.reports.contains { !$0.collateral.isEmpty })
    for (known, open) in zip(known.reports, open.reports) {
      let isKnown = open.mode == .manual
      let observed = open.writes.map(\.observed) + open.observedPropertyValues.values
      #expect(!observed.isEmpty)
      #expect(observed.allSatisfy { ($0.after != nil) == isKnown && $0.device != nil })
      #expect(open.writes.allSatisfy { ($0.fate == .unknown) != isKnown })
      #expect(open.collateral.map(\.address) == known.collateral.map(\.address))
      #expect(open.collateral.allSatisfy { !$0.isCertain })
    }
  }

  @Test func `A golden says so, and one that had a digest is migrated`() throws {
    try GoldenSample.with([]) { folder in
      try folder.write(GoldenSample.trace(of: Self.events(isShown: false)), to: "t.synctrace")
      let all = {
        try GoldenFolder(paths: [folder.root], modes: [.manual, .recover], words: .plain)
      }
      #expect(GoldenRecording(try all()).run().verdicts.map(\.status) == [.recorded, .recorded])
      let name = "t.manual.golden"
      let golden = String(decoding: try folder.read(name), as: UTF8.self)
      let line = "\nstate       not known\ncollateral "
      #expect(golden.contains(line), "\(golden)")
      let recover = String(decoding: try folder.read("t.recover.golden"), as: UTF8.self)
      #expect(!recover.contains("not known\n"))
      #expect(GoldenCheck(try all()).run().isFine)
      try GoldenSample.edit(
        name, line,
        "\nstate       a77ffb94e222fbc2\n  c0526fc9a4f29b88 16 objects of A\ncollateral ",
        in: folder)
      let verdict = try #require(
        GoldenCheck(try all()).run().verdicts.first { $0.status == .failed })
      #expect(verdict.difference?.changes.map(\.what) == [.state])
      #expect(GoldenReview(try all()).accept().findings.isEmpty)
      #expect(String(decoding: try folder.read(name), as: UTF8.self) == golden)
    }
  }

  @Test(arguments: [true, false])
  func `What is pending has no values of it`(isShown: Bool) throws {
    let moments = try Self.replay(isShown: isShown).unsyncedData().all
    let reset = try #require(moments.first { $0.kind == .reset })
    #expect((reset.device != nil) == isShown)
    #expect(reset.gaps.contains(where: \.hidesDevice) != isShown)
    let properties = PendingChanges(reset).objects.flatMap(\.properties)
    #expect(!properties.isEmpty && properties.allSatisfy { ($0.now != nil) == isShown })
  }

  @Test(arguments: [true, false])
  func `The page of the session shows it only where it is known`(isShown: Bool) throws {
    let page = try SessionPageData(
      SessionPageSamples.page(of: Self.events(isShown: isShown)))
    let reset = try #require(page.resets.first)
    let manual = try #require(reset.modes.first { $0.name == "manual" })
    let recover = try #require(reset.modes.first { $0.name == "recover" })
    #expect((manual.after != nil) == isShown && recover.after != nil)
    let known = try #require(page.devices.first).known
    let ofDevice = zip(known["side"]!, known["isKnown"]!).filter { $0.0 == 0 }.map(\.1)
    #expect(ofDevice.last == (isShown ? 1 : 0))
  }

  @Test func `Of an app that began to record with something unsynced nothing is called nothing`()
    throws
  {
    let state = [Sample.schemaAndObject.encoded()]
    let events = Sample.events([
      .sessionStart(SessionStart(source: .live, name: "app")),
      .snapshot(Snapshot(role: .local, changesets: state)), .syncError(Sample.error),
      .snapshot(Snapshot(role: .fresh, changesets: state)),
    ])
    var replay = Replay()
    for event in events { replay.observe(event) }
    let report = ReplayReport(
      analyzing: try replay.resetsAndEnds(), of: "t", in: ResetMode.allCases)
    let text = report.text(ReportTextOptions(columns: 1000))
    #expect(text.contains("What this device had not uploaded is not known"))
    for word in ["othing was unsynced", "nothing is lost"] {
      #expect(!text.contains(word), "\(text)")
    }
    // Mode manual does nothing to what others wrote, whatever that is.
    for reset in report.reports {
      let isUntouched = reset.whatOthersLostWords == "untouched"
      #expect(isUntouched == (reset.mode == .manual), "\(reset.mode)")
    }
  }
}
