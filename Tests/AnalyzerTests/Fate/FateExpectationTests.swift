import Analyzer
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Fates against what was written down by hand for each scenario, before any of them was looked at.
@Suite struct FateExpectationTests {
  @Test(arguments: try ScenarioFiles.expectedNames(), Engine.allCases)
  func `a scenario's writes have the fates that are expected`(name: String, engine: Engine) throws {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    let expectation = try ScenarioExpectation(of: name)
    var replay = Replay()
    for event in events { replay.observe(event) }
    let incident = try #require(try replay.resetsAndEnds().all.first)
    #expect(incident.isReset == events.askForReset)
    for mode in ResetMode.allCases {
      let report = Analysis.report(of: incident.outcome(mode: mode, quirks: engine.quirks))
      guard let expected = expectation.reset(of: report, engine)?.fates else { continue }
      for difference in expected.differences(from: report.writes) {
        Issue.record("\(engine.rawValue), \(mode.rawValue): \(difference)")
      }
    }
  }

  @Test func `fates are expected of most scenarios`() throws {
    let names = try ScenarioFiles.expectedNames().filter {
      try ScenarioExpectation(of: $0).resets.contains { $0.fates != nil && $0.faults.isEmpty }
    }
    #expect(names.count >= 167)
  }

  @Test(arguments: try ScenarioExpectation.namesWithFaults())
  func `a scenario's writes have the fates that are expected under faults`(name: String) throws {
    try ScenarioExpectation.forEachFaultedReset(of: name) { expected, report, title in
      for difference in expected.fates?.differences(from: report.writes) ?? [] {
        Issue.record("\(title): \(difference)")
      }
    }
  }
}

extension ScenarioExpectation.Fates {
  /// How the verdicts differ, in words.
  fileprivate func differences(from writes: [JudgedWrite]) -> [String] {
    switch self {
    case .all(let fate, let cause):
      return writes.enumerated().flatMap { index, write in
        let expected = ScenarioExpectation.Write(fate: fate, cause: cause)
        return expected.differences(from: write).map { "write \(index) \($0)" }
      }
    case .each(let expected):
      guard expected.count == writes.count else {
        let found = writes.map { "\($0.address.plain.text()) \($0.operation)" }
        return ["there are \(writes.count) writes: \(found)"]
      }
      return zip(expected, writes).enumerated().flatMap { index, pair in
        pair.0.differences(from: pair.1).map { "write \(index) \($0)" }
      }
    }
  }
}

extension ScenarioExpectation.Write {
  fileprivate func differences(from write: JudgedWrite) -> [String] {
    var found: [String] = []
    func compare(_ what: String, _ actual: String?, _ expected: String?) {
      guard let expected, actual != expected else { return }
      found.append("\(what) is \(actual ?? "none"), not \(expected)")
    }
    if address != .null { compare("address", write.address.plain.text(), address.text()) }
    compare("fate", write.fate.rawValue, fate)
    compare("cause", write.cause?.rawValue, cause)
    compare("winner", write.winner?.rawValue, winner)
    compare("three-way view", write.threeWay.rawValue, threeWay)
    compare("successor", write.supersededBy.map(String.init), supersededBy.map(String.init))
    compare("deletion", write.impliedBy.map(String.init), impliedBy.map(String.init))
    guard !found.isEmpty else { return [] }
    return found.map { "\(write.address.plain.text()): \($0) (\(write.reason))" }
  }
}
