import RealmModel
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Campaigns
@testable import Reports

@Suite(.slow) struct ExplorationHTMLTests {
  private func exploration() async throws -> Exploration {
    let reader = try TraceReader(
      path: ProjectFiles.path("traces/field-inspections.synctrace"))
    var replay = Replay()
    while let event = try reader.next() { replay.observe(event) }
    return try await Exploration.run(replay, Exploration.Options(budget: 200, seed: 1))
  }

  @Test func `every cell has the command line that shows it`() async throws {
    let exploration = try await exploration()
    let page = try ParsedHTML(exploration.html(trace: "a.synctrace"))
    let cells = exploration.rows.flatMap(\.cells).compactMap(\.self)
    #expect(cells.count > 20)
    let commands = page.texts.filter { $0.hasPrefix("tracetool replay") }
    #expect(commands.count == cells.count + exploration.clusters.count)
    for cell in cells { #expect(page.texts.contains(cell.word)) }
  }

  @Test func `the page has no scripts, and says the same each time`() async throws {
    let exploration = try await exploration()
    let page = exploration.html(trace: "a.synctrace")
    #expect(try ParsedHTML(page).count(of: "script") == 0)
    #expect(exploration.html(trace: "a.synctrace") == page)
  }

  @Test func `the name of a trace is text, whatever is in it`() async throws {
    let page = try await ParsedHTML(
      exploration().html(trace: #"<script>"a"</script>\u{202E}"#))
    #expect(page.count(of: "script") == 0)
    #expect(page.texts.contains { $0.contains("<script>") })
  }

  @Test(.enabled(if: Chromium.path != nil, Comment(rawValue: Chromium.absence)))
  func `a browser draws it without complaint`() async throws {
    let page = try await Chromium.open(exploration().html(trace: "a.synctrace"))
    #expect(page.console == [])
    #expect(try ParsedHTML(page.document).count(of: "table") == 1)
  }
}
