internal import CZstd
public import TraceFormat

/// Data frames that zstd compresses; it reads stored ones too.
public struct ZstdCodec: FrameCodec, Hashable {
  /// From fast to small. Low by default: recording must not slow down what it records.
  public static let levelDefault: Int32 = 1
  /// The levels that this version of zstd has.
  public static var levels: ClosedRange<Int32> { ZSTD_minCLevel()...ZSTD_maxCLevel() }
  /// The version of zstd that runs, such as 10504 for 1.5.4. Others may compress to other bytes.
  package static var libraryVersion: UInt32 { ZSTD_versionNumber() }

  /// One of ``levels``; it has no meaning for reading.
  public var level: Int32

  /// A codec that compresses at this level.
  public init(level: Int32 = levelDefault) { self.level = level }

  /// What compresses at the level.
  ///
  /// - Throws: where zstd finds no memory.
  public func makeCompressor() throws(TraceWriteFailure) -> any FrameCompressor {
    try ZstdCompressor(level: level)
  }

  /// What reads any frame of zstd.
  ///
  /// - Throws: where zstd finds no memory.
  public func makeDecompressor() throws(DecodingFailure) -> any FrameDecompressor {
    try ZstdFrameReader()
  }
}

struct ZstdFailure: Error, Hashable {
  var reason: String

  /// Nil where the result of a call is not an error.
  init?(_ result: Int) {
    guard ZSTD_isError(result) != 0 else { return nil }
    // SAFETY: zstd returns a constant C string.
    reason = unsafe String(cString: ZSTD_getErrorName(result))
  }

  static var outOfMemory: DecodingFailure {
    .invalidValue("zstd finds no memory for a context", at: 0)
  }
}

// With its neighbour the one place that calls zstd. Contexts are reused from chunk to chunk, because making
// one costs more than compressing a small chunk with it.

@safe final class ZstdCompressor: FrameCompressor {
  private let context: OpaquePointer
  private var output: [UInt8] = []

  init(level: Int32) throws(TraceWriteFailure) {
    guard let context = unsafe ZSTD_createCCtx() else {
      throw .compression("no memory for a context")
    }
    unsafe self.context = unsafe context
    _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
    _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 1)
  }

  deinit { _ = unsafe ZSTD_freeCCtx(context) }

  func frame(_ bytes: [UInt8]) throws(TraceWriteFailure) -> ArraySlice<UInt8> {
    let bound = ZSTD_compressBound(bytes.count)
    if output.count < bound { output = [UInt8](repeating: 0, count: bound) }
    // SAFETY: both arrays outlive the call, which writes at most `output.count` bytes.
    let size = unsafe output.withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { source in
        unsafe ZSTD_compress2(
          context, target.baseAddress, target.count, source.baseAddress, source.count)
      }
    }
    if let failure = ZstdFailure(size) { throw .compression(failure.reason) }
    return output[..<size]
  }
}
