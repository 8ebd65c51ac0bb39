import Importers
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// Which mode a reset speaks for, against what was written down by hand for each scenario.
@Suite struct RecommendationExpectationTests {
  @Test(arguments: try ScenarioFiles.expectedNames())
  func `a scenario speaks for the mode that is expected`(name: String) throws {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    guard let expected = try ScenarioExpectation(of: name).answer, events.askForReset else {
      return
    }
    let reports = try ResetMode.allCases.map { mode in
      Analysis.report(of: try #require(try Replay.run(events: events, mode: mode).first))
    }
    let found = ModeComparison(reports).recommendation
    #expect(found.answer == expected.inOrder, "\(found.reason)")
  }
}

extension Recommendation {
  fileprivate var answer: ScenarioExpectation.Answer {
    switch reason {
    case .costsLess: .recommend(modes.sorted { $0.rawValue < $1.rawValue })
    case .otherCosts: .choose
    case .nothingUnsynced: .none("nothingUnsynced")
    case .allTheSame: .none("onlyManual")
    case .onlyOneMode, .hidden, .unknownFates: .none("\(reason)")
    }
  }
}

extension ScenarioExpectation.Answer {
  /// Which of the modes is named first says nothing.
  fileprivate var inOrder: Self {
    guard case .recommend(let modes) = self else { return self }
    return .recommend(modes.sorted { $0.rawValue < $1.rawValue })
  }
}
