#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension FileSource {
  /// Opens an ordinary file.
  ///
  /// - Throws: where there is nothing of that name, or something else, which reading might wait for without
  ///   end.
  package convenience init(ofRegularFile path: String) throws(FileFailure) {
    guard let status = FileStatus.of(path) else { throw .last("open", path) }
    guard status.kind == .regular else {
      throw FileFailure(
        operation: "read", path: path, code: EISDIR, reason: "It is not a regular file")
    }
    try self.init(path: path)
  }
}
