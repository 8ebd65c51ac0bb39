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

  @Test func `what is not compressed is read as it is`() throws {
    for bytes in [[], [0x1F], Self.plain] { #expect(try read(bytes) == bytes) }
  }

  @Test
  func `every prefix is refused but those between members, and no flipped bit changes a byte`() {
    var wholeCount = 0
    for count in 2..<Self.compressed.count
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
