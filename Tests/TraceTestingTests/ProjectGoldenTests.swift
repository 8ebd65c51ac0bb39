import Testing
import TraceCompression
import TraceTesting

/// The project's own traces, the way that other projects check theirs.
@Suite struct ProjectGoldenTests {
  @Test func `the traces of the project come to what was reviewed, in every mode`() async throws {
    try await expectGoldens(in: "../../traces", codec: ZstdCodec())
  }
}
