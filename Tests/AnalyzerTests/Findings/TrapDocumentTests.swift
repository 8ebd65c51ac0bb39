import Analyzer
import TestSupport
import Testing

@Suite struct TrapDocumentTests {
  private static func sections() throws -> [DocumentSection] {
    try DocumentSection.all(in: "docs/traps.md")
  }

  @Test func `the document has a section for each trap, in the order of the table`() throws {
    let sections = try Self.sections()
    #expect(sections.map(\.heading) == TrapIdentifier.allCases.map(\.rawValue))
    for (trap, section) in zip(TrapIdentifier.allCases, sections) {
      #expect(trap.aliases.allSatisfy(section.text.contains), "\(section.heading)")
    }
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

  @Test func `every trap is known by the names of the lifecycle and of the recovery`() {
    let names = Set(TrapIdentifier.allCases.flatMap(\.aliases))
    let recovery = (1...21).map { "R\($0)" }
    // The other three show in no trace, which the document says.
    let lifecycle = (1...16).filter { ![5, 10, 11].contains($0) }.map { "L\($0)" }
    #expect(names.isSuperset(of: recovery + lifecycle))
    #expect(names.isDisjoint(with: ["L5", "L10", "L11"]))
  }
}
