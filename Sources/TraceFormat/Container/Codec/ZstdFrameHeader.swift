/// The header of a zstd frame, as far as a trace needs it (RFC 8878, section 3.1.1.1).
struct ZstdFrameHeader {
  static let magic: UInt32 = 0xFD2F_B528

  var contentSize: UInt64?
  /// How many bytes back a block may refer, where the frame tells it apart from its size.
  private(set) var windowSize: UInt64 = 0
  var hasChecksum: Bool
  /// The size of the header, magic number included.
  var size: Int

  /// Nil where the bytes do not begin with the whole header of a frame.
  init?(_ bytes: RawSpan) {
    var reader = ByteReader(bytes)
    guard let header = try? ZstdFrameHeader(&reader) else { return nil }
    self = header
  }

  private init(_ reader: inout ByteReader) throws(DecodingFailure) {
    guard try reader.read(UInt32.self) == Self.magic else {
      throw .invalidValue("not a zstd frame", at: 0)
    }
    let descriptor = try reader.readByte()
    let isSingleSegment = descriptor & 0x20 != 0
    guard descriptor & 0x08 == 0 else { throw .invalidValue("a reserved bit is set", at: 4) }
    hasChecksum = descriptor & 0x04 != 0
    if !isSingleSegment { windowSize = Self.windowSize(try reader.readByte()) }
    _ = try reader.take([0, 1, 2, 4][Int(descriptor & 0x03)])
    switch descriptor >> 6 {
    case 0: contentSize = isSingleSegment ? UInt64(try reader.readByte()) : nil
    // Two bytes count on from where one byte ends.
    case 1: contentSize = UInt64(try reader.read(UInt16.self)) + 256
    case 2: contentSize = UInt64(try reader.read(UInt32.self))
    default: contentSize = try reader.read(UInt64.self)
    }
    size = reader.offset
  }

  /// An exponent above 2¹⁰ and a mantissa in eighths of it.
  private static func windowSize(_ descriptor: UInt8) -> UInt64 {
    let base = UInt64(1) << (10 + descriptor >> 3)
    return base + base / 8 * UInt64(descriptor & 7)
  }
}
