import ArgumentParser
import FaultPlans
import Foundation
import RealmModel
import RecordingProxy
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct FaultsTests {
  private static let trace = ProjectFiles.path("traces/field-inspections.synctrace")

  @Test func `the catalogue lists every fault in eighty columns`() throws {
    let run = try CommandRun(["faults"])
    #expect(run.status == .fine)
    for description in FaultCatalogue.all { #expect(run.output.contains("  \(description.name) ")) }
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    let json = try JSONText(parsing: Array(CommandRun(["faults", "--format", "json"]).output.utf8))
    guard case .array(let faults)? = json.member("faults") else {
      Issue.record("no faults")
      return
    }
    #expect(faults.map { $0.member("name") } == FaultCatalogue.all.map { .string($0.name) })
  }

  @Test(arguments: FaultCatalogue.all.map(\.name))
  func `a fault is described with its example`(name: String) throws {
    let run = try CommandRun(["faults", name])
    let description = try #require(FaultCatalogue.description(of: name))
    #expect(run.output.hasPrefix("\(name): "))
    #expect(run.output.contains(description.example))
    #expect(run.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `an unknown fault is a mistake of usage`() throws {
    #expect(try CommandRun(["faults", "nothing"]).status == .usage)
    let run = try CommandRun([
      "replay", "--mode", "recover", "--fault", "at uplod 3: disconnect", Self.trace,
    ])
    #expect(run.status == .usage)
    #expect(run.error.contains("found \"uplod\"; did you mean `upload`?"))
    #expect(run.error.contains("hint: "))
  }

  @Test func `a fault of the wire is a mistake of usage in a replay, and the other way round`()
    async throws
  {
    let replay = ["replay", "--mode", "recover"]
    let refused = try CommandRun(
      replay + ["--fault", "at message 3: drop-message", Self.trace])
    #expect(refused.status == .usage)
    #expect(refused.error.contains("`drop-message` is for the wire (`tracetool record`)"))
    #expect(refused.error.contains("hint: "))
    let explored = await CommandRun(line: [
      "explore", "--mode", "recover", "--faults", "delay", Self.trace,
    ])
    #expect(explored.status == .usage)
    #expect(explored.error.contains("`delay` works on the wire only"))

    let plan = FaultPlan([try Fault(text: "at upload 1: delay milliseconds=10")])
    try TemporaryFolder.with { folder in
      try folder.write(Array(plan.json.text(.indented).utf8), to: "plan.json")
      let run = try CommandRun(
        replay + ["--fault-plan", folder.path("plan.json"), Self.trace])
      #expect(run.status == .badInput)
      #expect(run.error.contains("faults[0].fault: expected a fault for a replay"))
      let wire = try FaultOptions.parse(["--fault-plan", folder.path("plan.json")])
      #expect(try wire.plan(for: .wire) == plan)
    }
    let options = try FaultOptions.parse(["--fault", "at step 9: crash"])
    let failure = #expect(throws: CommandFailure.self) { try options.plan(for: .wire) }
    #expect(failure?.status == .usage)
  }

  @Test func `the faults of the command line have the seed that is asked for`() throws {
    let options = try FaultOptions.parse([
      "--fault", "at upload 1: truncate-message", "--fault-seed", "5",
    ])
    #expect(try options.plan(for: .wire).seed == 5)
    #expect(try FaultOptions.parse([]).isEmpty)
  }

  @Test func `a report shows the faults, in text and in JSON, in every mode`() throws {
    let arguments = [
      "replay", "--mode", "all", "--fault", "at reset: restore-backup version=1", "--fault",
      "at upload 3: disconnect", Self.trace,
    ]
    let text = try CommandRun(arguments)
    // A typo in the plan of a CI would else pass for a result.
    #expect(text.status == .foundProblems)
    #expect(text.error.contains("warning: the fault `at upload 3: disconnect` did not happen"))
    let json = try JSONText(
      parsing: Array(CommandRun(arguments + ["--format", "json"]).output.utf8))
    #expect(json.text().contains(#""kind":"changesLost""#))
    #expect(json.text().contains(#""reason":"the trace shows no upload""#))
    let single = try CommandRun(["replay", "--mode", "recover"] + arguments.dropFirst(3))
    #expect(single.output.contains("\nFaults\n"))
    #expect(single.output.contains("never happened: the trace shows no upload."))
    #expect(single.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `a plan comes from a file, and the command line adds to it`() throws {
    let plan = FaultPlan([try Fault(text: "at reset: remove-class")], seed: 4)
    let run = try TemporaryFolder.with { folder in
      try folder.write(Array(plan.json.text(.indented).utf8), to: "plan.json")
      return try CommandRun([
        "replay", "--mode", "recover", "--fault-plan", folder.path("plan.json"), "--fault",
        "at step 9: crash", Self.trace,
      ])
    }
    #expect(run.output.contains("`at reset: remove-class`"))
    #expect(run.output.contains("`at step 9: crash`"))
    let bad = try CommandRun([
      "replay", "--mode", "recover", "--fault-plan", Self.trace, Self.trace,
    ])
    #expect(bad.status == .badInput)
  }

  // MARK: The document

  private static func document() throws -> String {
    String(decoding: try ProjectFiles.bytes("docs/faults.md"), as: UTF8.self)
  }

  @Test func `the document has a section for each fault, in the order of the catalogue`() throws {
    let headings = try Self.document().split(separator: "\n").filter { $0.hasPrefix("### ") }
    #expect(headings.map { String($0.dropFirst(4)) } == FaultCatalogue.all.map(\.name))
  }
}
