import TestSupport
import Testing
import TraceFormat

/// A trace of 20 chunks, damaged in every way: whatever is not touched is read, and what is missing
/// is counted and named.
@Suite struct DamageTests {
  static let sample = DamageSample()

  /// Spreads the offsets over test cases, so that they run on all cores.
  static let stripes = Array(0..<8)

  @Test(arguments: stripes, [true, false])
  func `flipping any one byte loses at most the chunk it is in`(
    stripe: Int, isSeekable: Bool
  ) throws {
    let sample = Self.sample
    for offset in stride(from: stripe, to: sample.bytes.count, by: Self.stripes.count) {
      var bytes = sample.bytes
      bytes[offset] ^= 0xFF
      let touched = sample.chunks(touching: offset..<offset + 1)
      try sample.check(bytes, touched: touched, isSeekable: isSeekable, "byte \(offset)")
    }
  }

  @Test(arguments: stripes, [true, false])
  func `cutting the file anywhere keeps every chunk before the cut`(
    stripe: Int, isSeekable: Bool
  ) throws {
    let sample = Self.sample
    for size in stride(from: stripe, to: sample.bytes.count, by: Self.stripes.count) {
      let bytes = Array(sample.bytes[..<size])
      guard size >= sample.headerSize else {
        #expect(throws: DecodingFailure.self, "size \(size)") {
          try TraceFiles.read(bytes, isSeekable: isSeekable)
        }
        continue
      }
      let (events, reader) = try TraceFiles.read(bytes, isSeekable: isSeekable)
      let whole = sample.chunkRanges.filter { $0.upperBound <= size }
      let recorded = events.filter { $0.kind != .loss }
      #expect(recorded == Array(sample.events[..<(2 * whole.count)]), "size \(size)")
      let isClean = size == sample.chunkEnd(whole.count)
      let isInIndex = size > sample.recordsEnd
      #expect(reader.findings.count == (isClean ? 1 : 2) || isInIndex, "size \(size)")
      #expect(!reader.findings.isEmpty, "size \(size)")
      if !isClean && !isInIndex { #expect(events.last?.kind == .loss, "size \(size)") }
    }
  }

  @Test(arguments: [true, false], ["zeros", "noise", "removed", "doubled"])
  func `replacing any one chunk loses that chunk and no other`(
    isSeekable: Bool, kind: String
  ) throws {
    let sample = Self.sample
    var noise = SeededNumbers(seed: 20)
    for (chunk, range) in sample.chunkRanges.enumerated() {
      var bytes = sample.bytes
      let replacement: [UInt8] =
        switch kind {
        case "zeros": [UInt8](repeating: 0, count: range.count)
        case "noise": noise.bytes(range.count)
        case "removed": []
        default: Array(bytes[range]) + Array(bytes[range])
        }
      bytes.replaceSubrange(range, with: replacement)
      let touched = kind == "doubled" ? [] : [chunk]
      try sample.check(bytes, touched: touched, isSeekable: isSeekable, "chunk \(chunk) \(kind)")
    }
  }

  @Test(arguments: [true, false])
  func `bytes cut out of any one chunk lose that chunk and no other`(isSeekable: Bool) throws {
    let sample = Self.sample
    for (chunk, range) in sample.chunkRanges.enumerated() {
      var bytes = sample.bytes
      bytes.removeSubrange(range.upperBound - 20..<range.upperBound - 3)
      try sample.check(bytes, touched: [chunk], isSeekable: isSeekable, "chunk \(chunk)")
    }
  }

  @Test func `the check notices when an event is not read`() throws {
    let sample = Self.sample
    var bytes = sample.bytes
    bytes[sample.chunkRanges[3].upperBound - 5] ^= 1
    let problems = try sample.problems(bytes, touched: [4], isSeekable: true)
    #expect(!problems.isEmpty)
  }

  @Test(arguments: [true, false])
  func `two damaged chunks at the end of an unclosed trace are both told of`(
    isSeekable: Bool
  ) throws {
    let sample = Self.sample
    var bytes = Array(sample.bytes[..<sample.recordsEnd])
    bytes[sample.chunkRanges[18].upperBound - 5] ^= 1
    bytes[sample.chunkRanges[19].lowerBound + 10] ^= 1
    let (events, reader) = try TraceFiles.read(bytes, isSeekable: isSeekable)
    let losses = events.compactMap { event in
      if case .loss(let loss) = event.content { loss } else { nil }
    }
    #expect(losses.map(\.firstSequence) == [36, 38])
    #expect(losses.map(\.recordCount) == [2, nil])
    #expect(reader.findings.map(\.code) == [.damagedChunk, .unreadableBytes, .notClosed])
  }
}
