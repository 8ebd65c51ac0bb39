/// What inflates the compressed bodies of messages.
///
/// A parameter of the recorder, so that whoever records brings the compression library.
public protocol BodyInflater: ~Copyable {
  /// Inflates one whole zlib stream, which must give exactly the announced number of bytes.
  ///
  /// - Throws: where the announced size is above a limit, the stream is damaged, ends early, has
  ///   bytes behind its end, or holds fewer or more bytes than announced. Offsets count in the
  ///   compressed bytes.
  mutating func inflate(
    _ compressed: [UInt8], announcedSize: UInt64
  ) throws(DecodingFailure) -> [UInt8]
}
