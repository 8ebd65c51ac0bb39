/// Turns the data frames of chunks into records, one chunk in memory, and holds each to what its chunk
/// header announces of it.
struct ChunkDecompressor {
  private let frames: any FrameDecompressor

  init(_ codec: any FrameCodec) throws(DecodingFailure) { frames = try codec.makeDecompressor() }

  /// The records; only the first `size` bytes mean something.
  var output: [UInt8] { frames.output }
  var size: Int { frames.size }

  /// Decompresses one frame of exactly the expected size.
  ///
  /// Whatever came out before a failure stays in `output`, for salvage.
  func decompress(
    _ frame: RawSpan, expectedSize: Int, at offset: Int
  ) throws(DecodingFailure) {
    guard Self.announcedSize(frame) == UInt64(expectedSize) else {
      throw .invalidValue("the data frame does not announce \(expectedSize) bytes", at: offset)
    }
    let consumed = try frames.decompress(frame, limit: expectedSize, at: offset)
    guard size == expectedSize else {
      throw .invalidValue("data frame of \(size) bytes, expected \(expectedSize)", at: offset)
    }
    guard consumed == frame.byteCount else {
      throw DecodingFailure(.trailingBytes(frame.byteCount - consumed), at: offset + consumed)
    }
  }

  /// Decompresses as much as is possible of a damaged or cut frame, at most `limit` bytes.
  func salvage(_ frame: RawSpan, limit: Int) { frames.salvage(frame, limit: limit) }

  /// The size that a frame's own header announces; nil where it says none or is not a frame.
  static func announcedSize(_ frame: RawSpan) -> UInt64? { ZstdFrameHeader(frame)?.contentSize }
}
