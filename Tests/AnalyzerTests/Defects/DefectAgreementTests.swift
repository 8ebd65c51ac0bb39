import AnalysisSupport
import Analyzer
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Recorded resets, of which some came to what they did by defects of Realm Core.
@Suite(.slow) struct DefectAgreementTests {
  @Test(arguments: Vectors.resetFiles)
  func `defects are named exactly where the engines come to different states`(file: String) throws {
    let lines = try Vectors.lines(of: file)
    // A sample; which one does not depend on what is in it.
    for index in stride(from: 0, to: lines.count, by: lines.count > 100 ? 11 : 1) {
      let vector = try ResetVector(parsing: lines[index])
      let compared = try ComparedOutcomes.first(
        of: VectorImporter.events(of: vector), mode: vector.mode)
      let ideal = compared.outcome(with: .ideal)
      let report = Analysis.report(of: compared)
      let isDifferent =
        compared.outcome.ending != ideal.ending
        || compared.outcome.result.after.canonicalJSON != ideal.result.after.canonicalJSON
      let context = Comment(rawValue: vector.name)
      #expect(report.defects.isEmpty == !isDifferent, context)
      let marked = report.writes.indices.filter { report.writes[$0].defect != nil }
      #expect(Set(report.defects.flatMap(\.writes)) == Set(marked), context)
      for occurrence in report.defects {
        #expect(occurrence.after != occurrence.idealAfter || occurrence.address == nil, context)
      }
    }
  }
}
