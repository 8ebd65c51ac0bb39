import Analyzer
import Importers
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// The lines above the table of modes, against what is written down for each scenario.
@Suite struct HeadExpectationTests {
  /// Scenarios of which nothing is compared between modes.
  private static let withoutReset: Set = [
    "rs-54b-permission-change-without-reset", "rs-60-copied-or-relocated-with-pending",
    "rs-65-service-gone", "rs-66-compensating-write", "rs-69a-delete-without-backup",
    "rs-69b-unknown-action",
  ]

  @Test(arguments: try ScenarioFiles.expectedNames())
  func `A scenario has the head that is expected`(name: String) throws {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    let file = try JSONNode(
      JSONText(parsing: ProjectFiles.bytes("traces/scenarios/expected/\(name).json")))
    guard let expected = try file.member("head")?.string() else { return }
    let reports = try ResetMode.inOrder.map { mode in
      Analysis.report(of: try #require(try Replay.run(events: events, mode: mode).first))
    }
    #expect(ModeComparison(reports).headLines.joined(separator: " ") == expected)
  }

  @Test func `Where only the app's handler fails it, the head says which modes lose what`() throws {
    let trial = try FaultTrial(file: "trap-after-handler-fails")
    let reports = try ResetMode.inOrder.map { mode in
      Analysis.report(of: try trial.outcome(mode, "at reset: after-handler-throws"))
    }
    let head = ModeComparison(reports).headLines
    let left = [
      "2 changes (T 1 v = 11, T 1 ll [1] inserted Tgt 2) are lost: the reset was committed before that.",
      "1 change (T 1 ll [1] inserted Tgt 2) is lost: the reset was committed before that.",
      "1 change (T 1 v = 11) stays in the device's file, which is moved away at the next launch.",
    ]
    #expect(head.contains("With discard \(left[0])"), "\(head)")
    #expect(head.contains("With recover and recover-or-discard \(left[1]) \(left[2])"), "\(head)")
    let discard = try #require(reports.first { $0.mode == .discardLocal })
    #expect(discard.costLines.contains(left[0]) && !discard.costLines.contains(left[2]))
  }

  @Test func `Of modes that fail alike, the head says which lost the changes before`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let reports = try ResetMode.inOrder.map { mode in
      Analysis.report(of: try trial.outcome(mode, "at reset: second-reset"))
    }
    let head = ModeComparison(reports).headLines.joined(separator: " ")
    #expect(head.contains("With discard 2 changes"), "\(head)")
    #expect(head.contains("are lost: the reset was committed before that. With recover 2 changes"))
  }

  @Test
  func `The head says which modes end the process, and where a failure before has the file moved`()
    throws
  {
    let session = """
      {
        "scenario": 1, "name": "keyless", "schema": {"A": {"properties": {"l": "A"}}}, "synced": {},
        "local": [{"operations": [
          {"create": ["A", {"$globalKey": [1, 2]}]},
          {"update": ["A", {"$globalKey": [1, 2]}], "set": {"l": {"$globalKey": [1, 2]}}}
        ]}],
        "serverChanges": [], "error": {}
      }
      """
    let reports = try ResetMode.inOrder.map { mode in
      Analysis.report(of: try ScenarioOutcome.of(Array(session.utf8), mode: mode))
    }
    let head = ModeComparison(reports).headLines
    let change = "1 change (A {0001-0002} created) stays in the device's file"
    #expect(
      head[0].hasPrefix(
        "discard and recover-or-discard end the process: \"class 'A' has no primary key\". recover fails: "
      ))
    #expect(head.contains("With discard \(change)."), "\(head)")
    #expect(
      head.contains(
        "With recover and recover-or-discard \(change), which is moved away at the next launch."))
    let either = try #require(reports.first { $0.mode == .recoverOrDiscard })
    #expect(
      either.consequences == [
        .processEnds, .moveStaysScheduled(attempt: 1), .unsyncedOnlyInCopy,
      ])
    #expect(either.outcomeWords == "1 in the backup file only")
    #expect(!either.stepsToTake.contains(NextStep.setManual.pattern.filled()))
  }

  @Test func `Every numbered scenario has an expected head`() throws {
    for name in try ScenarioFiles.expectedNames() where name.hasPrefix("rs-") {
      let file = try JSONText(parsing: ProjectFiles.bytes("traces/scenarios/expected/\(name).json"))
      #expect(file.member("head") != nil || Self.withoutReset.contains(name), "\(name)")
    }
  }
}
