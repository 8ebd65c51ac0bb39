import TraceFormat

/// How much has come out of compressed bytes, and how much may.
///
/// A chunk of a trace is refused where its records are out of proportion to the bytes that were read of the trace. This
/// is the same for text, which has no chunks: a few kilobytes of zeros must not take minutes. Logs and captures compress
/// to a tenth or a fiftieth of their size, since each line has a time of its own, and vectors of merges to a
/// hundred-and-fortieth. Rows of a fleet whose traces are alike repeat most, and are allowed more.
struct InflatedSize {
  /// What may come out of any file, in bytes: 64 MiB.
  private static let baseBytes: UInt64 = 1 << 26

  /// The further bytes that may come out for each compressed one.
  var bytesPerCompressedByte: UInt64 = 256
  var what = "the compressed data"
  private(set) var bytes: UInt64 = 0

  /// Counts bytes that came out.
  ///
  /// - Parameter compressedBytes: how many bytes of the file were read for all that came out so far.
  /// - Throws: where that is out of proportion.
  mutating func add(_ count: Int, of compressedBytes: UInt64) throws(DecodingFailure) {
    bytes += UInt64(count)
    let limit = Self.baseBytes + compressedBytes * bytesPerCompressedByte
    guard bytes > limit else { return }
    throw .invalidValue(
      """
      \(what) inflates to \(bytes) bytes or more, expected at most \(limit) for the \
      \(compressedBytes) bytes read of it; decompress it yourself if you trust it
      """, at: Int(clamping: compressedBytes))
  }
}
