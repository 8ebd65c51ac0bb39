import TestSupport
import Testing

@Suite(.slow) struct RecordedStateTests {
  @Test(arguments: Vectors.resetFiles)
  func `every recorded state comes out of its changesets byte for byte`(file: String) throws {
    var known: Set<[[UInt8]]> = []
    for line in try Vectors.lines(of: file) {
      let differences = try RecordedReset(line).stateDifferences(besides: &known)
      #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }
    #expect(!known.isEmpty)
  }
}
