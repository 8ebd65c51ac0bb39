import Analyzer
import Reports
import TestSupport
import Testing

@testable import TracetoolCommands

/// docs/traps.md shows each trap at work on a scenario.
@Suite struct TrapExampleTests {
  private static func examples() throws -> [DocumentedCommand] {
    try DocumentedCommand.all(in: "docs/traps.md")
  }

  @Test func `every trap has an example, of a scenario that is named`() throws {
    let sections = try DocumentSection.all(in: "docs/traps.md")
    #expect(sections.count == Trap.all.count)
    let examples = try Self.examples()
    #expect(examples.count == sections.count)
    for (section, example) in zip(sections, examples) {
      #expect(section.text.contains("```console\n"), "\(section.heading)")
      let scenario = try #require(example.scenario)
      #expect(section.scenarios.contains(scenario), "\(section.heading): \(scenario)")
    }
  }

  @Test(arguments: try examples().indices)
  func `an example shows what the commands print`(index: Int) throws {
    let example = try Self.examples()[index]
    let heading = try DocumentSection.all(in: "docs/traps.md")[index].heading
    let run = try example.runOnImport()
    let trap = run.output.components(separatedBy: "\n  \(heading): ").dropFirst().first
    #expect(trap?.contains(example.output) == true, "\(run.output)")
  }
}
