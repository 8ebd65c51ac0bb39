#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the system calls its errors.
package enum SystemText {
  /// The text of an error number, such as `Connection refused`.
  package static func of(_ code: Int32) -> String {
    // SAFETY: strerror returns a C string; it is copied at once.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
