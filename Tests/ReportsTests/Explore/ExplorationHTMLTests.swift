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

  @Test func `every cell leads to the command line that shows it`() async throws {
    let exploration = try await exploration()
    let page = try ParsedHTML(exploration.html(trace: "a.synctrace"))
    let cells = exploration.rows.flatMap(\.cells).compactMap(\.self)
    #expect(cells.count > 20)
    let ids = page.values(of: "id")
    #expect(Set(ids).count == ids.count)
    let targets = page.values(of: "href").filter { $0.hasPrefix("#") && $0 != "#main" }
    #expect(targets.count == cells.count)
    #expect(targets.allSatisfy { ids.contains(String($0.dropFirst())) })
    let commands = page.texts.filter { $0.hasPrefix("tracetool replay") }
    #expect(commands.count == cells.count + exploration.clusters.count)
    for cell in cells { #expect(page.texts.contains(cell.word)) }
  }

  @Test func `what does not fit three screens is folded, and so is every command`() async throws {
    let exploration = try await exploration()
    let page = try ParsedHTML(exploration.html(trace: "a.synctrace"))
    // A folded command a kind, the examples, and more kinds and faults where there are many.
    let more = [exploration.clusters.count > 10, exploration.rows.count > 16].count { $0 }
    #expect(page.count(of: "details") == exploration.clusters.count + 1 + more)
    #expect(more > 0)
  }

  @Test func `the page has no scripts, and says the same each time`() async throws {
    let exploration = try await exploration()
    let page = exploration.html(trace: "a.synctrace")
    #expect(try ParsedHTML(page).count(of: "script") == 0)
    #expect(exploration.html(trace: "a.synctrace") == page)
  }

  @Test func `names are links where the documents are published`() async throws {
    let page = try await ParsedHTML(
      exploration().html(trace: "a.synctrace", documentation: "https://example.org/docs/"))
    let links = page.values(of: "href").filter { $0.hasPrefix("https:") }
    let document = try String(decoding: ProjectFiles.bytes("docs/faults.md"), as: UTF8.self)
    let headings = document.split(separator: "\n").filter { $0.hasPrefix("### ") }
      .map { $0.dropFirst(4) }
    #expect(!links.isEmpty)
    for link in links {
      let anchor = try #require(link.split(separator: "#").last)
      #expect(link == "https://example.org/docs/faults.md#\(anchor)")
      #expect(headings.contains(anchor))
    }
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
    #expect(try ParsedHTML(page.document).count(of: "table") > 1)
  }
}
