#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// An open file descriptor: the one place that calls the system.
final class Descriptor {
  let number: Int32
  let path: String
  private let closesAtEnd: Bool

  init(number: Int32, path: String, closesAtEnd: Bool) {
    (self.number, self.path, self.closesAtEnd) = (number, path, closesAtEnd)
  }

  deinit { if closesAtEnd { _ = close(number) } }

  static func reading(_ path: String) throws(FileFailure) -> Descriptor {
    try opened(path, flags: O_RDONLY | O_CLOEXEC, isOutput: false)
  }

  /// Creates a file for writing; an existing one is emptied, or refused.
  static func writing(_ path: String, replacing: Bool) throws(FileFailure) -> Descriptor {
    try opened(
      path, flags: O_WRONLY | O_CREAT | O_CLOEXEC | (replacing ? O_TRUNC : O_EXCL), isOutput: true)
  }

  /// Opens a file for writing behind its first so many bytes; the rest is cut off.
  static func appending(to path: String, keeping size: UInt64) throws(FileFailure) -> Descriptor {
    let descriptor = try opened(path, flags: O_WRONLY | O_CLOEXEC, isOutput: true)
    guard ftruncate(descriptor.number, off_t(clamping: size)) == 0 else {
      throw .last("truncate", path, isOutput: true)
    }
    try descriptor.seek(to: size)
    return descriptor
  }

  private static func opened(
    _ path: String, flags: Int32, isOutput: Bool
  ) throws(FileFailure) -> Descriptor {
    // SAFETY: the string outlives the call, and the mode is what O_CREAT takes.
    let number = unsafe open(path, flags, 0o666 as mode_t)
    guard number >= 0 else { throw .last("open", path, isOutput: isOutput) }
    return Descriptor(number: number, path: path, closesAtEnd: true)
  }

  /// A descriptor of this process once more.
  static func copying(_ number: Int32, path: String) throws(FileFailure) -> Descriptor {
    let copy = dup(number)
    guard copy >= 0 else { throw .last("open", path, isOutput: true) }
    return Descriptor(number: copy, path: path, closesAtEnd: true)
  }

  /// Reads up to `limit` bytes to the start of `buffer`, and no more than it holds; 0 means the end.
  func read(into buffer: inout [UInt8], upTo limit: Int) throws(FileFailure) -> Int {
    while true {
      // SAFETY: the system writes at most as many bytes as the buffer holds.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe systemRead(number, bytes.baseAddress, min(bytes.count, limit))
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last("read", path) }
    }
  }

  func write(_ bytes: [UInt8]) throws(FileFailure) {
    var done = 0
    while done < bytes.count {
      // SAFETY: the range `done ..< count` lies inside the array.
      let count = unsafe bytes.withUnsafeBytes { raw in
        unsafe systemWrite(number, raw.baseAddress.map { unsafe $0 + done }, raw.count - done)
      }
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        throw .last("write", path, isOutput: true)
      }
    }
  }

  func seek(to offset: UInt64) throws(FileFailure) {
    guard lseek(number, off_t(clamping: offset), SEEK_SET) >= 0 else {
      throw .last("seek in", path)
    }
  }

  /// Cuts a file to so many bytes, or removes it where none is to stay; where it can't, nothing happens.
  func takeBack(toBytes size: UInt64) {
    guard (try? status())?.kind == .regular else { return }
    _ = size == 0 ? unsafe unlink(path) : ftruncate(number, off_t(clamping: size))
  }

  /// Asks the system to bring everything written to the disk; pipes and the like have none.
  func synchronize() throws(FileFailure) {
    // A descriptor that can't be written to is told of by the first write.
    guard fsync(number) == 0 || [EINVAL, EROFS, ENOTSUP, EBADF].contains(errno) else {
      throw .last("synchronize", path, isOutput: true)
    }
  }

  /// Takes the lock of the file, for as long as the descriptor is open; a file system that has no locks is as
  /// good as one on which no other process has it.
  func lock() throws(FileFailure) {
    guard flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
    throw .ofOutput("lock", path, EWOULDBLOCK, "another process is writing to it")
  }

  /// Which file it is and, for a regular one, how large.
  func status() throws(FileFailure) -> FileStatus {
    guard let status = FileStatus.of(descriptor: number) else { throw .last("inspect", path) }
    return status
  }
}

package enum SystemText {
  /// The text of an error number, such as `Connection refused`.
  package static func of(_ code: Int32) -> String {
    // SAFETY: strerror returns a C string; it is copied at once.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

extension FileFailure {
  static func exists(_ path: String) -> FileFailure {
    ofOutput("create", path, EEXIST, "File exists")
  }

  static func ofOutput(
    _ operation: String, _ path: String, _ code: Int32, _ reason: String
  ) -> FileFailure {
    FileFailure(operation: operation, path: path, code: code, reason: reason, isOutput: true)
  }

  /// What may help; nil where nothing is known to.
  package var hint: String? {
    // Foundation gives the bytes of a name that are not UTF-8 as this character.
    code == ENOENT && path.unicodeScalars.contains("\u{FFFD}")
      ? "rename it if its name is not UTF-8" : nil
  }

  /// Whether the file may well be there: what the system lacked, or failed at, is something else.
  package var mayBeThere: Bool { [EIO, ENOMEM, ENOSPC, EBADF, EMFILE, ENFILE].contains(code) }

  package static func noSuchFile(_ path: String) -> FileFailure {
    FileFailure(operation: "open", path: path, code: ENOENT, reason: "No such file or directory")
  }

  /// A folder, or what reading might wait for without end.
  static func isNotRegular(_ path: String) -> FileFailure {
    FileFailure(operation: "read", path: path, code: EISDIR, reason: "It is not a regular file")
  }

  /// The failure that the system's last call reported.
  static func last(
    _ operation: String, _ path: String, isOutput: Bool = false
  ) -> FileFailure {
    let code = errno
    return FileFailure(
      operation: operation, path: path, code: code, reason: SystemText.of(code),
      isOutput: isOutput)
  }
}

@unsafe private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int)
  -> Int
{
  unsafe read(file, bytes, count)
}

@unsafe private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
