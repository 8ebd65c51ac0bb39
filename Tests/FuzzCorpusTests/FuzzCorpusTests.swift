import FuzzChecks
import Testing

/// What fuzzing has found: inputs that once reached each part of a decoder, and those that broke a promise.
@Suite struct FuzzCorpusTests {
  @Test(arguments: FuzzKind.allCases)
  func `every input that fuzzing kept still holds`(kind: FuzzKind) throws {
    let inputs = try FuzzCorpus.inputs(of: kind)
    #expect(inputs.count > 50)
    for (number, input) in inputs.enumerated() {
      do throws(FuzzFinding) {
        try kind.check(input)
      } catch {
        Issue.record("line \(number + 1) of \(FuzzCorpus.path(of: kind)): \(error)")
      }
    }
  }
}
