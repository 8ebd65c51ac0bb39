import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Analyzer
@testable import Reports

/// What the page of a session has: held to the states and reports that it is made of.
@Suite(.timeLimit(.minutes(3))) struct SessionPageTests {
  /// Scenarios, and what was recorded: from the inside and on the wire.
  private static let samples = Result {
    let scenarios = try ScenarioFiles.paths().enumerated().filter { $0.offset % 7 == 0 }.map {
      ($0.element, try Scenario(parsing: ProjectFiles.bytes($0.element)).events)
    }
    return scenarios + [
      ("demo", try SessionPageSamples.demo()), ("clients", try SessionPageSamples.clients()),
    ]
  }

  private static func replay(_ events: [Event]) -> Replay {
    events.reduce(into: Replay()) { $0.observe($1) }
  }

  private func named(_ state: RealmState?) -> [String: String] {
    var values: [String: String] = [:]
    for schema in state?.classes ?? [] where schema.kind != .embedded {
      for key in state?.keys(of: schema.name) ?? [] {
        for entry in state?.object(key, of: schema.name) ?? [] {
          let keyText = if case .string(let text) = key { text.quotedText } else { key.shortText }
          let name = "\(schema.name.nameText) \(keyText) \(entry.key.nameText)"
          values[name] = entry.value.text(columns: 1 << 40)
        }
      }
    }
    return values
  }

  @Test func `Both sides have at every event what the replay has there`() throws {
    var pointCount = 0
    for (name, events) in try Self.samples.get() {
      let data = try SessionPageData(SessionPageSamples.page(of: events))
      for (device, file) in Self.replay(events).tracedFiles().enumerated() {
        guard let timeline = try? file.timeline.get() else { continue }
        let last = Dictionary(timeline.points.map { ($0.sequence, $0) }) { $1 }
        for point in last.values {
          let event = try #require(data.events["sequence"]?.firstIndex(of: Int(point.sequence)))
          for (side, state) in [point.client, point.server].enumerated() where state != nil {
            #expect(
              data.values(of: device, side: side, after: event) == named(state),
              "\(name): record \(point.sequence), side \(side)")
            pointCount += 1
          }
        }
      }
    }
    #expect(pointCount > 300)
  }

  @Test func `After a reset the device has in each mode what the replay gives it`() throws {
    var modeCount = 0
    for (name, events) in try Self.samples.get() {
      let data = try SessionPageData(SessionPageSamples.page(of: events))
      guard let found = try? Self.replay(events).resetsAndEnds().all else { continue }
      for (due, reset) in zip(found, data.resets) where due.isReset {
        let device = try #require(
          Self.replay(events).tracedFiles().firstIndex { $0.sessions.contains(due.session) })
        #expect(reset.modes.count == ResetMode.inOrder.count)
        for (mode, shown) in zip(ResetMode.inOrder, reset.modes) {
          let after = due.outcome(mode: mode).result.after
          #expect(
            data.values(after: reset, in: shown, of: device) == named(after),
            "\(name), \(mode.optionName)")
          modeCount += 1
        }
      }
    }
    #expect(modeCount > 60)
  }

  @Test func `What is marked as unsynced is what the timeline has as unsynced`() throws {
    for (name, events) in try Self.samples.get() {
      let data = try SessionPageData(SessionPageSamples.page(of: events))
      for (device, file) in Self.replay(events).tracedFiles().enumerated() {
        guard let timeline = try? file.timeline.get() else { continue }
        let table = data.devices[device].transactions
        let last = Dictionary(timeline.points.map { ($0.sequence, $0) }) { $1 }
        for point in last.values {
          let event = try #require(data.events["sequence"]?.firstIndex(of: Int(point.sequence)))
          let open = zip(table["event"]!, table["end"]!).filter { begin, end in
            begin <= event && (end < 0 || event < end)
          }
          let expected = timeline.unsyncedIndexes(at: point)
          #expect(open.count == expected.count, "\(name): record \(point.sequence)")
        }
      }
    }
  }

  @Test func `The outcomes are those of the report, in its words`() throws {
    let events = try SessionPageSamples.demo()
    let data = try SessionPageData(SessionPageSamples.page(of: events))
    let comparison = ReplayReport(
      analyzing: try Self.replay(events).resetsAndEnds(), of: "x", in: ResetMode.inOrder
    ).resets[0]
    for (report, mode) in zip(comparison.reports, data.resets[0].modes) {
      #expect(mode.name == report.mode.optionName)
      let outcomes = mode.outcomes
      #expect(outcomes["cell"]?.count == report.writes.count)
      #expect(outcomes["reason"]!.map { data.texts[$0] } == report.writes.map(\.reason.words))
      #expect(mode.overwritten["cell"]?.count == report.overwrittenPlaces.count)
      #expect(mode.steps.isEmpty == report.story.attempts.isEmpty)
    }
  }

  @Test func `A merge in the life of a value says with what, and by which rule`() throws {
    let events = try SessionPageSamples.merged()
    let data = try SessionPageData(SessionPageSamples.page(of: events))
    var count = 0
    for (device, file) in Self.replay(events).tracedFiles().enumerated() {
      guard let timeline = try? file.timeline.get() else { continue }
      let merges = MergesReport.Session(timeline)
      let told = data.devices[device].merges
      for write in merges.writes {
        let address = try #require(write.lost.write?.address)
        let key = try #require(address.object)
        let cell =
          "\(address.className.nameText) \(key.shortText) \(address.property?.nameText ?? "")"
        let words = told["cell"]!.indices.filter {
          data.cells[told["cell"]![$0]] == cell
            && data.events["sequence"]![told["event"]![$0]] == Int(write.sequence)
        }.map { data.texts[told["words"]![$0]] }
        #expect(
          words.contains {
            $0.contains(write.words) && $0.hasSuffix("(\(write.rule.rawValue))")
          }, "\(cell): \(words)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test func `Whether two sides differ is asked of the values and not of their texts`() throws {
    let scenario = ScenarioOutcome.sessionFile(
      """
      "local": [{"operations": [{"update": ["T", 1], "set": {"v": 1}}]}],
      "serverChanges": [{"operations": [{"update": ["T", 1], "set": {"v": 1, "s": "x"}}]}]
      """)
    let events = try ScenarioOutcome.events(Array(scenario.utf8))
    let data = try SessionPageData(SessionPageSamples.page(of: events))
    let changes = data.devices[0].changes
    var last: [String: Int] = [:]
    for row in changes["cell"]!.indices where changes["event"]![row] <= data.resets[0].event {
      last[data.cells[changes["cell"]![row]]] = changes["differs"]![row]
    }
    #expect(last["T 1 v"] == 0 && last["T 1 s"] == 1)
  }

  @Test func `A part of a session begins with what was there before it`() throws {
    let events = try SessionPageSamples.demo()
    let whole = try SessionPageData(SessionPageSamples.page(of: events))
    for first in [UInt64(3), 8, 11] {
      let extent = SessionPage.Extent(sequences: first ... .max)
      let part = try SessionPageData(SessionPageSamples.page(of: events, extent))
      #expect(part.events["sequence"]?.first == Int(first))
      let count = try #require(part.events["sequence"]?.count)
      let shift = try #require(whole.events["sequence"]?.firstIndex(of: Int(first)))
      for event in -1..<count {
        for side in 0...1 {
          #expect(
            part.values(of: 0, side: side, after: event)
              == whole.values(of: 0, side: side, after: event + shift), "\(first), \(event)")
        }
      }
    }
  }

  @Test func `A class is shown alone`() throws {
    let extent = SessionPage.Extent(classes: [RealmString("Inspection")])
    let page = SessionPageSamples.page(of: try SessionPageSamples.demo(), extent)
    let cells = try SessionPageData(page).cells
    #expect(!cells.isEmpty && cells.allSatisfy { $0.hasPrefix("Inspection ") })
    #expect(page.contains(SessionWords.part))
  }

  @Test func `The same events give the same bytes, and every device has a name`() throws {
    let events = try SessionPageSamples.clients()
    let pages = (0..<3).map { _ in SessionPageSamples.page(of: events) }
    #expect(Set(pages).count == 1)
    let data = try SessionPageData(pages[0])
    #expect(data.devices.count > 2 && !data.devices.contains { $0.name.isEmpty })
  }

  @Test(.slow) func `Ten thousand events make a page of at most three times the trace`() throws {
    let events = try SessionPageSamples.long(10_000)
    let page = SessionPageSamples.page(of: events)
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    for event in events { try writer.append(event) }
    try writer.finish()
    let traceSize = Int(try TraceFiles.read(sink.bytes).reader.recordsSize)
    #expect(page.utf8.count <= 3 * traceSize, "\(page.utf8.count) of \(traceSize)")
  }

  // MARK: The page

  @Test func `The policy allows the page's own script and styles, and nothing else`() throws {
    let page = try ParsedHTML(SessionPageSamples.page(of: SessionPageSamples.demo()))
    let policy = try #require(page.values(of: "content").first { $0.hasPrefix("default-src") })
    for asset in HTMLAssets.session.styles + HTMLAssets.session.scripts {
      let source = try SHA256Command.policySource(of: asset.text)
      #expect(policy.contains("'\(source)'"), "HTMLAssets is to name \(source)")
    }
    #expect(!policy.contains("unsafe"))
    #expect(!page.attributes.contains { $0.name == "style" || $0.name.hasPrefix("on") })
    let identifiers = page.values(of: "id")
    #expect(Set(identifiers).count == identifiers.count)
    #expect(Set(page.values(of: "aria-labelledby")).subtracting(identifiers).isEmpty)
    #expect(page.count(of: "h1") == 1)
  }

  @Test func `Of a session that is still recorded the page asks its own server, and no one else`()
    throws
  {
    let state = #"/tmp/"><script>.synctrace 17"#
    let html = SessionPage().html(of: Replay(), trace: "", live: state)
    let page = try ParsedHTML(html)
    let policy = try #require(page.values(of: "content").first { $0.hasPrefix("default-src") })
    #expect(policy.contains("connect-src 'self'"))
    #expect(!HTMLAssets.session.policy.contains("connect-src"))
    for asset in HTMLAssets.liveSession.styles + HTMLAssets.liveSession.scripts {
      let source = try SHA256Command.policySource(of: asset.text)
      #expect(policy.contains("'\(source)'"), "HTMLAssets is to name \(source)")
    }
    #expect(page.values(of: "data-state") == [state])
    #expect(page.count(of: "script") == 3)
  }

  @Test func `Why a session is not drawn is said`() throws {
    let page = try ParsedHTML(SessionPage.html(saying: ["too large", "`view a <b>` draws a part"]))
    #expect(page.texts.contains("too large") && page.texts.contains("view a <b>"))
  }

  @Test func `Hostile names stay text`() throws {
    let names = HostileText.samples + ["__proto__", "constructor", ""]
    for name in names {
      let html = SessionPageSamples.page(of: try SessionPageSamples.hostile(name))
      let page = try ParsedHTML(html)
      #expect(page.count(of: "script") == 2 && page.count(of: "img") == 0)
      // Longer names of classes and properties are none.
      if (1...50).contains(name.utf8.count) { #expect(try SessionPageData(html).resets.count == 1) }
    }
  }
}
