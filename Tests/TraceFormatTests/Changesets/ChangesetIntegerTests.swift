import Testing
import TraceFormat

/// The integers of the wire, read through the fields that have them.
@Suite struct ChangesetIntegerTests {
  /// Declares "a" as string 0.
  static let declaration = "3f000161"

  static let signed: [(Int64, String)] = [
    (0, "00"), (1, "01"), (-1, "40"), (-2, "41"), (42, "2a"), (63, "3f"), (64, "c000"),
    (-64, "7f"), (-65, "c040"), (127, "ff00"), (128, "8001"), (-128, "ff40"), (255, "ff01"),
    (256, "8002"), (300, "ac02"), (8191, "ff3f"), (8192, "80c000"), (-8192, "ff7f"),
    (-8193, "80c040"), (65535, "ffff03"), (2_147_483_647, "ffffffff07"),
    (-2_147_483_648, "ffffffff47"), (4_294_967_295, "ffffffff0f"),
    (9_007_199_254_740_992, "8080808080808010"), (.max, "ffffffffffffffffff00"),
    (.min, "ffffffffffffffffff40"),
  ]

  /// An AddInteger with this operand.
  private func addInteger(_ digits: String) throws -> Int64? {
    let bytes = try #require(Hex.decode(Self.declaration + "0500000000" + digits))
    guard case .addInteger(let it) = try Changeset(decoding: bytes).instructions.first
    else { return nil }
    return it.value
  }

  @Test(arguments: signed)
  func `signed integers read and write`(value: Int64, digits: String) throws {
    #expect(try addInteger(digits) == value)
    var builder = ChangesetBuilder()
    builder.addInteger(LocationValue("a", .null, "a"), value)
    #expect(Hex.encode(builder.changeset.encoded()) == Self.declaration + "0500000000" + digits)
  }

  @Test(arguments: [("8000", 0), ("818000", 1), ("c040", -65), ("80808080808080808000", 0)])
  func `longer forms than needed are read`(digits: String, value: Int64) throws {
    #expect(try addInteger(digits) == value)
  }

  @Test(arguments: [
    "ffffffffffffffffff01", "8080808080808080808000", "ffffffffffffffffff41", "80", "",
  ])
  func `integers that are too large, too long or cut are refused`(digits: String) {
    #expect(throws: DecodingFailure.self) { _ = try addInteger(digits) }
  }

  /// An ArrayErase with this prior size.
  private func priorSize(_ digits: String) throws -> UInt32? {
    let bytes = try #require(Hex.decode(Self.declaration + "0a0000000100" + digits))
    guard case .arrayErase(let it) = try Changeset(decoding: bytes).instructions.first
    else { return nil }
    return it.priorSize
  }

  @Test(
    arguments: [
      ("ffffffff0f", UInt32.max), ("41", .max - 1), ("7f", .max - 63), ("ffffffff4f", 0),
      ("8080808000", 0),
    ] as [(String, UInt32)])
  func `a negative number other than -1 stands for its two's complement`(
    digits: String, value: UInt32
  ) throws {
    #expect(try priorSize(digits) == value)
  }

  @Test(arguments: ["40", "ffffffff10", "808080808000"])
  func `-1 and what has more than 32 bits are refused`(digits: String) {
    #expect(throws: DecodingFailure.self) { _ = try priorSize(digits) }
  }

  /// The key of an object of a class without primary key.
  @Test(
    arguments: [
      ("ffffffffffffffffff01", UInt64.max), ("80808080808080808001", 1 << 63),
      ("41", .max - 1), ("00", 0),
    ] as [(String, UInt64)])
  func `64 unsigned bits are read`(digits: String, value: UInt64) throws {
    let bytes = try #require(Hex.decode(Self.declaration + "020040" + digits + "05"))
    guard case .createObject(let it) = try Changeset(decoding: bytes).instructions.first else {
      Issue.record("no CreateObject")
      return
    }
    #expect(it.object == .globalKey(GlobalKey(high: value, low: 5)))
  }

  @Test(arguments: [("00", false), ("01", true), ("3f", true), ("41", true), ("ff01", true)])
  func `any number but zero is true`(digits: String, value: Bool) throws {
    let bytes = try #require(Hex.decode(Self.declaration + "0000000001" + digits))
    guard case .addTable(let it) = try Changeset(decoding: bytes).instructions.first else {
      Issue.record("no AddTable")
      return
    }
    #expect(it.primaryKey?.isNullable == value)
  }
}
