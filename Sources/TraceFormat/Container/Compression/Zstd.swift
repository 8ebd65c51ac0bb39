internal import CZstd

// The one place that calls zstd. Contexts are reused from chunk to chunk, because making one costs
// more than compressing a small chunk with it.

/// Limits of what is accepted as zstd data.
enum ZstdLimit {
  /// Windows above 2^27 bytes are refused, as the zstd tool refuses them by default.
  static let windowLogMax: Int32 = 27
}

/// Compresses one frame at a time.
@safe struct ZstdCompressor: ~Copyable {
  private let context: OpaquePointer
  private var output: [UInt8] = []

  /// Nil where zstd finds no memory for a context.
  init?(level: Int32) {
    guard let context = unsafe ZSTD_createCCtx() else { return nil }
    unsafe self.context = unsafe context
    _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
    _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    _ = unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 1)
  }

  deinit { _ = unsafe ZSTD_freeCCtx(context) }

  /// The version of zstd that runs, such as 10504 for 1.5.4. Others may compress to other bytes.
  static var libraryVersion: UInt32 { ZSTD_versionNumber() }

  /// The levels that this version of zstd has.
  static var levels: ClosedRange<Int32> { ZSTD_minCLevel()...ZSTD_maxCLevel() }

  /// One frame, with content size and content checksum; the error is zstd's own text.
  mutating func frame(_ bytes: [UInt8]) -> Result<ArraySlice<UInt8>, ZstdFailure> {
    let bound = ZSTD_compressBound(bytes.count)
    if output.count < bound { output = [UInt8](repeating: 0, count: bound) }
    // SAFETY: both arrays outlive the call, which writes at most `output.count` bytes.
    let size = unsafe output.withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { source in
        unsafe ZSTD_compress2(
          context, target.baseAddress, target.count, source.baseAddress, source.count)
      }
    }
    if let failure = ZstdFailure(size) { return .failure(failure) }
    return .success(output[..<size])
  }
}

/// An error that zstd reported, in its words.
struct ZstdFailure: Error, Hashable {
  var reason: String

  init(reason: String) { self.reason = reason }

  /// Nil where the result of a call is no error.
  init?(_ result: Int) {
    guard ZSTD_isError(result) != 0 else { return nil }
    // SAFETY: zstd returns a constant C string.
    reason = unsafe String(cString: ZSTD_getErrorName(result))
  }
}

/// Decompresses a stream piece by piece.
@safe struct ZstdDecompressor: ~Copyable {
  private let context: OpaquePointer

  init?() {
    guard let context = unsafe ZSTD_createDCtx() else { return nil }
    unsafe self.context = unsafe context
    _ = unsafe ZSTD_DCtx_setParameter(
      context, ZSTD_d_windowLogMax, ZstdLimit.windowLogMax)
  }

  deinit { _ = unsafe ZSTD_freeDCtx(context) }

  /// What one step did.
  struct Step {
    var consumed: Int
    var produced: Int
    /// Whether a frame ended and all of it has been handed over.
    var isFrameComplete: Bool
    var failure: ZstdFailure?
  }

  /// Forgets an unfinished frame.
  mutating func reset() { _ = unsafe ZSTD_DCtx_reset(context, ZSTD_reset_session_only) }

  /// Decompresses from `input` to `output`, from the given position on, as far as both reach.
  mutating func step(_ input: RawSpan, to output: inout [UInt8], from start: Int) -> Step {
    var consumed = 0
    var produced = 0
    // SAFETY: both buffers outlive the call; positions and sizes bound what zstd touches.
    let result = unsafe input.withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { target in
        var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
        var to = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: start)
        let result = unsafe ZSTD_decompressStream(context, &to, &from)
        consumed = unsafe from.pos
        produced = unsafe to.pos - start
        return result
      }
    }
    let failure = ZstdFailure(result)
    return Step(
      consumed: consumed, produced: produced, isFrameComplete: failure == nil && result == 0,
      failure: failure)
  }

  /// The size that a frame's own header announces; nil where it says none or is no frame.
  static func announcedSize(_ frame: RawSpan) -> UInt64? {
    // SAFETY: the buffer outlives the call; only the frame header is read.
    let size = unsafe frame.withUnsafeBytes {
      unsafe ZSTD_getFrameContentSize($0.baseAddress, $0.count)
    }
    // The two highest numbers stand for "unknown" and "error".
    return size >= UInt64.max - 1 ? nil : size
  }
}
