#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the system knows of a file.
struct FileStatus {
  /// What stands under a name.
  enum Kind {
    case regular
    case folder
    case link
    /// A device, a pipe with a name, a socket.
    case special
  }

  var device: UInt64
  var node: UInt64
  var kind: Kind
  /// Size in bytes of a regular file; nil for pipes, terminals and devices.
  var size: UInt64?
  /// Who may read, write and execute it, as the last nine bits.
  var permissions: UInt32
  var owner: UInt32
  var group: UInt32

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    kind =
      switch status.st_mode & mode_t(S_IFMT) {
      case mode_t(S_IFREG): .regular
      case mode_t(S_IFDIR): .folder
      case mode_t(S_IFLNK): .link
      default: .special
      }
    size = kind == .regular ? UInt64(clamping: status.st_size) : nil
    permissions = UInt32(truncatingIfNeeded: status.st_mode) & 0o777
    owner = UInt32(truncatingIfNeeded: status.st_uid)
    group = UInt32(truncatingIfNeeded: status.st_gid)
  }

  /// Whether both are one file, under whatever names.
  func isSameFile(as other: FileStatus) -> Bool { device == other.device && node == other.node }

  /// What a path leads to; nil where there is nothing.
  static func of(_ path: String) -> FileStatus? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? FileStatus(status) : nil
  }

  /// What stands under a path itself, be it a link that leads nowhere.
  static func ofItself(_ path: String) -> FileStatus? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? FileStatus(status) : nil
  }

  /// What an open descriptor is of.
  static func of(descriptor: Int32) -> FileStatus? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
  }
}
