import TestSupport
import Testing
import TraceCompression
import TraceFormat

/// An app that records under load is killed with SIGKILL, at moments that a seed decides.
@Suite(.serialized) struct LiveKillTests {
  @Test func `What an app had flushed is read back after a kill`() throws {
    var numbers = SeededNumbers(seed: TestSeed.value)
    var safeCount: UInt64 = 0
    for _ in 0..<KilledProbe.rounds(8) {
      safeCount += try killOnce(
        seed: numbers.next() >> 1, afterMicroseconds: UInt32(numbers.next() % 20_000))
    }
    #expect(safeCount > 8, "the process was killed before it wrote anything")
  }

  /// Returns how many commits were safe.
  private func killOnce(seed: UInt64, afterMicroseconds delay: UInt32) throws -> UInt64 {
    try TemporaryFolder.with { folder in
      let path = folder.path("killed.synctrace")
      let safe = try KilledProbe.run(
        [path, "\(seed)", "app"], killingAfterMicroseconds: delay)
      let reader = try TraceReader(path: path)
      var count: UInt64 = 0
      while let event = try reader.next() {
        if case .loss(let loss) = event.content, loss.firstSequence == nil {
          Issue.record("\(loss.reason); \(TestSeed.hint)")
        }
        if case .sessionStart(let start) = event.content { #expect(start.source == .live) }
        guard case .localCommit = event.content else { continue }
        #expect(event.sequence > count, "a session comes first")
        guard event.content == ProbeRecords.content(count, seed: seed) else {
          Issue.record("commit \(count) is not what was recorded; \(TestSeed.hint)")
          break
        }
        count += 1
      }
      #expect(count >= safe, "\(TestSeed.hint)")
      while try reader.next() != nil {}
      #expect(reader.findings.last?.code == .notClosed, "\(TestSeed.hint)")
      return safe
    }
  }
}
