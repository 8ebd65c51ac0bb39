import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// `tracetool merges` and `tracetool replay --all-clients`.
@Suite struct MergesTests {
  static let clients = ProjectFiles.path("traces/three-clients.synctrace")

  @Test func `what both sides did alike is counted, and told with both sides in JSON`() throws {
    let run = try CommandRun(["merges", "--session", "6", "--format", "json", Self.clients])
    #expect(run.status == .fine, "\(run.error)")
    let session = try #require(JSONText(parsing: run.outputBytes)["sessions"]?.list.first)
    let writes = session["writes"]?.list ?? []
    #expect(writes.count == 20)
    #expect(writes.allSatisfy { $0["fate"] == .string("redundant") })
    #expect(writes.allSatisfy { $0["lost"]?["class"] == $0["other"]?["class"] })
    let text = try CommandRun(["merges", "--session", "6", Self.clients]).output
    #expect(text.contains("  10 writes had been made on both sides"), "each is dropped twice")
  }

  @Test func `the clients of one server are in one file, and those that are in step agree`() throws
  {
    let run = try CommandRun(["replay", "--all-clients", "--format", "json", Self.clients])
    #expect(run.status == .fine, "\(run.error)")
    let files = try JSONText(parsing: run.outputBytes)["files"]?.list ?? []
    #expect(files.count == 1)
    let agreements = files.first?["agreements"]?.list ?? []
    #expect(agreements.count == 5 && agreements.allSatisfy { $0["same"] == .bool(true) })
  }

  @Test func `what a trace does not show is not called undropped, nor nothing unsynced`() throws {
    let demo = ProjectFiles.path("traces/field-inspections.synctrace")
    let hidden = try CommandRun(["merges", demo])
    func text(_ run: CommandRun) -> String {
      run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(text(hidden).contains("What merges dropped is not known"), "\(hidden.output)")
    #expect(hidden.status == .dataLost)
    let json = try JSONText(parsing: CommandRun(["merges", "--format", "json", demo]).outputBytes)
    #expect(json["sessions"]?.list.first?["mergesKnown"] == .bool(false))
    let wire = try CommandRun(["merges", "--session", "6", Self.clients])
    #expect(text(wire).contains("was dropped, as far as the trace shows."), "\(wire.output)")
    #expect(wire.status == .fine)
    let clients = try CommandRun(["replay", "--all-clients", Self.clients])
    #expect(text(clients).contains("nothing unsynced that the trace shows"), "\(clients.output)")
  }

  @Test func `clients of several traces are put side by side`() throws {
    let run = try CommandRun(
      ["replay", "--all-clients", "--format", "json", Self.clients, Self.clients])
    let clients =
      try JSONText(parsing: run.outputBytes)["files"]?.list.first?["clients"]?.list ?? []
    #expect(clients.map { $0["trace"]?.text() }.count == 10)
    #expect(Set(clients.compactMap { $0["trace"]?.text() }) == ["0", "1"])
  }

  @Test(arguments: [
    ["replay", "--write-state", "-", clients, clients],
    ["replay", "--all-clients", "--mode", "recover", clients],
  ])
  func `what does not go together is refused`(arguments: [String]) async {
    #expect(await CommandRun(line: arguments).status == .usage)
  }

  @Test func `a form that there is not is refused`() throws {
    let run = try CommandRun(["replay", "--all-clients", "--format", "html", Self.clients])
    #expect(run.status == .usage)
    #expect(run.error.contains("--all-clients"))
  }

  @Test func `a trace without messages has no clients to put side by side`() throws {
    let demo = ProjectFiles.path("traces/field-inspections.synctrace")
    let run = try CommandRun(["replay", "--all-clients", demo])
    #expect(run.status == .badInput)
    #expect(run.error.contains("and captures"))
  }
}
