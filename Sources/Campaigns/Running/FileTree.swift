internal import Foundation
internal import TraceFormat

/// What files there are. Links to folders are not followed, so a loop of them ends nothing.
enum FileTree {
  /// Whether there is a folder under the path.
  ///
  /// - Throws: where there is nothing at all.
  static func isFolder(_ path: String) throws(FileFailure) -> Bool {
    guard let status = FileStatus.of(path) else { throw .noSuchFile(path) }
    return status.kind == .folder
  }

  static func normalized(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    let joined = parts.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// The paths of all files below a folder, hidden ones and what is in hidden folders left out.
  static func files(below folder: String) throws -> [String] {
    var files: [String] = []
    var folders = [folder]
    while let folder = folders.popLast() {
      for path in try paths(in: folder) {
        // A link is a link, wherever it leads.
        let isFolder = FileStatus.ofItself(path)?.kind == .folder
        if isFolder { folders.append(path) } else { files.append(path) }
      }
    }
    return files
  }

  /// The paths of what is in a folder, hidden files and folders left out.
  static func paths(in folder: String) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return names.filter { !$0.hasPrefix(".") }.map { join(folder, $0) }
  }

  static func folder(of path: String) -> String {
    let folder = NSString(string: path).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.removeItem(atPath: path)
  }

  /// The bytes of a file, at most one more than so many; nil where there is no such file.
  static func bytes(of path: String, sizeMaxBytes: Int) throws -> [UInt8]? {
    guard try exists(path) else { return nil }
    return try FileSource(path: path).next(sizeMaxBytes + 1)
  }

  /// Whether there is a file.
  ///
  /// - Throws: where there is something else, which reading might wait for without end.
  static func exists(_ path: String) throws(FileFailure) -> Bool {
    guard let status = FileStatus.of(path) else { return false }
    guard status.kind == .regular else {
      throw FileFailure(operation: "read", path: path, code: 0, reason: "It is not a regular file")
    }
    return true
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
