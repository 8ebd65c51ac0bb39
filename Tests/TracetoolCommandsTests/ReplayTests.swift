import Analyzer
import Foundation
import Reports
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
    let command = try #require(DocumentedCommand.all(in: "README.md").first)
    #expect(
      command.arguments == ["replay", "--mode", "all", "traces/field-inspections.synctrace"])
    let run = try CommandRun(["replay", "--mode", "all", demo])
    #expect(DocumentedExcerpt(command.output).missingPart(in: run.output) == nil, "\(run.output)")
  }

  @Test func `the demo replays as the device did it`() throws {
    let run = try CommandRun(["replay", "--mode", "discard", "--format", "json", demo])
    #expect(run.status == .fine)
    let report = try #require(try reports(run).first)
    #expect(report["result"] as? String == "discarded")
  }

  @Test func `the horizon is in the report where it is asked for`() throws {
    let run = try CommandRun(
      ["replay", "--mode", "discard", "--horizon", "--format", "json", demo])
    let report = try #require(try reports(run).first)
    let horizon = try #require(report["horizon"] as? [String: Any])
    let points = try #require(horizon["points"] as? [[String: Any]])
    #expect(points.map { $0["unsynced"] as? Int } == [0, 6, 12, 15, 21, 24, 27, 30, 33, 33, 33])
    let plain = try CommandRun(["replay", "--mode", "discard", "--format", "json", demo])
    #expect(try reports(plain).first?["horizon"] == nil)
  }

  @Test func `mode manual has a merge plan for what it strands, in a file of its own`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun([
        "replay", "--mode", "manual", demo, "--report", "merge-plan=\(folder.path("plan.json"))",
      ])
      // Of 33 writes, two were replaced by later ones.
      #expect(run.output.contains("\nMerge plan\n  31 operations would carry"))
      let json = try JSONText(parsing: folder.read("plan.json"))
      guard case .array(let plans)? = json.member("mergePlans"),
        case .array(let operations)? = plans.first?.member("mergePlan")?.member("operations")
      else {
        Issue.record("no plan")
        return
      }
      #expect(plans.count == 1)
      #expect(operations.count == 31)
    }
  }

  @Test(arguments: [
    "discard", "DiscardLocal", "discardUnsyncedChanges", "discard-unsynced-changes",
    "discard_local", ".discardLocal", ".discardUnsyncedChanges(beforeReset: nil)",
    "ClientResetMode.DiscardUnsyncedChanges", "RLMClientResetModeDiscardLocal",
    "DiscardUnsyncedChangesStrategy", "DiscardLocalResetHandler",
  ])
  func `the mode is spelled as any SDK spells it`(mode: String) throws {
    #expect(try CommandRun(["replay", "--mode", mode, demo]).status == .fine)
  }

  @Test(arguments: [
    (#""configuredMode": "DiscardLocal", "sdk": "Swift 10.54.6","#, "DiscardLocal", "configured"),
    (#""sdk": "Swift 10.54.6","#, "Recover", "sdkDefault"),
    (#""sdk": "realm-swift 10.31.0","#, "Manual", "sdkDefault"),
    (#""syncKind": "flexible", "sdk": "Kotlin 1.6.2","#, "Manual", "sdkDefault"),
    (#""observed": {"mode": "Recover", "result": "recovered"},"#, "Recover", "observed"),
  ])
  func `without a mode the trace tells it`(
    members: String, mode: String, source: String
  ) throws {
    try TemporaryFolder.with { folder in
      let trace = try Self.trace(members, in: folder)
      let report = try #require(
        try reports(CommandRun(["replay", "--format", "json", trace])).first)
      #expect(report["mode"] as? String == mode)
      #expect(report["modeFrom"] as? String == source)
      let text = try CommandRun(["replay", trace])
      #expect(text.output.contains("No mode was asked for"))
      #expect(text.lines.allSatisfy { $0.count <= 80 })
      let asked = try CommandRun(["replay", "--mode", mode, trace])
      #expect(!asked.output.contains("No mode was asked for"))
      let json = try reports(CommandRun(["replay", "--mode", mode, "--format", "json", trace]))
      #expect(json.first?["modeFrom"] == nil)
    }
  }

  @Test func `the default of an SDK is told with its version and spelling`() throws {
    try TemporaryFolder.with { folder in
      let trace = try Self.trace(#""sdk": "Swift 10.54.6","#, in: folder)
      let run = try CommandRun(["replay", trace])
      let text = run.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      #expect(
        text.contains(
          "this is the default of Realm Swift 10.54.6 (.recoverUnsyncedChanges())."))
    }
  }

  @Test(arguments: ["", #""sdk": "Swift","#, #""sdk": "Realm Nothing 1.2","#])
  func `all modes are compared where the trace tells none`(members: String) throws {
    try TemporaryFolder.with { folder in
      let trace = try Self.trace(members, in: folder)
      let run = try CommandRun(["replay", "--format", "json", trace])
      let json = try JSONText(parsing: Array(run.output.utf8))
      guard case .array(let resets)? = json.member("comparisons"),
        case .array(let modes)? = resets.first?.member("modes")
      else {
        Issue.record("no comparison")
        return
      }
      #expect(modes.count == 4)
      #expect(modes.allSatisfy { $0.member("modeFrom") == .string("untold") })
      for format in ["text", "markdown", "html"] {
        let run = try CommandRun(["replay", "--format", format, trace])
        #expect(run.output.contains("No mode was asked for"), "\(format)")
      }
    }
  }

  /// A trace with one unsynced write and a reset.
  ///
  /// - Parameter members: Further ones of the scenario, each with a comma behind it.
  private static func trace(_ members: String, in folder: TemporaryFolder) throws -> String {
    let scenario = """
      {"scenario": 1, "name": "told", \(members)
       "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "int", "v": "int"}}},
       "synced": {"T": [{"_id": 1, "v": 0}]},
       "local": [{"operations": [{"update": ["T", 1], "set": {"v": 1}}]}], "error": {}}
      """
    try folder.write(Array(scenario.utf8), to: "told.json")
    let trace = folder.path("told.synctrace")
    let run = try CommandRun([
      "import", "scenario", folder.path("told.json"), "-o", trace, "--force",
    ])
    guard run.status == .fine else { throw MissingInput(run.error) }
    return trace
  }

  @Test func `an error beside the trace's own reset is said to make another one`() throws {
    let run = try CommandRun(["replay", "--mode", "discard", "--error", "code=217", demo])
    #expect(run.output.contains("(error 217)"))
    #expect(run.error.contains("`--fault 'at reset: client-reset code=217'` changes the error"))
  }

  @Test func `every reset of a capture is reported, or those of one session`() throws {
    let capture = ProjectFiles.path("traces/local-changes-when-offline.synctrace")
    let all = try CommandRun(["replay", "--mode", "discard", "--format", "json", capture])
    #expect(try reports(all).count == 2)
    let one = try CommandRun(
      ["replay", "--mode", "discard", "--session", "5", "--format", "json", capture])
    #expect(try reports(one).count == 1)
    #expect(
      try CommandRun(["replay", "--mode", "discard", "--session", "99", capture]).status
        == .badInput)
  }

  @Test func `a capture's report says what the wire does not show`() throws {
    let capture = ProjectFiles.path("traces/local-changes-when-offline.synctrace")
    let run = try CommandRun(["replay", "--mode", "discard", "--session", "1", capture])
    #expect(run.output.contains("only what crossed the wire is known"))
  }

  @Test func `a trace without a reset is answered with what is pending`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("quiet.synctrace")
      let capture = ProjectFiles.path("Tests/Vectors/wire/Sync_Replication.ndjson")
      #expect(try CommandRun(["import", "capture", capture, "-o", trace]).status == .fine)
      let run = try CommandRun(["replay", "--mode", "discard", trace])
      #expect(run.status == .fine)
      #expect(run.output.hasPrefix("Unsynced data of "))
      #expect(!run.output.contains("Client reset"))
    }
  }

  private static let withoutReset = [
    ("rs-54b-permission-change-without-reset", ["pending 1", "lost 1"], "undone by the server"),
    ("rs-60-copied-or-relocated-with-pending", ["stranded 4"], "without an error"),
    ("rs-65-service-gone", ["stranded 4"], "neither network nor account"),
    (
      "rs-66-compensating-write", ["lost 3", "redundant 1"],
      "not acknowledged: 1 lost, 1 already on the server; the server has refused 1 of them"
    ),
    ("rs-69b-unknown-action", ["stranded 4"], "with the action ApplicationBug."),
  ]

  @Test(arguments: withoutReset)
  func `a session without a reset has one report, and no word of a reset`(
    name: String, totals: [String], words: String
  ) throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("trace.synctrace")
      let scenario = ProjectFiles.path("traces/scenarios/\(name).json")
      #expect(try CommandRun(["import", "scenario", scenario, "-o", trace]).status == .fine)
      let json = try CommandRun(["replay", "--format", "json", trace])
      let report = try #require(try reports(json).first)
      #expect(try reports(json).count == 1)
      let counts = try #require(report["totals"] as? [String: Int])
      for total in totals {
        let parts = total.split(separator: " ")
        #expect(counts[String(parts[0])] == Int(parts[1]), "\(total)")
      }
      let read = try ReplayReport(parsing: Array(json.output.utf8))
      #expect(read.json == (try JSONText(parsing: Array(json.output.utf8))))
      for format in ["text", "markdown", "html"] {
        let run = try CommandRun(["replay", "--mode", "all", "--format", format, trace])
        let text = run.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(text.contains("Unsynced data of"), "\(format)")
        #expect(!text.contains("Client reset of"), "\(format)")
        #expect(!text.contains("Replayed in mode"), "\(format)")
        #expect(text.contains(words), "\(format)")
      }
    }
  }

  @Test(arguments: ["discard", "recover", "recover-or-discard", "manual"])
  func `a file that the server has deleted takes all with it, whatever the mode`(
    mode: String
  ) throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("deleted.synctrace")
      let scenario = ProjectFiles.path("traces/scenarios/rs-69a-delete-without-backup.json")
      #expect(try CommandRun(["import", "scenario", scenario, "-o", trace]).status == .fine)
      let run = try CommandRun(["replay", "--mode", mode, "--format", "json", trace])
      #expect(run.status == .fine)
      let report = try #require(try reports(run).first)
      #expect(report["result"] as? String == "noReset")
      let writes = try #require(report["writes"] as? [[String: Any]])
      #expect(!writes.isEmpty)
      #expect(writes.allSatisfy { $0["cause"] as? String == "fileDeleted" })
      let text = try CommandRun(["replay", "--mode", mode, trace])
      let words = text.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      #expect(words.contains("with the action DeleteRealm."))
      #expect(words.contains("3 changes were not acknowledged: 3 lost."))
      #expect(words.contains("at the next launch the file is deleted, without a backup."))
      let other = ["replay", "--mode", mode, "--session", "9", trace]
      #expect(try CommandRun(other).status == .badInput)
    }
  }

  @Test(arguments: ["discard", "recover", "recover-or-discard"])
  func `a reset of a file that was never written to is skipped, and says so`(
    mode: String
  ) throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("empty.synctrace")
      let scenario = ProjectFiles.path("traces/scenarios/rs-68-never-written-file.json")
      #expect(try CommandRun(["import", "scenario", scenario, "-o", trace]).status == .fine)
      let run = try CommandRun(["replay", "--mode", mode, "--format", "json", trace])
      let report = try #require(try reports(run).first)
      #expect(report["skipped"] as? Bool == true)
      #expect(
        report["consequences"] as? [String] == [
          "The local file was never written to.",
          "The download for the reset is thrown away, no attempt is recorded, and the file syncs on.",
        ])
      let text = try CommandRun(["replay", "--mode", mode, trace])
      #expect(text.output.contains("There is nothing to reset"))
      let manual = try CommandRun(["replay", "--mode", "manual", "--format", "json", trace])
      #expect(try reports(manual).first?["skipped"] == nil)
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
      let ended = try RunningProcess.run(
        ProjectFiles.path("scripts/make-traces"),
        [ProcessTests.binary.path(percentEncoded: false), folder.root])
      #expect(ended.status == 0, "\(ended.errorText)")
      for trace in try ProjectFiles.paths(in: "traces", suffix: ".synctrace") {
        let name = try #require(trace.split(separator: "/").last)
        let made = try CommandRun(["cat", "--format", "json", folder.path(String(name))])
        let kept = try CommandRun(["cat", "--format", "json", ProjectFiles.path(trace)])
        #expect(made.output == kept.output, "\(trace)")
      }
    }
  }
}

@Suite struct ReplayModeTests {
  let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  @Test func `all shows the modes side by side`() throws {
    let run = try CommandRun(["replay", "--mode", "all", demo])
    #expect(run.status == .fine)
    for line in [
      "  discard  <- your app  18 lost", "  manual                18 in the backup",
    ] { #expect(run.lines.contains { $0.hasPrefix(line) }, "\(line) is not in\n\(run.output)") }
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    #expect(run.lines.count <= 40)
    let verbose = try CommandRun(["replay", "--mode", "all", "--verbose", demo])
    #expect(verbose.lines.count > 4 * run.lines.count)
  }

  @Test func `all is one report a mode in JSON`() throws {
    let run = try CommandRun(["replay", "--mode", "all", "--format", "json", demo])
    let whole = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let reset = try #require((whole["comparisons"] as? [[String: Any]])?.first)
    let modes = try #require(reset["modes"] as? [[String: Any]])
    #expect(
      modes.map { $0["mode"] as? String }
        == ["DiscardLocal", "Recover", "RecoverOrDiscard", "Manual"])
    #expect((reset["differingWrites"] as? [Int])?.count == 33)
  }

  /// A link to an object that a later transaction creates: Realm Core loses it, though nothing
  /// conflicts.
  @Test func `the ideal engine keeps what a defect of Realm Core loses`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      let scenario = ProjectFiles.path(
        "traces/scenarios/rs-70a-link-to-later-created-object.json")
      #expect(try CommandRun(["import", "scenario", scenario, "-o", trace]).status == .fine)
      let real = try CommandRun(["replay", "--mode", "recover", trace])
      #expect(real.output.contains("What became of each change: 2 kept, 1 lost"), "\(real.output)")
      let ideal = try CommandRun(["replay", "--mode", "recover", "--engine", "ideal", trace])
      #expect(ideal.output.contains("What became of each change: 3 kept"), "\(ideal.output)")
      #expect(ideal.output.contains(/Engine +ideal/))
    }
  }

  @Test func `a trace of a recovery is compared with the device's own`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      let vectors = ProjectFiles.path("Tests/Vectors/demo/field-inspections.ndjson.zst")
      let made = try CommandRun(
        ["import", "vector", vectors, "--name", "field-inspections-recover", "-o", trace])
      #expect(made.status == .fine)
      let run = try CommandRun(["replay", "--mode", "recover", trace])
      #expect(run.status == .fine)
      #expect(run.output.contains("The device itself did the same (recovered)"))
    }
  }

  @Test func `errors by which older servers ask for a reset come before sessions that only ended`()
    throws
  {
    let capture = ProjectFiles.path(
      "Tests/Vectors/wire/Sync_ErrorAfterServerRestore_BadServerVersion.ndjson")
    let all = try CommandRun(["replay", capture])
    #expect(all.status == .foundProblems)
    #expect(all.lines.first?.hasPrefix("Client reset of session 3 (c3 session 1)") == true)
    #expect(all.output.contains("What discard, recover and recover-or-discard do is not known"))
    let run = try CommandRun(["replay", "--mode", "discard", capture])
    #expect(run.status == .foundProblems)
    #expect(run.lines.first == "Without an answer")
    for (session, code) in [("session 3 (c3 session 1)", 209), ("session 10 (c6 session 1)", 211)] {
      #expect(
        run.output.replacing("\n    ", with: " ").contains(
          "\(session), whose server asked for a client reset by error \(code), is not known"))
    }
    // The trace has resets, and these sessions end without one.
    #expect(run.output.contains("The session ends without a client reset."))
    let page = try CommandRun(["replay", "--mode", "discard", "--format", "html", capture]).output
    let asked = try #require(page.range(of: "by error 209"))
    let ended = try #require(page.range(of: "<section"))
    #expect(asked.lowerBound < ended.lowerBound)
  }
}
