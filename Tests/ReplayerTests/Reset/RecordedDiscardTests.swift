import Recorder
import Replayer
import TestSupport
import Testing
import TraceFormat

@Suite struct RecordedDiscardTests {
  /// The other files hold recoveries alone.
  static let files = [
    "reset-core.ndjson.zst", "reset-fuzz.ndjson.zst", "reset-chain.ndjson.zst",
    "demo/field-inspections.ndjson.zst",
  ]

  @Test(arguments: files)
  func `every recorded reset that recovers nothing ends as Realm Core's did`(file: String) throws {
    var count = 0
    for line in try Vectors.lines(of: file) {
      let vector = try ConformanceCase(line)
      guard let response = try discardResponse(vector) else { continue }
      let differences = try vector.differences(response)
      #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
      count += 1
    }
    #expect(count > 0)
  }

  /// Nil where a recovery took place.
  private func discardResponse(_ vector: ConformanceCase) throws -> ResetResponse? {
    let expected = vector.vector.expectation
    guard expected.result != .recovered, expected.result != .crash else { return nil }
    let response = ClientReset.perform(try vector.request())
    return response.attempt.actualMode == .recover ? nil : response
  }
}
