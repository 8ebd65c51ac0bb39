import AnalysisSupport
import FaultPlans
import Importers
import RealmModel
import ReplaySupport
import Replayer
import Synchronization
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// A reset that a claim of the documentation is held against.
struct ClaimedReset {
  var outcome: Outcome
  var report: Report

  /// Carries out the reset of a scenario, with faults in their text form.
  init(_ scenario: String, _ mode: ResetMode, faults: [String] = []) throws {
    ReplayedScenarios.current?.add(scenario)
    let file = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(scenario).json"))
    var replay = Replay()
    for event in file.events { replay.observe(event) }
    let plan = FaultPlan(try faults.map { try Fault(text: $0) })
    outcome = try #require(try replay.outcomes(modes: [mode], faults: plan).first?.first)
    report = Analysis.report(of: outcome)
  }

  /// What becomes of the unsynced data of a scenario without a reset.
  init(endOf scenario: String) throws {
    ReplayedScenarios.current?.add(scenario)
    let file = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(scenario).json"))
    var replay = Replay()
    for event in file.events { replay.observe(event) }
    outcome = try #require(try replay.resetsAndEnds().all.first).outcome(mode: .recover)
    report = Analysis.report(of: outcome)
  }

  /// What the report says of the last write at an address, such as `T 1 v`.
  func write(_ address: String) throws -> JudgedWrite {
    try #require(report.writes.last { $0.address.place == address })
  }

  func isReported(_ trap: TrapIdentifier) -> Bool { report.traps.contains { $0.trap == trap } }

  /// Whether a kind of instruction is uploaded.
  func uploads(_ kind: InstructionKind) -> Bool {
    outcome.result.reupload.contains { $0.instructions.contains { $0.kind == kind } }
  }

  /// Whether something happens next.
  func isFollowed(by consequence: Consequence) -> Bool {
    report.consequences.contains(consequence)
  }

  /// Whether the file is set aside next, to be copied to the recovery folder and deleted.
  var isSetAside: Bool { isFollowed(by: .failureReported) || isFollowed(by: .leftToApp) }
}

/// The scenarios that the check of a claim replays, to be compared with those that the document names.
final class ReplayedScenarios: Sendable {
  @TaskLocal static var current: ReplayedScenarios?

  private let storage = Mutex<Set<String>>([])

  func add(_ name: String) { storage.withLock { _ = $0.insert(name) } }

  var names: Set<String> { storage.withLock { $0 } }
}
