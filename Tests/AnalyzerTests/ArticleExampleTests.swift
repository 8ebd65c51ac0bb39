import Analyzer
import Foundation
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

/// The way to judge a reset that the library's documentation shows.
@Suite struct ArticleExampleTests {
  /// The first example of the article, with another path and another way to print.
  private func printed(at path: String) throws -> [String] {
    var lines: [String] = []
    func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }

    let reader = try TraceReader(path: path)
    var replay = Replay()
    while let event = try reader.next() { replay.observe(event) }
    for reset in try replay.resets() {
      let report = Analysis.report(of: reset.outcome(mode: .discardLocal))
      print("\(report.result): \(report.count(of: .lost)) of \(report.writes.count) writes lost")
      for write in report.writes where write.fate == .lost {
        print(write.address.className.readableText, write.kind, write.cause?.rawValue ?? "")
      }
    }
    return lines
  }

  @Test func `The example is the one that is tested here`() throws {
    let article = String(
      decoding: try ProjectFiles.bytes("Sources/Analyzer/Analyzer.docc/JudgingAReset.md"),
      as: UTF8.self)
    let block = try #require(
      article.components(separatedBy: "```swift\n").dropFirst().first?
        .components(separatedBy: "```").first)
    let sources = [
      try String(contentsOfFile: #filePath, encoding: .utf8),
      // The same, compiled as by a package that sees only what is public.
      String(
        decoding: try ProjectFiles.bytes("Documentation/Examples/Judging.swift"), as: UTF8.self),
    ]
    let lines = block.replacingOccurrences(of: "\"session.synctrace\"", with: "path")
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count == 15)
    for source in sources {
      for line in lines { #expect(source.contains(line), "\(line)") }
    }
  }

  @Test func `The example says what was lost`() throws {
    let lines = try printed(at: ProjectFiles.path("traces/field-inspections.synctrace"))
    #expect(lines.first == "discarded: 31 of 33 writes lost")
    #expect(lines.count == 32)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("Inspection ") })
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(" discardedByMode") })
  }
}
