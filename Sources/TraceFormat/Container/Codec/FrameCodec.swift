/// How the data frames of chunks are made and read.
///
/// A data frame is a zstd frame (`docs/format.md`, "Data frame"). Compressing one takes the C library of
/// zstd, which an app cannot be asked to link; so this library knows only frames that are stored
/// (``StoredFrames``), and whoever wants compressed ones passes a codec that knows them.
public protocol FrameCodec: Sendable {
  /// What makes frames for one writer.
  ///
  /// - Throws: where the codec finds no memory.
  func makeCompressor() throws(TraceWriteFailure) -> any FrameCompressor
  /// What reads frames for one reader.
  ///
  /// - Throws: where the codec finds no memory.
  func makeDecompressor() throws(DecodingFailure) -> any FrameDecompressor
}

/// Makes data frames, one after the other.
public protocol FrameCompressor: AnyObject {
  /// One frame of all the bytes, with content size and content checksum.
  ///
  /// - Throws: ``TraceWriteFailure/compression(_:)``.
  func frame(_ bytes: [UInt8]) throws(TraceWriteFailure) -> ArraySlice<UInt8>
}

/// Reads data frames, one after the other.
///
/// The output grows as data really arrives: a frame that announces 256 MiB and holds nothing costs nothing.
public protocol FrameDecompressor: AnyObject {
  /// What came out of the last frame, failed or not. Only the first ``size`` bytes mean something.
  var output: [UInt8] { get }
  /// How many bytes came out of the last frame.
  var size: Int { get }

  /// Decompresses the frame at the beginning of the bytes and says how many of these it took.
  ///
  /// - Parameters:
  ///   - frame: bytes that begin with the frame; what follows it is left.
  ///   - limit: a frame of more bytes than this fails.
  ///   - offset: where the frame is in the file, for failures.
  func decompress(_ frame: RawSpan, limit: Int, at offset: Int) throws(DecodingFailure) -> Int

  /// Decompresses as much as is possible of a damaged or cut frame, at most `limit` bytes.
  func salvage(_ frame: RawSpan, limit: Int)
}
