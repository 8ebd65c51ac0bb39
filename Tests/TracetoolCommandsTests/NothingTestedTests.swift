import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// What tested nothing has not passed, and what finds nothing says so.
@Suite struct NothingTestedTests {
  private static let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  @Test(arguments: [["/dev/null"], ["/dev/null", "--format", "json"], ["/dev/null", "--quiet"]])
  func `no reset has agreed where there was none`(words: [String]) throws {
    let run = try CommandRun(["conform"] + words)
    #expect(run.status == .foundProblems)
    #expect(run.error == "warning: no reset and no merge was run\n")
  }

  @Test func `a schema is not fine for sessions that it was not tried on`() async throws {
    try await TemporaryFolder.during { folder in
      let schema = try VerbSample.makeSchema(in: folder)
      try folder.write(Array(Self.otherApp.utf8), to: "other.json")
      let other = folder.path("other.synctrace")
      _ = try CommandRun(["import", "scenario", folder.path("other.json"), "-o", other])
      let none = try await CommandRun(running: ["preflight", "--schema", schema, other])
      #expect(none.status == .foundProblems)
      #expect(none.error == "warning: nothing was tried\n")
      let both = try await CommandRun(running: ["preflight", "--schema", schema, other, Self.demo])
      #expect(both.status == .fine)
      #expect(both.error.isEmpty)
    }
  }

  private static let otherApp = """
    {"scenario": 1, "name": "other",
     "schema": {"Zebra": {"primaryKey": "_stripe", "properties": {"_stripe": "string"}}},
     "synced": {"Zebra": [{"_stripe": "a"}]}, "local": [], "error": {}}
    """

  @Test func `faults that nothing of the trace can be replayed with are no exploration`()
    async throws
  {
    try await TemporaryFolder.during { folder in
      let scenario = """
        {"scenario": 1, "name": "empty", "schema": {}, "synced": {}, "local": [], "error": {}}
        """
      try folder.write(Array(scenario.utf8), to: "empty.json")
      let trace = folder.path("empty.synctrace")
      _ = try CommandRun(["import", "scenario", folder.path("empty.json"), "-o", trace])
      let run = try await CommandRun(running: ["explore", trace, "--faults", "change-type"])
      #expect(run.status == .foundProblems)
      #expect(run.error == "warning: nothing was replayed, so nothing was tried\n")
    }
  }

  @Test func `a folder without traces is no input, and standard input is none of goldens`()
    async throws
  {
    try await TemporaryFolder.during { folder in
      for verb in ["check", "record", "diff", "accept"] {
        let run = try await CommandRun(running: ["golden", verb, folder.root])
        #expect(run.status == .noInput)
        #expect(throws: (any Error).self) { try Tracetool.parseAsRoot(["golden", verb, "-"]) }
      }
    }
  }

  @Test(arguments: [
    ["state", "--at", "9999", demo], ["state", "--at", "19", demo], ["diff", "\(demo)@9999", demo],
    ["diff", demo, "\(demo)@9999"], ["diff", "\(demo)@1", "\(demo)@\(UInt64.max)"],
  ])
  func `a record that is not there is an error that names the last one`(words: [String]) throws {
    let run = try CommandRun(words)
    #expect(run.status == .badInput)
    #expect(run.error.contains("its last is record "), "\(run.error)")
    #expect(run.output.isEmpty)
  }

  @Test func `the last record is there`() throws {
    let records = try CommandRun(["cat", "--format", "json", Self.demo]).lines.count
    let last = try CommandRun(["state", "--at", "\(records - 1)", Self.demo])
    #expect(last.status == .fine)
    #expect(try last.output == CommandRun(["state", Self.demo]).output)
    #expect(try CommandRun(["state", "--at", "\(records)", Self.demo]).status == .badInput)
    let whole = ["diff", "\(Self.demo)@end", "\(Self.demo)@\(records - 1)"]
    #expect(try CommandRun(whole).status == .fine)
  }

  @Test(arguments: [
    ["--sequence", "9999"], ["--kind", "loss"], ["--session", "77"],
    ["--since", "2099-01-01T00:00:00Z"],
  ])
  func `records that are not there are an error`(filter: [String]) throws {
    let run = try CommandRun(["cat", Self.demo] + filter)
    #expect(run.status == .badInput && run.output.isEmpty)
    #expect(run.error.contains("no record of"))
  }

  @Test(arguments: [
    ["replay", "--session", "77", demo], ["state", "--session", "77", demo],
    [
      "import", "vector", "--name", "nothing", "-o", "/dev/null",
      ProjectFiles.path("Tests/Vectors/demo/field-inspections.ndjson.zst"),
    ],
  ])
  func `what was asked for by name and is not there is an error too`(words: [String]) throws {
    #expect(try CommandRun(words).status == .badInput)
  }
}
