import Analyzer
import TestSupport
import Testing

@Suite struct TrapDocumentTests {
  private static func sections() throws -> [DocumentSection] {
    try DocumentSection.all(in: "docs/traps.md")
  }

  @Test func `the document has a section for each trap, in the order of the table`() throws {
    #expect(try Self.sections().map(\.heading) == TrapIdentifier.allCases.map(\.rawValue))
  }

  @Test(arguments: try sections().map(\.heading))
  func `a trap is shown by scenarios that are expected to run into it`(trap: String) throws {
    let scenarios = try Self.sections().first { $0.heading == trap }?.scenarios ?? []
    #expect(!scenarios.isEmpty)
    for name in scenarios {
      let resets = try ScenarioExpectation(of: name).resets
      #expect(resets.contains { $0.traps?.contains(trap) == true }, "\(name)")
    }
  }
}
