internal import CZstd
import TraceFormat

@safe final class ZstdDecompressor {
  private let context: OpaquePointer

  init() throws(DecodingFailure) {
    guard let context = unsafe ZSTD_createDCtx() else { throw ZstdFailure.outOfMemory }
    unsafe self.context = unsafe context
    _ = unsafe ZSTD_DCtx_setParameter(
      context, ZSTD_d_windowLogMax, Int32(TraceLimit.windowSizeMax.trailingZeroBitCount))
  }

  deinit { _ = unsafe ZSTD_freeDCtx(context) }

  struct Step {
    var consumed: Int
    var produced: Int
    /// Whether a frame ended and all of it has been handed over.
    var isFrameComplete: Bool
    var failure: ZstdFailure?
  }

  /// Forgets an unfinished frame.
  func reset() { _ = unsafe ZSTD_DCtx_reset(context, ZSTD_reset_session_only) }

  /// Decompresses from `input` to `output`, from the given position on, as far as both reach.
  func step(_ input: RawSpan, to output: inout [UInt8], from start: Int) -> Step {
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
}
