/// One of the skippable frames that structure a trace (`docs/format.md`, "Frames").
///
/// All kinds share one envelope: the zstd skippable header, the magic, kind and version, the
/// content and a checksum over everything before it. So one search finds them all after damage.
enum Frame {
  enum Kind: UInt8 {
    case header = 0x48  // H
    case chunk = 0x43  // C
    case index = 0x49  // I
    case trailer = 0x54  // T
  }

  /// The zstd skippable magic number that traces use, of the sixteen there are.
  static let skippableMagic: UInt32 = 0x184D_2A5C
  /// A byte above 127, the name, and a line end that transfers as text would change.
  static let magic: [UInt8] = [0x89] + Array("SYNCTRACE".utf8) + [0x0D, 0x0A]
  /// Bytes before the body: skippable header (8), magic (12), kind, major, minor, zero.
  static let prefixSize = 24
  static let envelopeSize = prefixSize + 8
  static let magicOffset = 8

  static func encode(_ kind: Kind, body: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(envelopeSize + body.count)
    frame.append(littleEndian: skippableMagic)
    frame.append(littleEndian: UInt32(envelopeSize - 8 + body.count))
    frame.append(contentsOf: magic)
    frame.append(contentsOf: [
      kind.rawValue, TraceLimit.majorVersion, TraceLimit.minorVersion, 0,
    ])
    frame.append(contentsOf: body)
    frame.append(littleEndian: XXH64.digest(frame))
    return frame
  }
}

/// The start of a frame: enough to know how many bytes the whole frame has.
struct FramePrefix {
  /// Nil for kinds that a newer minor version has added.
  var kind: Frame.Kind?
  var major: UInt8
  var minor: UInt8
  var frameSize: Int

  /// Reads a prefix; its fields are not to be trusted before the checksum has been compared.
  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    let start = reader.offset
    guard try reader.read(UInt32.self) == Frame.skippableMagic else {
      throw .invalidValue("not a frame of a trace", at: start)
    }
    let contentSize = UInt64(try reader.read(UInt32.self))
    for expected in Frame.magic {
      guard try reader.readByte() == expected else {
        throw .invalidValue("the magic of a trace is not here", at: start + Frame.magicOffset)
      }
    }
    kind = Frame.Kind(rawValue: try reader.readByte())
    major = try reader.readByte()
    minor = try reader.readByte()
    _ = try reader.readByte()
    let limit = Self.contentSizeMax(kind)
    try DecodingFailure.check("size of a frame", contentSize, atMost: limit, at: start + 4)
    guard contentSize >= UInt64(Frame.envelopeSize - 8) else {
      throw .invalidValue("a frame of \(contentSize) bytes is too short", at: start + 4)
    }
    frameSize = 8 + Int(contentSize)
  }

  private static func contentSizeMax(_ kind: Frame.Kind?) -> UInt64 {
    switch kind {
    case .chunk, .trailer: TraceLimit.smallFrameSizeMax
    case .header: TraceLimit.headerSizeMax
    case .index, nil: TraceLimit.indexSizeMax
    }
  }

  /// Compares the checksum of a whole frame and returns a reader of its body.
  @_lifetime(copy frame)
  func body(of frame: RawSpan, at offset: Int) throws(DecodingFailure) -> ByteReader {
    let end = frame.byteCount - 8
    var tail = ByteReader(frame.extracting(end..<frame.byteCount), base: offset + end)
    let expected = try tail.read(UInt64.self)
    let found = XXH64.digest(frame.extracting(0..<end))
    try DecodingFailure.check(checksum: found, is: expected, at: offset)
    guard major == TraceLimit.majorVersion else {
      throw DecodingFailure(
        .unsupported("format version \(major).\(minor); this build reads version 1"),
        at: offset + Frame.magicOffset + Frame.magic.count + 1)
    }
    return ByteReader(
      frame.extracting(Frame.prefixSize..<end), base: offset + Frame.prefixSize)
  }
}
