import TestSupport
import Testing
import TraceCompression

@testable import TraceFormat

/// Whatever happens to a trace: recovery never claims to have all of it where it has not.
@Suite struct RecoveryClaimTests {
  /// Three chunks of a record each, closed or not.
  private static func trace(isClosed: Bool) throws -> (bytes: [UInt8], chunkStarts: [Int]) {
    let sink = MemorySink()
    let header = TraceHeader(metadata: [.init("source", "test")])
    let writer = try TraceWriter(to: sink, header: header)
    var starts: [Int] = []
    for number in 0..<3 {
      starts.append(sink.bytes.count)
      try writer.append(
        timeMicroseconds: Int64(number), session: 1, content: .note(Note(text: "note \(number)")))
      try writer.flush()
    }
    if isClosed { try writer.finish() }
    return (sink.bytes, starts)
  }

  /// What is wrong with what recovery claims; nil where it claims no more than it has.
  private static func falseClaim(on bytes: [UInt8], of original: [Event]) throws -> String? {
    let sink = MemorySink()
    let recovery: TraceRecovery
    do {
      recovery = try TraceRecovery(salvaging: MemorySource(bytes), into: sink, codec: ZstdCodec())
    } catch is DecodingFailure {
      return nil
    }
    let found = try TraceFiles.read(sink.bytes).events
    let isWhole = original.allSatisfy(found.contains)
    return isWhole || !recovery.isComplete ? nil : "\(recovery)"
  }

  @Test(arguments: [true, false], [0xFF, 0x01, 0x0A, 0x80] as [UInt8])
  func `no flipped byte leads to a false claim`(isClosed: Bool, mask: UInt8) throws {
    let (whole, _) = try Self.trace(isClosed: isClosed)
    let original = try TraceFiles.read(whole).events
    for offset in whole.indices {
      var bytes = whole
      bytes[offset] ^= mask
      #expect(try Self.falseClaim(on: bytes, of: original) == nil, "byte \(offset)")
    }
  }

  @Test(arguments: [true, false])
  func `no cut leads to a false claim`(isClosed: Bool) throws {
    let (whole, _) = try Self.trace(isClosed: isClosed)
    let original = try TraceFiles.read(whole).events
    for size in 0..<whole.count {
      let claim = try Self.falseClaim(on: Array(whole[..<size]), of: original)
      #expect(claim == nil, "size \(size)")
    }
  }

  @Test(arguments: [Frame.Kind.index, .trailer], [0, 1_000, 1 << 20])
  func `a last chunk whose header is damaged in kind and size is told of`(
    kind: Frame.Kind, addedSize: Int
  ) throws {
    let (whole, starts) = try Self.trace(isClosed: false)
    let start = try #require(starts.last)
    var bytes = whole
    bytes[start + Frame.prefixSize - 4] = kind.rawValue
    bytes[start + 4] = UInt8(truncatingIfNeeded: Int(bytes[start + 4]) + addedSize)
    bytes[start + 5] = UInt8(truncatingIfNeeded: addedSize >> 8)
    bytes[start + 6] = UInt8(truncatingIfNeeded: addedSize >> 16)
    for mode in [TraceReader.Mode.normal, .salvage] {
      let (events, reader) = try TraceFiles.read(bytes, mode: mode)
      let losses = events.filter { $0.kind == .loss && !$0.isSuspect }
      #expect(losses.map(\.sequence) == [mode == .salvage ? 3 : 2])
      let told = reader.findings.first(where: \.isDamage)
      #expect(told?.offset == UInt64(start))
      #expect(told?.size == UInt64(bytes.count - start))
      #expect(reader.isDamaged)
    }
    let recovery = try TraceRecovery(
      salvaging: MemorySource(bytes), into: MemorySink(), codec: ZstdCodec())
    #expect(recovery.isLossy && !recovery.isComplete)
  }

  @Test func `an index that was cut while it was written loses no record`() throws {
    let (whole, _) = try Self.trace(isClosed: true)
    let (open, _) = try Self.trace(isClosed: false)
    for size in open.count + Frame.prefixSize + 1..<whole.count - TraceTrailer.frameSize {
      let (events, reader) = try TraceFiles.read(Array(whole[..<size]))
      #expect(events.map(\.kind) == [.note, .note, .note], "size \(size)")
      #expect(reader.findings.map(\.code) == [.damagedIndex, .notClosed], "size \(size)")
      #expect(reader.findings.first?.offset == UInt64(open.count))
    }
  }
}
