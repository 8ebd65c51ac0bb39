#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Paths, and the links that stand under them.
enum FileLink {
  /// The folder of a path and the name in it.
  static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = String(path[..<slash])
    return (folder.isEmpty ? "/" : folder, String(path[path.utf8.index(after: slash)...]))
  }

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
