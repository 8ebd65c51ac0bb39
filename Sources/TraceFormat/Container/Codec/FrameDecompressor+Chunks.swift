extension FrameDecompressor {
  /// Decompresses one frame of exactly the size that its chunk header announces.
  ///
  /// Whatever came out before a failure stays in `output`, for salvage.
  func decompress(
    _ frame: RawSpan, expectedSize: Int, at offset: Int
  ) throws(DecodingFailure) {
    guard ZstdFrameHeader(frame)?.contentSize == UInt64(expectedSize) else {
      throw .invalidValue("the data frame does not announce \(expectedSize) bytes", at: offset)
    }
    let consumed = try decompress(frame, limit: expectedSize, at: offset)
    guard size == expectedSize else {
      throw .invalidValue("data frame of \(size) bytes, expected \(expectedSize)", at: offset)
    }
    guard consumed == frame.byteCount else {
      throw DecodingFailure(.trailingBytes(frame.byteCount - consumed), at: offset + consumed)
    }
  }
}
