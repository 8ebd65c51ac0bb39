import Foundation
import TestSupport
import Testing

@testable import TraceCompression
@testable import TraceFormat

/// Stored frames are frames of zstd: its library reads what is stored, and what it announces of any frame
/// is what the hand-written reader of headers says.
@Suite struct StoredFramesTests {
  private static let sizes = [
    0, 1, 255, 256, 65_535, 65_536, 131_071, 131_072, 131_073, 262_144, 1_000_000,
  ]

  private func stored(_ bytes: [UInt8]) throws -> [UInt8] {
    Array(try StoredFrames().makeCompressor().frame(bytes))
  }

  private func content(
    of frame: [UInt8], by codec: any FrameCodec, limit: Int = 1 << 21
  ) throws -> (bytes: [UInt8], consumed: Int) {
    let reader = try codec.makeDecompressor()
    let consumed = try reader.decompress(frame.rawBytes, limit: limit, at: 0)
    return (Array(reader.output[..<reader.size]), consumed)
  }

  @Test(arguments: sizes)
  func `zstd and the reader of stored frames give the bytes back`(size: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(size))
    let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let frame = try stored(bytes)
    #expect(frame.count <= size + 3 * (size / 131_072 + 1) + 14)
    #expect(ZstdFrameHeader(frame.rawBytes)?.contentSize == UInt64(size))
    for codec in [StoredFrames(), ZstdCodec()] as [any FrameCodec] {
      let (read, consumed) = try content(of: frame + [1, 2, 3], by: codec)
      #expect(read == bytes, "\(codec)")
      #expect(consumed == frame.count, "\(codec)")
    }
  }

  @Test(arguments: sizes)
  func `headers of compressed frames announce what zstd wrote`(size: Int) throws {
    let frame = try ZstdCodec().makeCompressor().frame([UInt8](repeating: 7, count: size))
    #expect(ZstdFrameHeader(Array(frame).rawBytes)?.contentSize == UInt64(size))
  }

  @Test func `a compressed block is refused by name and does not count as damage`() throws {
    let bytes = try TraceFiles.trace(of: [.note(Note(text: String(repeating: "a", count: 500)))])
    let reader = try TraceReader(MemorySource(bytes), codec: StoredFrames())
    let failure = #expect(throws: DecodingFailure.self) { try reader.next() }
    #expect(
      failure?.description.contains("tracetool compact --stored") == true, "\(failure as Any)")
    #expect(reader.findings.isEmpty)
  }

  @Test func `a block that repeats a byte is read`() throws {
    var frame = try stored([5])
    frame.replaceSubrange(6..<10, with: [9, 0, 0, 0])
    frame.replaceSubrange(10..<13, with: [9 << 3 | 1 << 1 | 1, 0, 0])
    let digest = XXH64.digest([UInt8](repeating: 5, count: 9))
    frame.replaceSubrange(
      14..<18, with: (0..<4).map { UInt8(truncatingIfNeeded: digest >> ($0 * 8)) })
    for codec in [StoredFrames(), ZstdCodec()] as [any FrameCodec] {
      #expect(try content(of: frame, by: codec).bytes == [UInt8](repeating: 5, count: 9))
    }
  }

  @Test func `every prefix fails, and salvage gives what is there`() throws {
    let bytes = Array("the records of a chunk".utf8)
    let frame = try stored(bytes)
    let reader = StoredFrames().makeDecompressor()
    for size in 0..<frame.count {
      let prefix = Array(frame[..<size])
      #expect(throws: DecodingFailure.self, "\(size)") {
        try reader.decompress(prefix.rawBytes, limit: 1 << 20, at: 0)
      }
      reader.salvage(prefix.rawBytes, limit: 1 << 20)
      #expect(reader.output == Array(bytes.prefix(max(0, size - 13))), "\(size)")
    }
  }

  /// The library of zstd is the judge: what it takes for these bytes is taken, and nothing else is.
  @Test func `every bit flip is judged as zstd judges it`() throws {
    let frame = try stored(Array("0123456789".utf8))
    for bit in 0..<frame.count * 8 {
      var flipped = frame
      flipped[bit / 8] ^= 1 << (bit % 8)
      let judged = try? content(of: flipped, by: ZstdCodec()).bytes
      let read = try? content(of: flipped, by: StoredFrames()).bytes
      if let read { #expect(read == judged, "bit \(bit)") }
      if judged == Array("0123456789".utf8) && bit / 8 != 4 {
        #expect(read == judged, "bit \(bit)")
      }
    }
  }

  @Test(arguments: [1 << 12, TraceLimit.chunkSizeDefault])
  func `a stored trace is a valid stream of zstd with the same records`(chunkSize: UInt64) throws {
    let contents = (0..<300).map { Event.Content.note(Note(text: "note \($0)")) }
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, codec: StoredFrames())
    writer.chunkSizeTarget = chunkSize
    for content in contents {
      try writer.append(timeMicroseconds: 0, session: 0, content: content)
    }
    try writer.finish()
    #expect(try TraceFiles.read(sink.bytes).events.map(\.content) == contents)
    let reader = try TraceReader(MemorySource(sink.bytes), codec: StoredFrames())
    var read: [Event.Content] = []
    while let event = try reader.next() { read.append(event.content) }
    #expect(read == contents)
    #expect(try !TraceVerification(MemorySource(sink.bytes)).info.isDamaged)
  }
}
