import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct ReplayTests {
  let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  func reports(_ run: CommandRun) throws -> [[String: Any]] {
    let whole = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    return try #require(whole["reports"] as? [[String: Any]])
  }

  @Test func `the README opens with what the command really prints`() throws {
    let readme = String(decoding: try ProjectFiles.bytes("README.md"), as: UTF8.self)
    let transcript = try #require(readme.components(separatedBy: "```console\n").dropFirst().first)
      .components(separatedBy: "\n```")[0]
    let run = try CommandRun(["replay", "--mode", "discard", demo])
    let command = "$ tracetool replay --mode discard traces/field-inspections.synctrace\n"
    #expect(transcript == command + run.output.trimmingCharacters(in: .newlines))
  }

  @Test func `the demo replays as the device did it`() throws {
    let run = try CommandRun(["replay", "--mode", "discard", "--format", "json", demo])
    #expect(run.status == .fine)
    let report = try #require(try reports(run).first)
    #expect(report["result"] as? String == "discarded")
  }

  @Test(arguments: [
    "discard", "DiscardLocal", "discardUnsyncedChanges", "discard-unsynced-changes",
    "discard_local",
  ])
  func `the mode is spelled as any SDK spells it`(mode: String) throws {
    #expect(try CommandRun(["replay", "--mode", mode, demo]).status == .fine)
  }

  @Test func `every reset of a capture is reported, or those of one session`() throws {
    let capture = ProjectFiles.path("traces/local-changes-when-offline.synctrace")
    let all = try CommandRun(["replay", "--mode", "discard", "--format", "json", capture])
    #expect(try reports(all).count == 2)
    let one = try CommandRun(
      ["replay", "--mode", "discard", "--session", "5", "--format", "json", capture])
    #expect(try reports(one).count == 1)
    #expect(
      try CommandRun(["replay", "--mode", "discard", "--session", "99", capture]).status == .usage)
  }

  @Test func `a capture's report says what the wire does not show`() throws {
    let capture = ProjectFiles.path("traces/local-changes-when-offline.synctrace")
    let run = try CommandRun(["replay", "--mode", "discard", "--session", "1", capture])
    #expect(run.output.contains("only what crossed the wire is known"))
  }

  @Test func `a trace without a reset is said to have none`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("quiet.synctrace")
      let capture = ProjectFiles.path("Tests/Vectors/wire/Sync_Replication.ndjson")
      #expect(try CommandRun(["import", "capture", capture, "-o", trace]).status == .fine)
      let run = try CommandRun(["replay", "--mode", "discard", trace])
      #expect(run.status == .badInput)
      #expect(run.error.contains("nothing in this trace asks for a client reset"))
    }
  }

  @Test func `color is for terminals`() throws {
    var terminal = Console.Surroundings()
    terminal.outputIsTerminal = true
    let arguments = ["replay", "--mode", "discard", demo]
    #expect(try CommandRun(arguments, surroundings: terminal).output.contains("\u{1B}["))
    #expect(try !CommandRun(arguments).output.contains("\u{1B}["))
    terminal.noColor = "1"
    #expect(try !CommandRun(arguments, surroundings: terminal).output.contains("\u{1B}["))
    let forced = try CommandRun(arguments + ["--color", "always"], surroundings: terminal)
    #expect(forced.output.contains("\u{1B}["))
  }
}

/// The committed traces are what `make traces` makes of the data in the repository.
@Suite struct ProjectTraceTests {
  @Test func `making the traces anew gives the same records`() throws {
    try TemporaryFolder.with { folder in
      let process = Process()
      process.executableURL = URL(filePath: ProjectFiles.path("scripts/make-traces"))
      process.arguments = [
        ProcessTests.binary.path(percentEncoded: false), folder.root,
      ]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      for trace in try ProjectFiles.paths(in: "traces", suffix: ".synctrace") {
        let name = try #require(trace.split(separator: "/").last)
        let made = try CommandRun(["cat", "--format", "json", folder.path(String(name))])
        let kept = try CommandRun(["cat", "--format", "json", ProjectFiles.path(trace)])
        #expect(made.output == kept.output, "\(trace)")
      }
    }
  }
}
