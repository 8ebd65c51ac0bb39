#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

package struct FolderEntry: Sendable {
  /// The path: that of the folder with the name behind it.
  package var path: String
  /// Whether it is a folder itself. A link to one is none, so that a loop of links ends nothing.
  package var isFolder: Bool

  /// The folders, and what leads to ordinary files, in a folder, in the order of their paths by bytes,
  /// where that of a folder ends with a slash: so whoever goes into folders where they stand meets all
  /// files in the order of their paths. Hidden ones are left out.
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
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      guard !name.hasPrefix(".") else { continue }
      let path = prefix + name
      guard let isFolder = isFolder(path) else { continue }
      entries.append(
        (Array((isFolder ? name + "/" : name).utf8), FolderEntry(path: path, isFolder: isFolder)))
    }
    return entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.entry)
  }

  /// Whether there is a folder; nil for what is neither that nor leads to an ordinary file.
  private static func isFolder(_ path: String) -> Bool? {
    guard let status = FileStatus.ofItself(path) else { return false }
    return switch status.kind {
    case .folder: true
    case .regular: false
    case .special: nil
    // One that leads nowhere is a file that is missing.
    case .link: FileStatus.of(path).map { $0.kind == .regular } ?? true ? false : nil
    }
  }
}
