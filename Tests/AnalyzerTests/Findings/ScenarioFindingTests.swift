import Analyzer
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

/// What a reset did to the server's data, and the traps that it ran into, as the scenarios say.
@Suite struct ScenarioFindingTests {
  @Test(arguments: try ScenarioFiles.expectedNames())
  func `a scenario does the harm that it is said to do, and no other`(name: String) throws {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    guard scenario.events.askForReset else { return }
    let expectation = try ScenarioExpectation(of: name)
    var count = 0
    for engine in Engine.allCases {
      for mode in ResetMode.allCases {
        let outcomes = try Replay.run(
          events: scenario.events, mode: mode, quirks: engine.quirks)
        let report = Analysis.report(of: try #require(outcomes.first))
        guard let expected = expectation.reset(mode, engine, attempts: report.attempts.count)
        else { continue }
        check(report, expected, "\(engine.rawValue), \(mode.rawValue)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test(arguments: try ScenarioExpectation.namesWithFaults())
  func `a scenario does the harm that it is said to do under faults`(name: String) throws {
    try ScenarioExpectation.forEachFaultedReset(of: name) { expected, report, title in
      check(report, expected, title)
    }
  }

  private func check(_ report: Report, _ expected: ScenarioExpectation.Reset, _ title: Comment) {
    let collateral = report.collateral.map {
      ScenarioExpectation.Reset.text($0.kind.rawValue, $0.address.expectationJSON)
    }
    if let wanted = expected.collateral { #expect(collateral.sorted() == wanted.sorted(), title) }
    var traps: [String] = []
    for name in report.traps.map(\.trap.rawValue) where !traps.contains(name) {
      traps.append(name)
    }
    if let wanted = expected.traps { #expect(traps == wanted, title) }
  }

  @Test func `the harm is stated for every scenario that is not about fates alone`() throws {
    for name in try ScenarioFiles.expectedNames() where !name.hasPrefix("fate-") {
      let resets = try ScenarioExpectation(of: name).resets.filter {
        $0.after.isEmpty && !$0.isRecoveryForbidden && $0.result != "noReset"
      }
      #expect(resets.allSatisfy { $0.traps != nil && $0.collateral != nil }, "\(name)")
    }
  }
}

extension ScenarioExpectation {
  /// What is expected of a replay: of its first attempt, or of the one that follows by itself.
  fileprivate func reset(_ mode: ResetMode, _ engine: Engine, attempts: Int) -> Reset? {
    resets.first { reset in
      reset.modes.contains(mode) && !reset.isRecoveryForbidden
        && reset.engines?.contains(engine.rawValue) != false
        && reset.faults.isEmpty && reset.after == (attempts > 1 ? [.recoverOrDiscard] : [])
    }
  }
}

extension Address {
  /// The address as the expectations write it.
  fileprivate var expectationJSON: JSONText {
    var parts: [JSONText] = [.string(className.readableText)]
    switch object {
    case .int(let key): parts.append(.number(String(key)))
    case .string(let key): parts.append(.string(key.readableText))
    case let key?: parts.append(.string(key.text))
    case nil: break
    }
    if let property { parts.append(.string(property.readableText)) }
    for step in path {
      switch step {
      case .key(let key): parts.append(.string(key.readableText))
      case .index(let index): parts.append(.integer(Int(index)))
      }
    }
    return .array(parts)
  }
}
