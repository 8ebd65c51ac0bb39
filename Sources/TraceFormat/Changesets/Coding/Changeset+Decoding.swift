extension Changeset {
  /// Decodes a changeset; the bytes become its storage without being copied.
  ///
  /// The input is the whole changeset, uncompressed: the form has no end mark. No bytes at all are
  /// a changeset without instructions.
  /// - Throws: What made no sense, its offset, and the number of the instruction it is in.
  public init(
    decoding bytes: [UInt8], limits: ChangesetLimits = .standard
  ) throws(DecodingFailure) {
    // Ranges can express no more, whatever the caller chose.
    let sizeMax = min(limits.encodedSizeMax, ChangesetLimits.encodedSizeMax)
    try DecodingFailure.check(
      "the size of a changeset", UInt64(bytes.count), atMost: UInt64(sizeMax), at: 0)
    self = try ChangesetDecoder(bytes.rawBytes, limits: limits).decode()
    storage = bytes
  }
}
