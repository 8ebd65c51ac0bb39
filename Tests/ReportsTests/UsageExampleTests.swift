import Analyzer
import Foundation
import Replayer
import Reports
import TestSupport
import Testing
import TraceCompression
import TraceFormat

/// The way to use the libraries that docs/usage.md shows.
@Suite struct UsageExampleTests {
  /// The example, with another path and another way to print.
  private func printed(at path: String) throws -> [String] {
    var lines: [String] = []
    func print(_ text: String) { lines.append(text) }

    let reader = try TraceReader(path: path)
    var replay = Replay()
    while let event = try reader.next() { replay.observe(event) }
    for reset in try replay.resets() {
      print(Analysis.report(of: reset.outcome(mode: .discardLocal)).json.text(.indented))
    }
    return lines
  }

  @Test func `The example is the one that is tested here`() throws {
    let guide = String(decoding: try ProjectFiles.bytes("docs/usage.md"), as: UTF8.self)
    let block = try #require(
      guide.components(separatedBy: "```swift\n").dropFirst().first?
        .components(separatedBy: "```").first)
    let source = String(
      decoding: try ProjectFiles.bytes("Tests/ReportsTests/UsageExampleTests.swift"),
      as: UTF8.self)
    let lines = block.replacingOccurrences(of: "\"session.synctrace\"", with: "path")
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count >= 9)
    for line in lines { #expect(source.contains(line), "\(line)") }
  }

  @Test func `The example prints a report`() throws {
    let lines = try printed(at: ProjectFiles.path("traces/field-inspections.synctrace"))
    #expect(lines.count == 1)
    #expect(lines[0].contains(#""result": "discarded""#))
  }
}
