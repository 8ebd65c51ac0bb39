import ArgumentParser
import Campaigns
import Foundation
import Importers
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct MinimizeTests {
  let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  @Test func `the smallest trace and its scenario show the same when replayed`() throws {
    try TemporaryFolder.with { folder in
      let (small, scenario) = (folder.path("small.synctrace"), folder.path("small.json"))
      let run = try CommandRun([
        "minimize", demo, "--mode", "recover", "--keep", "superseded >= 1", "-o", small,
        "--scenario", scenario,
      ])
      #expect(run.status == .fine, "\(run.error)")
      #expect(run.lines[0].hasPrefix("138 instructions became 5"))
      let written = try JSONText(parsing: Array(folder.read("small.json")))
      guard case .object(let members) = written else { throw CancellationError() }
      #expect(
        members.map(\.name).filter { !["about", "error"].contains($0) }.prefix(5) == [
          "scenario", "name", "schema", "synced", "local",
        ])
      #expect(!written.text().contains(#""instruction""#), "\(written.text(.readable))")
      let again = folder.path("again.synctrace")
      #expect(try CommandRun(["import", "scenario", scenario, "-o", again]).status == .fine)
      for trace in [small, again] {
        let replay = try CommandRun(["replay", "--mode", "recover", trace])
        #expect(replay.output.contains("What became of each change: "), "\(replay.output)")
      }
    }
  }

  @Test func `an upload that the server has is still one in the scenario`() throws {
    try TemporaryFolder.with { folder in
      let upload = ProjectFiles.path("traces/scenarios/rs-42a-acknowledgement-lost.json")
      for (input, output) in [(upload, "small"), (folder.path("small.json"), "again")] {
        let run = try CommandRun([
          "minimize", input, "--mode", "recover", "--keep", "doubled >= 1", "-o",
          folder.path("\(output).synctrace"), "--scenario", folder.path("\(output).json"),
        ])
        #expect(run.status == .fine, "\(run.error)")
      }
    }
  }

  @Test func `the scenario of a restored server is as certain as its trace`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun([
        "minimize", ProjectFiles.path("traces/scenarios/rs-41-backup-restore.json"), "--mode",
        "recover", "--keep", "acknowledgedLost >= 1", "-o", folder.path("small.synctrace"),
        "--scenario", folder.path("small.json"),
      ])
      #expect(run.status == .fine, "\(run.error)")
      for name in ["small.synctrace", "small.json"] {
        let replay = try CommandRun(["replay", "--mode", "recover", folder.path(name)])
        #expect(replay.output.contains("drops 1 synced value"), "\(replay.output)")
      }
    }
  }

  @Test func `a scenario that does not show it is not written`() throws {
    try TemporaryFolder.with { folder in
      let path = "traces/scenarios/rs-02-same-field-conflict.json"
      let files = MinimizedFiles(
        candidate: .init(events: try Scenario(parsing: ProjectFiles.bytes(path)).events),
        question: .init(mode: .recover, .condition(try KeepCondition(parsing: "lost >= 9"))))
      #expect(throws: ScenarioWriterFailure.loses("lost >= 9")) {
        try files.writeScenario(to: AtomicFileSink(path: folder.path("small.json")))
      }
      #expect(try folder.names().isEmpty)
    }
  }

  @Test func `JSON says what became of it`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun([
        "minimize", demo, "--mode", "discard", "--keep", "lost >= 1", "-o",
        folder.path("small.synctrace"), "--format", "json",
      ])
      let json = try JSONText(parsing: Array(run.output.utf8))
      guard case .object(let members) = json else { throw CancellationError() }
      #expect(
        members.map(\.name) == [
          "version", "trace", "keeps", "instructionsBefore", "instructions", "records",
          "faultsBefore", "faults", "candidates", "complete", "command",
        ])
    }
  }

  @Test func `a plan becomes small with the trace, and the scenario shows the same under it`()
    throws
  {
    try TemporaryFolder.with { folder in
      let (small, plan) = (folder.path("small.synctrace"), folder.path("plan.json"))
      let scenario = folder.path("small.json")
      let run = try CommandRun([
        "minimize", demo, "--mode", "discard", "--keep", "failure = classesRemoved", "--fault",
        "after commit 5: remove-class class=Site", "--fault", "at step 12: crash", "-o", small,
        "--scenario", scenario, "--plan", plan,
      ])
      try #require(run.status == .fine, "\(run.error)")
      #expect(run.lines[0].hasSuffix("; 1 of 2 faults left"))
      #expect(
        run.lines[2]
          == "tracetool replay --mode discard --fault 'at reset: remove-class class=Site' \(small)")
      let again = folder.path("again.synctrace")
      #expect(try CommandRun(["import", "scenario", scenario, "-o", again]).status == .fine)
      for trace in [small, again] {
        let replay = try CommandRun([
          "replay", "--mode", "discard", "--fault-plan", plan, trace,
        ])
        #expect(replay.output.contains("the server lacks classes"), "\(replay.output)")
      }
    }
  }

  @Test func `the command line takes a trace for no option whose name begins with a dash`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun(
        built: [
          "minimize", demo, "--mode", "discard", "--keep", "lost >= 1", "--candidates", "50",
          "--output=-m.synctrace",
        ], in: folder)
      #expect(run.lines.last == "tracetool replay --mode discard ./-m.synctrace", "\(run.error)")
    }
  }

  @Test func `the document shows what the command prints`() throws {
    let example = try #require(DocumentedCommand.all(in: "docs/minimize.md").first)
    try TemporaryFolder.with { folder in
      let run = try CommandRun(
        example.arguments.map { argument in
          argument.hasPrefix("traces/")
            ? ProjectFiles.path(argument)
            : argument.hasPrefix("small") ? folder.path(argument) : argument
        })
      #expect(run.output.replacing(folder.root + "/", with: "") == example.output + "\n")
    }
  }

  @Test func `a plan to write needs faults`() throws {
    let error = try #require(throws: (any Error).self) {
      try Tracetool.parseAsRoot([
        "minimize", demo, "--mode", "recover", "--keep", "lost >= 1", "-o", "x", "--plan", "y",
      ])
    }
    #expect(Tracetool.message(for: error).contains("no fault was given"))
  }

  @Test(arguments: ["-o", "--scenario", "--plan"])
  func `an output that exists is refused before the search`(option: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("old".utf8), to: "old")
      // No reset shows it, so that a search would end with that.
      var verb = ["minimize", demo, "--mode", "discard", "--keep", "recovered >= 1"]
      if option == "--plan" { verb += ["--fault", "at reset: client-reset code=208"] }
      if option != "-o" { verb += ["-o", folder.path("small.synctrace")] }
      let run = try CommandRun(verb + [option, folder.path("old")])
      #expect(run.status == .cannotCreate, "\(run.error)")
      #expect(run.error.contains("old` exists already"), "\(run.error)")
      #expect(try folder.names() == ["old"] && folder.read("old") == Array("old".utf8))
    }
  }

  @Test func `a thing that does not show is said not to, and nothing is written`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun([
        "minimize", demo, "--mode", "discard", "--keep", "recovered >= 1", "-o",
        folder.path("small.synctrace"),
      ])
      #expect(run.status == .foundProblems)
      #expect(run.error.contains("shows recovered >= 1"))
      #expect(try folder.names().isEmpty)
    }
  }

  @Test func `the input is never written to, and a condition has to make sense`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "in.synctrace")
      let input = folder.path("in.synctrace")
      let onto = try CommandRun([
        "minimize", input, "--mode", "discard", "--keep", "lost >= 1", "-o", input, "--force",
      ])
      #expect(onto.status == .cannotCreate)
      #expect(onto.error.contains("never changes"))
      let failure = #expect(throws: (any Error).self) {
        _ = try CommandRun([
          "minimize", input, "--mode", "discard", "--keep", "lots >= 1", "-o", folder.path("out"),
        ])
      }
      #expect(failure.map { Tracetool.message(for: $0) }?.contains("one of recovered") == true)
    }
  }
}
