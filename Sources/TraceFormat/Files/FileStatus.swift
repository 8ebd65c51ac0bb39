#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

package struct FileStatus {
  package enum Kind {
    case regular
    case folder
    case link
    /// A device, a pipe with a name, a socket.
    case special
  }

  var device: UInt64
  var node: UInt64
  package var kind: Kind
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
  package static func of(_ path: String) -> FileStatus? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? FileStatus(status) : nil
  }

  /// What stands under a path itself, be it a link that leads nowhere.
  package static func ofItself(_ path: String) -> FileStatus? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? FileStatus(status) : nil
  }

  static func of(descriptor: Int32) -> FileStatus? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
  }
}

package struct FolderEntry: Sendable {
  /// The path: that of the folder with the name behind it.
  package var path: String
  /// Whether it is a folder itself. A link to one is none, so that a loop of links ends nothing.
  package var isFolder: Bool
  /// Whether it leads to an ordinary file, or to nothing, which is a file that is missing.
  package var isFile: Bool
  /// The path byte by byte, where it is not UTF-8 and so no text opens what is there.
  package var bytes: [UInt8]?

  /// What is in a folder, in the order of the paths by bytes, where that of a folder ends with a slash: so
  /// whoever goes into folders where they stand meets all files in the order of their paths. Hidden files and
  /// folders are left out.
  ///
  /// - Complexity: all names of one folder are in memory.
  /// - Throws: where the folder cannot be read.
  package static func all(in folder: String) throws(FileFailure) -> [FolderEntry] {
    // SAFETY: the stream is closed below, and an entry is read before the next one is asked for.
    guard let stream = unsafe opendir(folder) else { throw .last("open", folder) }
    defer { _ = unsafe closedir(stream) }
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    var entries: [(key: [UInt8], entry: FolderEntry)] = []
    while let entry = unsafe readdir(stream) {
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
        unsafe Array($0.prefix { $0 != 0 })
      }
      let text = String(validUTF8: bytes)
      let name = text ?? String(decoding: bytes, as: UTF8.self)
      guard !name.hasPrefix(".") else { continue }
      let path = prefix + name
      let isFolder = FileStatus.ofItself(path)?.kind == .folder
      let isFile = !isFolder && FileStatus.of(path)?.kind ?? .regular == .regular
      entries.append(
        (
          Array((isFolder ? name + "/" : name).utf8),
          FolderEntry(
            path: path, isFolder: isFolder, isFile: isFile,
            bytes: text == nil ? Array(prefix.utf8) + bytes : nil)
        ))
    }
    return entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.entry)
  }
}

enum FileLink {
  static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = String(path[..<slash])
    return (folder.isEmpty ? "/" : folder, String(path[path.utf8.index(after: slash)...]))
  }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Where a link points to, as a path that begins where the link's own does; nil where there is no link.
  static func destination(of path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    // SAFETY: the system writes at most `count` bytes into the buffer.
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe readlink(path, bytes.bindMemory(to: CChar.self).baseAddress!, bytes.count)
    }
    guard count > 0 else { return nil }
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    guard !text.hasPrefix("/") else { return text }
    let folder = parts(of: path).folder
    return folder == "." ? text : folder == "/" ? "/\(text)" : "\(folder)/\(text)"
  }

  /// The descriptor that a path names one of this process by, such as 1 for `/dev/stdout`.
  static func descriptor(at path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    let folders = ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/\(getpid())/fd/"]
    guard let folder = folders.first(where: path.hasPrefix) else { return nil }
    return Int32(path.dropFirst(folder.count))
  }

  /// How many links may lead from one to the next.
  static let hopsMax = 40
}
