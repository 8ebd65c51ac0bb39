import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct ExploreTests {
  private let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  private func explore(_ options: [String]) async throws -> CommandRun {
    try await CommandRun(
      running: ["explore", demo, "--mode", "recover", "--minimize-count", "3"] + options
        + ["--faults", "recovery-disabled,remove-property"])
  }

  @Test func `the smallest traces are written with their plans, scenarios and command lines`()
    async throws
  {
    try await TemporaryFolder.during { folder in
      let root = folder.path("found")
      let run = try await explore(["--minimize", root])
      #expect(run.status == .fine, "\(run.error)")
      let names = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
      #expect(names.count { $0.hasSuffix(".synctrace") } == 3)
      #expect(names.count { $0.hasSuffix(".scenario.json") } == 3)
      let page = String(decoding: try folder.read("found/README.md"), as: UTF8.self)
      let commands = page.split(separator: "\n").filter { $0.hasPrefix("    tracetool replay") }
      #expect(commands.count == 3)
      for command in commands {
        #expect(run.output.contains(command))
        let words = DocumentedCommand.words(command.dropFirst("    tracetool ".count))
        let replay = try CommandRun(words)
        #expect([.fine, .foundProblems].contains(replay.status), "\(replay.error)")
      }
      // The folder is one of golden traces as it stands.
      let golden = try await CommandRun(running: ["golden", "record", root, "--mode", "recover"])
      #expect(golden.status == .fine, "\(golden.output)")
    }
  }

  @Test func `JSON names them`() async throws {
    try await TemporaryFolder.during { folder in
      let run = try await explore(["--minimize", folder.path("found"), "--format", "json"])
      let json = try JSONText(parsing: Array(run.output.utf8))
      guard case .array(let minimized)? = json.member("minimized") else {
        Issue.record("nothing was minimized")
        return
      }
      #expect(minimized.count == 3)
      #expect(minimized.allSatisfy { $0.member("command") != nil && $0.member("problem") != nil })
    }
  }

  @Test func `a folder with something in it is left alone`() async throws {
    try await TemporaryFolder.during { folder in
      try folder.write([1], to: "mine")
      let run = try await explore(["--minimize", folder.root])
      #expect(run.status == .cannotCreate)
      #expect(run.error.contains("hint: name a new or empty folder"))
      #expect(try folder.names() == ["mine"])
    }
  }

  @Test func `an exploration that comes to nothing leaves no folder behind`() async throws {
    try await TemporaryFolder.during { folder in
      try folder.write(Array("no trace".utf8), to: "other")
      let run = try await CommandRun(
        running: ["explore", folder.path("other"), "--minimize", folder.path("found")])
      #expect(run.status == .badInput)
      #expect(try folder.names() == ["other"])
      let inside = try await explore(["--minimize", folder.path("other/found")])
      #expect(inside.status == .cannotCreate)
    }
  }
}
