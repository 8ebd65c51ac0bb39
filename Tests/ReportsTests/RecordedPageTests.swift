import Analyzer
import Importers
import ReplaySupport
import Replayer
import Reports
import TestSupport
import Testing

/// Pages about resets that Realm Core really performed.
@Suite(.slow) struct RecordedPageTests {
  @Test func `No page is wider than eighty columns, and each reason is one sentence`() throws {
    var writeCount = 0
    for (index, line) in try Vectors.lines(of: "reset-fuzz.ndjson.zst").enumerated()
    where index.isMultiple(of: 80) {
      let vector = try ResetVector(parsing: line)
      let outcomes = try Replay.run(events: VectorImporter.events(of: vector), mode: vector.mode)
      let report = Analysis.report(of: outcomes[0])
      let page = report.text(ReportTextOptions(isVerbose: true))
      #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(vector.name)")
      for words in report.writes.map(\.reason.words) {
        #expect(!words.isEmpty && words.last != "." && !words.contains("\n"), "\(vector.name)")
      }
      writeCount += report.writes.count
    }
    #expect(writeCount > 0)
  }
}
