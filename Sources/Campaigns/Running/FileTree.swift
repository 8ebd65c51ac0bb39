internal import Foundation
package import TraceFormat

/// What files there are. Links to folders are not followed, so a loop of them ends nothing.
enum FileTree {
  /// Whether there is a folder under the path; throws where there is nothing at all.
  static func isFolder(_ path: String) throws(FileFailure) -> Bool {
    guard let status = FileStatus.of(path) else { throw .noSuchFile(path) }
    return status.kind == .folder
  }

  static func normalized(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    let joined = parts.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// The paths of all that is below a folder and is none, hidden ones and what is in hidden folders left out.
  ///
  /// - Parameter unread: gets each folder that cannot be read; unless it throws, the others follow.
  static func files(
    below folder: String,
    unread: (FileFailure) throws(FileFailure) -> Void = { failure throws(FileFailure) in
      throw failure
    }
  ) throws(FileFailure) -> [String] {
    var files: [String] = []
    var walk: FolderWalk?
    while true {
      do throws(FileFailure) {
        if walk == nil { walk = try FolderWalk(folder) }
        guard let entry = try walk?.next() else { return files }
        files.append(entry.path)
      } catch {
        try unread(error)
        if walk == nil { return files }
      }
    }
  }

  /// The paths of what is in a folder, hidden files and folders left out.
  static func paths(in folder: String) throws(FileFailure) -> [String] {
    try FolderEntry.all(in: folder).map(\.path)
  }

  static func folder(of path: String) -> String {
    let folder = NSString(string: path).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  static func makeFolder(_ path: String) throws(FileFailure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileFailure("create", path, by: error)
    }
  }

  static func remove(_ path: String) throws(FileFailure) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw FileFailure("remove", path, by: error)
    }
  }

  /// The bytes of a file, at most one more than so many; nil where there is no such file.
  static func bytes(of path: String, sizeMaxBytes: Int) throws -> [UInt8]? {
    guard try exists(path) else { return nil }
    return try FileSource(path: path).next(sizeMaxBytes + 1)
  }

  /// Whether there is a file; throws where there is something else, which reading might wait for without end.
  static func exists(_ path: String) throws(FileFailure) -> Bool {
    guard let status = FileStatus.of(path) else { return false }
    guard status.kind == .regular else {
      throw FileFailure(operation: "read", path: path, code: 0, reason: "It is not a regular file")
    }
    return true
  }
}

extension FileFailure {
  /// What Foundation throws, in the words of the system.
  package init(_ operation: String, _ path: String, by error: any Error, isOutput: Bool = true) {
    let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
    self.init(
      operation: operation, path: path, code: code ?? 0,
      reason: code.map(SystemText.of) ?? error.localizedDescription, isOutput: isOutput)
  }

  /// What a report says of an error, which has no line of its own for a hint.
  static func words(_ error: any Error) -> String {
    "\(error)" + ((error as? FileFailure)?.hint.map { "; \($0)" } ?? "")
  }
}

/// What is below a folder and is none, one by one in the order of the paths by bytes; of the folders on the way
/// to the next one, the rest of each is in memory.
struct FolderWalk {
  /// The entries that are still to come, those of the innermost folder last; each list backwards.
  private var open: [[FolderEntry]]

  init(_ folder: String) throws(FileFailure) {
    open = [try FolderEntry.all(in: folder).reversed()]
  }

  /// The next one, or nil at the end. Throws where a folder cannot be read; the walk then continues behind it.
  mutating func next() throws(FileFailure) -> FolderEntry? {
    while !open.isEmpty {
      guard let entry = open[open.count - 1].popLast() else {
        open.removeLast()
        continue
      }
      guard entry.isFolder else { return entry }
      open.append(try FolderEntry.all(in: entry.path).reversed())
    }
    return nil
  }
}
