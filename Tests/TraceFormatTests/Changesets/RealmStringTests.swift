import Testing
import TraceFormat

struct RealmStringTests {
  /// Bytes with zeros and high ones at every length around that of the short form, and around eight.
  private static let samples: [[UInt8]] = (0...20).flatMap { (count: Int) -> [[UInt8]] in
    let bytes = (0..<count).map { UInt8($0 % 3) }
    return [UInt8]([0, 0x41, 0xFF]).flatMap { (other: UInt8) -> [[UInt8]] in
      var (first, last) = (bytes, bytes)
      if count > 0 { (first[0], last[count - 1]) = (other, other) }
      return [first, last]
    }
  }

  @Test func `A string compares by its bytes in either form`() {
    for left in Self.samples {
      for right in Self.samples {
        let (a, b) = (RealmString(left), RealmString(right))
        let isBefore = left.lexicographicallyPrecedes(right)
        #expect((a == b) == (left == right), "\(left) \(right)")
        #expect((a < b) == isBefore, "\(left) \(right)")
        if left == right { #expect(a.hashValue == b.hashValue) }
      }
    }
  }

  @Test(arguments: samples)
  func `A string gives back its bytes`(_ bytes: [UInt8]) {
    let string = RealmString(
      storage: [7, 7] + bytes + [7], ByteRange(offset: 2, size: UInt32(bytes.count)))
    #expect(Array(string.bytes) == bytes && string == RealmString(bytes))
    #expect(string.count == bytes.count && string.isEmpty == bytes.isEmpty)
    #expect(string.readableText.utf8.elementsEqual(String(decoding: bytes, as: UTF8.self).utf8))
    #expect(string.text.map { Array($0.utf8) } == (bytes.contains(0xFF) ? nil : bytes))
  }

  @Test func `A string that is longer than three bytes can count is whole`() {
    for count in [0xFF_FFFE, 0xFF_FFFF, 0x100_0003] {
      let storage = [7] + [UInt8](repeating: 0x41, count: count) + [7]
      let string = RealmString(storage: storage, ByteRange(offset: 1, size: UInt32(count)))
      #expect(string.count == count && string.bytes.allSatisfy { $0 == 0x41 })
      #expect(string.bytes.count == count)
    }
  }

  @Test func `A string takes sixteen bytes, also where it may be absent`() {
    #expect(MemoryLayout<RealmString>.size == 16 && MemoryLayout<RealmString?>.size == 16)
  }
}
