internal import CZstd
import TraceFormat

/// An error that zstd reported, in its words.
struct ZstdFailure: Error, Hashable {
  var reason: String

  init(reason: String) { self.reason = reason }

  /// Nil where the result of a call is not an error.
  init?(_ result: Int) {
    guard ZSTD_isError(result) != 0 else { return nil }
    // SAFETY: zstd returns a constant C string.
    reason = unsafe String(cString: ZSTD_getErrorName(result))
  }

  /// What a missing context means to a reader.
  static var outOfMemory: DecodingFailure {
    .invalidValue("zstd finds no memory for a context", at: 0)
  }
}
