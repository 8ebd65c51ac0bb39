import TestSupport
import Testing
import TraceCompression
import TraceFormat

@Suite struct GzipSourceTests {
  /// Two members behind each other: `first line`, `second line`; `third line`.
  private static let compressed =
    Hex.decode(
      "1f8b08000000000002ff4bcb2c2a2e51c8c9cc4be52a4e4dcecf4b81b0012c5a455d170000001f8b08000000000002ff2bc9c82c4a51c8c9cc4be50200d8aa56210b000000"
    ) ?? []
  private static let plain = Array("first line\nsecond line\nthird line\n".utf8)

  private func read(_ bytes: [UInt8], isSeekable: Bool = true) throws -> [UInt8] {
    let source = GzipSource(MemorySource(bytes, isSeekable: isSeekable))
    var result: [UInt8] = []
    while try source.read(upTo: 7, into: &result) > 0 {}
    return result
  }

  @Test(arguments: [true, false]) func `members are inflated one after the other`(
    _ isSeekable: Bool
  ) throws {
    #expect(try read(Self.compressed, isSeekable: isSeekable) == Self.plain)
  }

  /// A MiB of text in long lines that are all alike.
  private static let part: [UInt8] = {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1023) + [UInt8(ascii: "\n")]
    return Array(repeatElement(line, count: 1024).joined())
  }()

  private static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    try RunningProcess.run("/usr/bin/env", ["gzip", "-9"], input: bytes).output
  }

  private func size(_ source: some ByteSource) throws -> Int {
    var (size, part) = (0, [UInt8]())
    while try source.read(upTo: 1 << 16, into: &part) > 0 {
      size += part.count
      part.removeAll(keepingCapacity: true)
    }
    return size
  }

  @Test func `what inflates out of proportion is refused with where and how much`() throws {
    let (gzip, zstd) = (
      try Self.gzip(Self.part), Array(try ZstdCodec(level: 9).makeCompressor().frame(Self.part))
    )
    func bytes(_ part: [UInt8], _ count: Int) -> MemorySource {
      MemorySource(Array(repeatElement(part, count: count).joined()), isSeekable: false)
    }
    #expect(try size(GzipSource(bytes(gzip, 60))) == 60 << 20)
    #expect(try size(ZstdSource(bytes(zstd, 60))) == 60 << 20)
    // Packed twice, it has the room of what was read of the file alone.
    let twice = try Self.gzip(Array(repeatElement(zstd, count: 200).joined()))
    for source: any ByteSource in [
      GzipSource(bytes(gzip, 200)), try ZstdSource(bytes(zstd, 200)),
      try ZstdSource(GzipSource(bytes(twice, 1))),
    ] {
      let failure = #expect(throws: DecodingFailure.self) { try size(source) }
      let text = "\(try #require(failure))"
      #expect(text.hasPrefix("offset 0x"), "\(text)")
      #expect(text.contains("inflates to") && text.contains("expected at most"), "\(text)")
    }
  }

  @Test func `what is not compressed is read as it is`() throws {
    for bytes in [[], [0x1F, 0x1F], Self.plain] { #expect(try read(bytes) == bytes) }
  }

  @Test(arguments: 1..<10) func `a header that is cut is called cut`(count: Int) {
    let cut = Array(Self.compressed[..<count])
    let failure = #expect(throws: DecodingFailure.self) { try read(cut) }
    #expect(failure?.code == .truncated(needed: 10, available: count))
    #expect(failure.map { "\($0)" }?.hasPrefix("offset 0x0 in header of gzip: ") == true)
  }

  @Test
  func `every prefix is refused but those between members, and no flipped bit changes a byte`() {
    var wholeCount = 0
    for count in 1..<Self.compressed.count
    where (try? read(Array(Self.compressed[..<count]))) != nil {
      wholeCount += 1
    }
    #expect(wholeCount == 1)
    #expect((try? read(Self.compressed + [0, 0, 0])) == Self.plain)
    for bit in 0..<Self.compressed.count * 8 {
      var flipped = Self.compressed
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      // Of a member that is no longer called one, the bytes are read as they are.
      guard let found = try? read(flipped) else { continue }
      #expect(found == Self.plain || found == flipped, "bit \(bit)")
    }
  }
}
