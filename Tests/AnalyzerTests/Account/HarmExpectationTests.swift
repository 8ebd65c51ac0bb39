import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// The account of harm against what was written down by hand for each scenario.
@Suite struct HarmExpectationTests {
  @Test(arguments: try ScenarioFiles.expectedNames(), Engine.allCases)
  func `a scenario's resets destroy what is expected`(name: String, engine: Engine) throws {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    guard events.askForReset else { return }
    let expectation = try ScenarioExpectation(of: name)
    for mode in ResetMode.allCases {
      let outcomes = try Replay.run(events: events, mode: mode, quirks: engine.quirks)
      let report = Analysis.report(of: try #require(outcomes.first))
      guard let expected = expectation.reset(of: report, engine)?.harm else { continue }
      let found = report.harm.expectedForm(in: report)
      #expect(found == expected.sortedPlaces, "\(engine.rawValue), \(mode.rawValue)")
    }
  }
}

extension HarmAccount {
  /// The account as expectations write it.
  fileprivate func expectedForm(in report: Report) -> JSONText {
    var members: [JSONText.Member] = []
    func add(_ name: String, _ count: Int) {
      if count > 0 { members.append(.init(name, .integer(count))) }
    }
    func add(_ name: String, _ places: [JSONText]) {
      if !places.isEmpty { members.append(.init(name, .array(places))) }
    }
    add("lost", lost.count)
    add("stranded", stranded.count)
    add("merged", merged.map(\.plain))
    add("deviceWon", deviceWon.map(\.plain))
    add("serverWon", serverWon.map(\.plain))
    add("overwritten", overwritten.map(\.address.plain))
    add("doubled", doubled.map(\.address.plain))
    add(
      "acknowledgedLost",
      acknowledgedLost.map { .array([$0.address.plain, $0.value?.plain ?? .null]) })
    return JSONText.object(members).sortedPlaces
  }
}

extension JSONText {
  /// Members by name, and places in the order of their text: their order is not expected.
  fileprivate var sortedPlaces: JSONText {
    guard case .object(let members) = self else { return self }
    return .object(
      members.sorted { $0.name < $1.name }.map { member in
        guard case .array(let places) = member.value else { return member }
        return Member(member.name, .array(places.sorted { $0.text() < $1.text() }))
      })
  }
}

extension Value {
  /// The value as scenarios write it, where they have a short form.
  fileprivate var plain: JSONText {
    switch self {
    case .int(let number): .number(String(number))
    case .string(let text): .string(text.readableText)
    default: json
    }
  }
}
