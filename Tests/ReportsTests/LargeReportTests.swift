import ReplaySupport
import TestSupport
import Testing

@testable import Analyzer
@testable import Reports

/// Ten thousand writes are read as fast as ten.
@Suite(.slow) struct LargeReportTests {
  /// Five properties of each of two thousand objects, all of them different and all alike in their fate.
  private static let report = Result {
    let objects = (0..<2_000).map { #"{"_id": "object-\#($0)"}"# }.joined(separator: ",")
    let operations = (0..<2_000).map { object in
      let values = (0..<5).map { #""p\#($0)": "value \#($0) of object \#(object)""# }
      return #"{"update": ["T", "object-\#(object)"], "set": {\#(values.joined(separator: ","))}}"#
    }
    let properties = (0..<5).map { #""p\#($0)": "string""# }.joined(separator: ",")
    let scenario = """
      {"scenario": 1, "name": "large", "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "string", \(properties)}}},
       "synced": {"T": [\(objects)]}, "local": [{"operations": [\(operations.joined(separator: ","))]}], "error": {}}
      """
    return try ReplaySamples.report(on: ScenarioOutcome.events(Array(scenario.utf8)), "large")
  }

  /// What is said of the first mode, which discards.
  private func discarded() throws -> ReplayReport {
    var report = try Self.report.get()
    report.resets[0].reports.removeLast(report.resets[0].reports.count - 1)
    return report
  }

  @Test func `a page has at most two megabytes, and every write`() throws {
    let page = try Self.report.get().html()
    #expect(page.utf8.count <= 2_000_000)
    let data = try PageData(ParsedHTML(page))
    #expect(data.reports.map(\.writeCount) == [10_000, 10_000, 10_000, 10_000])
    #expect(data.texts.contains(#"set to "value 4 of object 1999""#))
  }

  @Test func `text and Markdown have a line for what is alike`() throws {
    let report = try discarded()
    let text = report.text()
    #expect(text.split(separator: "\n").count < 80)
    #expect(text.contains(#"lost                    p4 "" → "value 4 of object 2""#))
    #expect(text.contains("and 1997 more objects"))
    let markdown = report.markdown
    #expect(markdown.contains("and 1997 more objects"))
    #expect(markdown.utf8.count < 10_000)
    let verbose = report.text(ReportTextOptions(isVerbose: true))
    #expect(verbose.contains(#"set to "value 4 of object 1999""#))
  }
}
