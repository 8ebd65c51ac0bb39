import AnalysisSupport
import Analyzer
import RealmModel
import ReplaySupport
import Replayer
import Testing
import TraceFormat

@testable import Reports

/// Large values in the JSON of a report: once for the writes to one place.
@Suite struct RepeatedValuesTests {
  /// A report on a session that has added so many elements to one list.
  private func report(_ count: Int) throws -> ReplayReport {
    report(Analysis.report(of: try ScenarioOutcome.session(Self.additions(count))))
  }

  private func report(_ report: Report) -> ReplayReport {
    ReplayReport(trace: "many", resets: [ModeComparison([report])])
  }

  private static func additions(_ count: Int) -> String {
    let operations = (0..<count).map { #"{"append": ["T", 1, "l"], "value": \#($0)}"# }
    return #""local": [{"operations": [\#(operations.joined(separator: ","))]}]"#
  }

  private func occurrences(of text: String, in report: ReplayReport) -> Int {
    report.json.text().ranges(of: text).count
  }

  @Test func `a list is written once, however many writes there are to it`() throws {
    let sizes = try [200, 400, 800].map { try report($0).json.text().utf8.count }
    #expect(sizes[1] < 2 * sizes[0] + 1000 && sizes[2] < 2 * sizes[1] + 1000)
    #expect(try occurrences(of: "sameAs", in: report(200)) == 199)
  }

  @Test func `a small list is written with each write`() throws {
    // Three elements were there.
    #expect(try occurrences(of: "sameAs", in: report(97)) == 0)
    #expect(try occurrences(of: "sameAs", in: report(98)) == 97)
  }

  @Test func `what is written once is read for all writes`() throws {
    let written = try report(150)
    let read = try ReplayReport(parsing: Array(written.json.text().utf8))
    #expect(read.json.text() == written.json.text())
    let (old, new) = (written.resets[0].reports[0], read.resets[0].reports[0])
    #expect(new.writes.map(\.observed) == old.writes.map(\.observed))
  }

  @Test func `what a correct recovery leaves is written once, and read for all writes`() throws {
    let file = ScenarioOutcome.sessionFile(
      Self.additions(150) + #", "serverChanges": [{"uploaded": 0}]"#)
    let outcome = try ComparedOutcomes.first(
      of: ScenarioOutcome.events(Array(file.utf8)), mode: .recover)
    let written = report(Analysis.report(of: outcome))
    let text = written.json.text()
    #expect(text.ranges(of: #/"idealAfter":\s*\{\s*"sameAs":\s*0\b/#).count == 149)
    let read = try ReplayReport(parsing: Array(text.utf8))
    let (old, new) = (written.resets[0].reports[0], read.resets[0].reports[0])
    #expect(new.writes.map(\.defect) == old.writes.map(\.defect))
  }

  @Test(arguments: [149, 150, 100_000])
  func `only an earlier write is referred to`(index: Int) throws {
    let text = try report(150).json.text()
    let changed = text.replacing(#/"sameAs":\s*0\b/#, with: #""sameAs": \#(index)"#)
    #expect(changed != text)
    #expect {
      _ = try ReplayReport(parsing: Array(changed.utf8))
    } throws: {
      "\($0)".contains("the index of an earlier write to the same place")
    }
  }
}
