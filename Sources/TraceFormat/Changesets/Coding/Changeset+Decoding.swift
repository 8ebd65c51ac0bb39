extension Changeset {
  /// Decodes a changeset; the bytes become its storage without being copied.
  ///
  /// The input is the whole changeset, uncompressed: the form has no end mark. No bytes at all are
  /// a changeset without instructions.
  /// - Throws: What made no sense, its offset, and the number of the instruction it is in.
  public init(
    decoding bytes: [UInt8], limits: ChangesetLimits = .standard
  ) throws(DecodingFailure) {
    try Self.check(size: bytes.count, limits)
    self = try ChangesetDecoder(bytes.rawBytes, limits: limits).decode()
    storage = bytes
  }

  /// Decodes a changeset from borrowed bytes, which are copied.
  /// - Throws: As ``init(decoding:limits:)``.
  public init(
    decoding bytes: RawSpan, limits: ChangesetLimits = .standard
  ) throws(DecodingFailure) {
    try Self.check(size: bytes.byteCount, limits)
    var reader = ByteReader(bytes)
    try self.init(decoding: reader.readRest(), limits: limits)
  }

  private static func check(size: Int, _ limits: ChangesetLimits) throws(DecodingFailure) {
    guard size <= limits.encodedSizeMax else {
      throw .limitExceeded(
        "the size of a changeset", found: UInt64(size), limit: UInt64(limits.encodedSizeMax),
        at: 0)
    }
  }
}
