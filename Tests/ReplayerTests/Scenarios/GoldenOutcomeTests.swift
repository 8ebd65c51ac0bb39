import TestSupport
import Testing

@Suite struct GoldenOutcomeTests {
  @Test(arguments: try ScenarioFiles.expectedNames())
  func `a scenario has the outcome that was reviewed`(name: String) throws {
    try GoldenFile.check(
      GoldenOutcome.text(of: name), against: "traces/scenarios/golden/\(name).txt")
  }
}
