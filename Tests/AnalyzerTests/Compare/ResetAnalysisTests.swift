import AnalysisSupport
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// One reset in several modes.
@Suite struct ResetAnalysisTests {
  private func reset(_ scenario: String) throws -> DueReset {
    let bytes = try ProjectFiles.bytes("traces/scenarios/\(scenario).json")
    var replay = Replay()
    for event in try Scenario(parsing: bytes).events { replay.observe(event) }
    return try #require(try replay.resets().first)
  }

  @Test func `a recovery that may discard is judged with the one that may not`() throws {
    var analysis = ResetAnalysis(try reset("rs-02-same-field-conflict"))
    for mode in [ResetMode.recover, .recoverOrDiscard] { _ = analysis.report(mode: mode) }
    #expect(analysis.judgedCount == 1)
    _ = analysis.report(mode: .manual)
    #expect(analysis.judgedCount == 2)
  }

  @Test func `defects are looked into once`() throws {
    var analysis = ResetAnalysis(try reset("rs-70a-link-to-later-created-object"))
    let reports = [ResetMode.recover, .recoverOrDiscard].map { analysis.report(mode: $0) }
    #expect(reports.allSatisfy { !$0.defects.isEmpty })
    // With the engine's defects, and without.
    #expect(analysis.judgedCount == 2)
  }

  /// The resets of all scenarios, each with the path of its scenario.
  private static func resets() throws -> [(path: String, reset: DueReset)] {
    try ScenarioFiles.paths().flatMap { path in
      let scenario = try Scenario(parsing: ProjectFiles.bytes(path))
      guard scenario.events.askForReset else { return [(path: String, reset: DueReset)]() }
      var replay = Replay()
      for event in scenario.events { replay.observe(event) }
      return try replay.resets().map { (path, $0) }
    }
  }

  @Test func `each mode has the report that it has alone`() throws {
    for (path, reset) in try Self.resets() {
      var analysis = ResetAnalysis(reset)
      for mode in ResetMode.allCases {
        let shared = analysis.report(mode: mode)
        let alone = Analysis.report(of: ComparedOutcome(reset, mode: mode))
        let context = Comment(rawValue: "\(path) \(mode)")
        #expect(shared.mode == alone.mode && shared.attempts == alone.attempts, context)
        #expect(shared.writes == alone.writes, context)
        #expect(shared.collateral == alone.collateral, context)
        #expect(shared.defects == alone.defects && shared.traps == alone.traps, context)
        #expect(shared.harm == alone.harm, context)
        #expect(shared.observedPropertyValues == alone.observedPropertyValues, context)
      }
    }
  }

  @Test func `a report without next steps counts the same`() throws {
    var plans = 0
    for (path, reset) in try Self.resets() {
      var whole = ResetAnalysis(reset)
      var counted = ResetAnalysis(reset, options: AnalysisOptions(hasNextSteps: false))
      for mode in ResetMode.allCases {
        let (report, counts) = (whole.report(mode: mode), counted.report(mode: mode))
        #expect(counts.writes == report.writes && counts.changes == report.changes, "\(path)")
        #expect(counts.harm == report.harm && counts.traps == report.traps, "\(path)")
        #expect(counts.mergePlan == nil && counts.mergePlanGap == nil, "\(path)")
        #expect(counts.consequences.isEmpty && counts.explanations.isEmpty, "\(path)")
        if report.mergePlan != nil { plans += 1 }
      }
    }
    #expect(plans > 10)
  }
}
