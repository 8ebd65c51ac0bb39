import Analyzer
import Reports
import TestSupport
import Testing

@testable import TracetoolCommands

/// docs/traps.md shows each trap at work on a scenario.
@Suite struct TrapExampleTests {
  static let examples = (try? DocumentedCommand.all(in: "docs/traps.md")) ?? []

  @Test func `every trap has an example, of a scenario that is named`() throws {
    let sections = try DocumentSection.all(in: "docs/traps.md")
    #expect(sections.count == Trap.all.count)
    #expect(Self.examples.count == sections.count)
    for (section, example) in zip(sections, Self.examples) {
      #expect(section.text.contains("```console\n"), "\(section.heading)")
      #expect(example.output.contains("\(section.heading): "), "\(section.heading)")
      let scenario = try #require(example.scenario)
      #expect(section.scenarios.contains(scenario), "\(section.heading): \(scenario)")
    }
  }

  @Test(arguments: examples.indices)
  func `an example shows what the commands print`(index: Int) throws {
    let run = try Self.examples[index].runOnImport()
    #expect(run.output.contains(Self.examples[index].output), "\(run.output)")
  }
}
