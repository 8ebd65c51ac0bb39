import Testing
import TraceFormat
import TraceTesting

/// What the reset that was recorded in the app comes to, in the mode that the app has and in the one that it
/// could have.
@Suite struct RecordedResetTests {
  @Test func `The reset loses what it lost, and no more`() throws {
    try expectGolden("../../Traces/recorded-reset.synctrace", mode: .discardLocal)
  }

  @Test func `In the other mode nothing would have been lost`() throws {
    try expectGolden("../../Traces/recorded-reset.synctrace", mode: .recover)
  }
}
