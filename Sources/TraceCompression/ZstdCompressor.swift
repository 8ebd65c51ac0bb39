internal import CZstd
import TraceFormat

// With its neighbour the one place that calls zstd. Contexts are reused from chunk to chunk, because making
// one costs more than compressing a small chunk with it.

/// Compresses one frame at a time.
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
