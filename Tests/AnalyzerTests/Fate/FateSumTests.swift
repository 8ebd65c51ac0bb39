import Analyzer
import Recorder
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Every unsynced write has one fate, over all recorded resets in discard mode.
@Suite struct FateSumTests {
  @Test(arguments: Vectors.resetFiles)
  func `Writes in are fates out, and the fates fit the result`(file: String) throws {
    for line in try Vectors.lines(of: file) {
      let vector = try ResetVector(parsing: line)
      guard vector.mode == .discardLocal else { continue }
      let outcome = try ScenarioOutcome.of(
        VectorImporter.events(of: vector))
      let report = Analysis.report(of: outcome)
      let writes = outcome.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
      let context = Comment(rawValue: vector.name)
      #expect(report.writes.count == writes, context)
      #expect(report.totals.reduce(0) { $0 + $1.count } == writes, context)
      #expect(report.transactions.reduce(0) { $0 + $1.writeCount } == writes, context)
      let allowed: Set<Fate> =
        report.result == .discarded ? [.lost, .superseded, .redundant] : [.stranded]
      #expect(allowed.isSuperset(of: report.writes.map(\.fate)), context)
      #expect(report.comparison?.isSameReset == true, context)
      let lines = report.text().split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 80 }, context)
    }
  }
}
