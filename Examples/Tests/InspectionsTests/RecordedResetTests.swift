import Testing
import TraceTesting

@Test func `What the recorded reset lost in the app's mode is what was accepted`() throws {
  try expectGolden("../../Traces/recorded-reset.synctrace", mode: .discardLocal)
}

@Test func `In the other mode nothing would have been lost`() throws {
  try expectGolden("../../Traces/recorded-reset.synctrace", mode: .recover)
}
