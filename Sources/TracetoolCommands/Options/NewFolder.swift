import Foundation
import TraceFormat

/// The folders of a path that are not there when a command begins.
struct MissingFolders {
  /// The deepest first.
  private var paths: [String] = []
  /// The nearest folder above that is there.
  let folderAbove: String

  /// - Parameter path: a folder that the command may make, with those above it.
  init(at path: String) {
    // Not by `NSString`, which fails for a name of one character.
    var path = path
    while !path.isEmpty, !FileManager.default.fileExists(atPath: path) {
      paths.append(path)
      path = URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
    folderAbove = path
  }

  /// Removes those that were made and are empty, as a command that fails leaves them.
  func removeEmpty() {
    for path in paths { _ = unsafe rmdir(path) }
  }
}

/// A folder that a command fills: one that is not there yet, or is empty.
struct NewFolder {
  let path: String

  /// Only looks whether it can be made: work that is interrupted leaves nothing behind.
  ///
  /// - Throws: where there is something in the folder already, or none can be made there.
  init(_ path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      guard Self.canBeMade(path) else { throw Self.notMade(path) }
      return
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw Self.notMade(path)
    }
    guard names.isEmpty else {
      throw CommandFailure(
        .cannotCreate, "`\(path)` is not empty", hint: "name a new or empty folder")
    }
  }

  private static func notMade(_ path: String) -> CommandFailure {
    CommandFailure(.cannotCreate, "cannot create the folder `\(path)`")
  }

  /// Whether the nearest folder above that exists may be written to.
  private static func canBeMade(_ path: String) -> Bool {
    let above = MissingFolders(at: path).folderAbove
    return FileStatus.of(above)?.kind == .folder
      && FileManager.default.isWritableFile(atPath: above)
  }

  /// Makes it, where it is not there.
  private func make() throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Self.notMade(path)
    }
  }

  /// Makes and fills it. Where that fails, the files and all new folders are removed: with a part of its files it
  /// would pass for a whole.
  ///
  /// - Parameter body: fills it, and adds the paths of the files that it has written or begins to write.
  func fill(_ body: (_ written: inout [String]) throws -> Void) throws {
    let missing = MissingFolders(at: path)
    defer { missing.removeEmpty() }
    try make()
    var written: [String] = []
    do {
      try body(&written)
    } catch {
      for path in written { try? FileManager.default.removeItem(atPath: path) }
      throw error
    }
  }

  /// Writes a text file into it, which appears when it is complete.
  func write(_ text: String, to name: String) throws {
    try AtomicFileSink(path: "\(path)/\(name)").commit(Array(text.utf8))
  }
}
