import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// docs/traps.md shows what the report on a scenario says of each trap.
@Suite struct TrapExampleTests {
  private static func sections() throws -> [DocumentSection] {
    try DocumentSection.all(in: "docs/traps.md")
  }

  @Test(arguments: try sections().indices)
  func `an example is what the report on one of the scenarios says`(index: Int) throws {
    let section = try Self.sections()[index]
    let parts = section.text.components(separatedBy: "\n```report\n")
    try #require(parts.count == 2, "\(section.heading)")
    let shown = parts[1].components(separatedBy: "\n```")[0].split(separator: "\n")
    let reports = try section.scenarios.map { scenario in
      try Self.report(on: scenario, Self.options(before: parts[0]), trap: section.heading)
    }
    let isSaid = reports.contains { report in
      shown.allSatisfy { report.contains("- " + Self.words($0)) }
    }
    #expect(!shown.isEmpty && isSaid, "\(section.heading): \(reports)")
  }

  /// The options that a section names right before its example, or those of all others.
  private static func options(before text: String) -> [String] {
    let named = text.components(separatedBy: "\n\nWith `").dropFirst().last?
      .components(separatedBy: "`:")[0]
    return DocumentedCommand.words(named?[...] ?? "--mode recover")
  }

  /// What a report says of a trap and all behind it, however its lines are broken.
  private static func report(on scenario: String, _ options: [String], trap: String) throws
    -> String
  {
    let path = "traces/scenarios/\(scenario).json"
    let command = DocumentedCommand(
      arguments: ["import", "scenario", path, "-o", "-", "|", "tracetool", "replay"] + options
        + ["-"],
      output: "")
    let output = try command.runOnImport().output
    return words(output.components(separatedBy: "\n  \(trap): ").dropFirst().first ?? "")
  }

  private static func words(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
