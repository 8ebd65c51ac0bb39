import ArgumentParser
import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// Goldens with fault plans, on the command line.
@Suite struct GoldenPlanTests {
  private static let backup = ["--fault", "at reset: restore-backup version=1", "--plan", "backup"]

  /// A folder with the demo and its goldens, without and with a plan.
  private static func with(_ body: (TemporaryFolder) async throws -> Void) async throws {
    try await GoldenTests.with { folder in
      let recorded = try await GoldenTests.run("record", folder, backup)
      #expect(recorded.status == .fine, "\(recorded.error)")
      #expect(recorded.lines.last == "1 trace, 2 goldens: 2 recorded")
      try await body(folder)
    }
  }

  @Test func `goldens with faults go through record, check, diff and accept`() async throws {
    try await Self.with { folder in
      let fine = try await GoldenTests.run("check", folder)
      #expect(fine.output == "1 trace, 4 goldens: 4 the same\n")
      let one = try await GoldenTests.run("check", folder, ["--plan", "backup"])
      #expect(one.output == "1 trace, 2 goldens: 2 the same\n")
      let plan = #"{"faultPlan": 1, "faults": [{"event": "reset", "fault": "recovery-disabled"}]}"#
      try folder.write(Array(plan.utf8), to: "demo.backup.faults.json")
      let changed = try await GoldenTests.run("check", folder)
      #expect(changed.status == .foundProblems)
      #expect(changed.lines.last == "1 trace, 4 goldens: 2 the same, 2 of another plan")
      #expect(changed.output.contains("the fault `at reset: recovery-disabled` is new"))
      #expect(changed.lines.filter { !$0.contains(folder.root) }.allSatisfy { $0.count <= 80 })
      #expect(try await GoldenTests.run("diff", folder).status == .foundProblems)
      #expect(try await GoldenTests.run("accept", folder, ["--plan", "backup"]).status == .fine)
      #expect(try await GoldenTests.run("check", folder).status == .fine)
    }
  }

  @Test func `a plan of a file is named as the file`() async throws {
    try await GoldenTests.with { folder in
      let plan = #"{"faultPlan": 1, "faults": [{"event": "step", "number": 9, "fault": "crash"}]}"#
      try folder.write(Array(plan.utf8), to: "crash-9.json")
      let run = try await GoldenTests.run(
        "record", folder, ["--fault-plan", folder.path("crash-9.json")])
      #expect(run.status == .fine, "\(run.error)")
      #expect(try folder.names().contains("demo.crash-9.recover.golden"))
      #expect(try folder.names().contains("demo.crash-9.faults.json"))
    }
  }

  @Test func `faults without a name are named by what they are`() async throws {
    try await GoldenTests.with { folder in
      let run = try await GoldenTests.run(
        "record", folder,
        ["--fault", "at reset: recovery-disabled", "--fault", "at step 12: crash"])
      #expect(run.status == .fine, "\(run.error)")
      #expect(try folder.names().contains("demo.recovery-disabled+crash.recover.golden"))
    }
  }

  @Test func `another plan of the name is left alone, with a hint`() async throws {
    try await Self.with { folder in
      let run = try await GoldenTests.run(
        "record", folder, ["--fault", "at step 9: crash", "--plan", "backup"])
      #expect(run.status == .foundProblems)
      #expect(run.error.contains("hint: `--force` replaces goldens"))
      #expect(try await GoldenTests.run("check", folder).status == .fine)
    }
  }

  @Test func `a plan whose goldens would be another trace's is refused`() async throws {
    try await GoldenTests.with { folder in
      try folder.write(try folder.read("demo.synctrace"), to: "demo.b.synctrace")
      let run = try await GoldenTests.run(
        "record", folder, ["--fault", "at step 9: crash", "--plan", "b"])
      #expect(run.status == .usage)
      #expect(run.error.contains("hint: choose another name"))
      #expect(try !folder.names().contains("demo.b.faults.json"))
    }
  }

  @Test(arguments: ["../up", "", ".hidden", "a b", "end."])
  func `a name that no file should have is refused`(name: String) throws {
    let error = try #require(throws: (any Error).self) {
      try Tracetool.parseAsRoot(["golden", "record", "traces", "--plan", name])
    }
    #expect(Tracetool.fullMessage(for: error).contains("a plan's name has at most 64"))
  }

  @Test func `a plan that no trace has is said`() async throws {
    try await GoldenTests.with { folder in
      let run = try await GoldenTests.run("check", folder, ["--plan", "none"])
      #expect(run.status == .noInput)
      #expect(run.error.contains("no traces with a fault plan `none` in"))
    }
  }

  @Test func `a report is never written over a plan`() async throws {
    try await Self.with { folder in
      let path = folder.path("demo.backup.faults.json")
      let run = try await GoldenTests.run("check", folder, ["--report", "junit=\(path)"])
      #expect(run.status == .cannotCreate)
      #expect(run.error.contains("is the input, which tracetool never changes"))
      #expect(
        run.error.contains("hint: write to another file; in a folder that is read, every file is"))
    }
  }
}
