import TestSupport
import Testing
import TraceFormat

@testable import RealmModel

@Suite struct PackedIntegersTests {
  @Test(
    arguments: [
      [], [0], [0, 127, -128], [128], [-129, 5], [32767, -32768], [32768], [1 << 31 - 1, -1 << 31],
      [1 << 31], [.min, .max, 0, -1],
    ] as [[Int64]])
  func `numbers are packed in as few bytes as the largest needs`(numbers: [Int64]) {
    let packed = PackedIntegers(numbers)
    #expect((0..<packed.count).map { packed[$0] } == numbers)
    let widths: [Int] = [8, 16, 32, 64]
    let fitting = widths.first { width in
      numbers.allSatisfy { width == 64 || ($0 >= -1 << (width - 1) && $0 < 1 << (width - 1)) }
    }
    #expect(packed.width == fitting)
  }

  /// What stands in the bytes 0xE4 0x1B and zeros, by width.
  @Test(arguments: [
    (1, [0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0]), (2, [0, 1, 2, 3, 3, 2, 1, 0]),
    (4, [4, 14, 11, 1]), (8, [-28, 27]), (16, [0x1BE4]), (32, [0x1BE4]), (64, [0x1BE4]),
    (0, [0, 0, 0]),
  ])
  func `numbers of every width, also behind others and taken out of them`(
    width: Int, expected: [Int64]
  ) {
    let bytes: [UInt8] = [9, 9, 9, 0xE4, 0x1B, 0, 0, 0, 0, 0, 0, 9]
    for first in expected.indices {
      let rest = Array(expected[first...])
      let packed = PackedIntegers(in: bytes, at: 3, first: first, width: width, count: rest.count)
      #expect((0..<rest.count).map { packed[$0] } == rest)
      let detached = packed.detached
      #expect((0..<rest.count).map { detached[$0] } == rest)
      #expect(detached.bytes.count <= 8)
    }
  }
}
