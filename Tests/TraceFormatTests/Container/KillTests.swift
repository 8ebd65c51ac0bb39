import TestSupport
import Testing
import TraceCompression
import TraceFormat

/// A process that writes a trace is killed with SIGKILL, at moments that a seed decides.
@Suite(.serialized) struct KillTests {
  @Test func `whatever a flush acknowledged is read back after a kill`() throws {
    var numbers = SeededNumbers(seed: TestSeed.value)
    print("KillTests: \(TestSeed.hint)")
    var acknowledged: UInt64 = 0
    for _ in 0..<KilledProbe.rounds(50) {
      acknowledged += try killOnce(
        seed: numbers.next() >> 1, afterMicroseconds: UInt32(numbers.next() % 20_000))
    }
    #expect(acknowledged > 50, "the process was killed before it wrote anything")
  }

  /// Returns how many records had been acknowledged.
  private func killOnce(seed: UInt64, afterMicroseconds delay: UInt32) throws -> UInt64 {
    try TemporaryFolder.with { folder in
      let path = folder.path("killed.synctrace")
      let acknowledged = try KilledProbe.run([path, "\(seed)"], killingAfterMicroseconds: delay)
      let reader = try TraceReader(path: path)
      var count: UInt64 = 0
      while let event = try reader.next() {
        if case .loss(let loss) = event.content {
          #expect(count >= acknowledged && loss.firstSequence == count, "\(TestSeed.hint)")
          break
        }
        #expect(event.sequence == count, "\(TestSeed.hint)")
        guard event.content == ProbeRecords.content(count, seed: seed) else {
          Issue.record("record \(count) is not what was written; \(TestSeed.hint)")
          break
        }
        count += 1
      }
      #expect(count >= acknowledged, "\(TestSeed.hint)")
      while try reader.next() != nil {}
      #expect(reader.findings.last?.code == .notClosed, "\(TestSeed.hint)")
      return acknowledged
    }
  }
}
