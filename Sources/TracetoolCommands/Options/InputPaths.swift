import Foundation
import TraceFormat

/// The files that several inputs name: those that are named, and what can be read in folders that are named, such
/// as the folder `recovered-realms` of an app.
struct InputPaths {
  private(set) var files: [String] = []
  /// How many files of folders are something else.
  private(set) var passedOverCount = 0
  /// How many folders in folders are not looked into.
  private(set) var subfolderCount = 0
  /// Whether there may be more than one.
  private(set) var isSeveral: Bool

  /// - Throws: where a folder cannot be listed, or has nothing that can be read.
  init(_ paths: [String]) throws {
    isSeveral = paths.count > 1
    for path in paths {
      guard path != "-", FileStatus.of(path)?.kind == .folder else {
        files.append(path)
        continue
      }
      isSeveral = true
      let entries = try Self.entries(in: path)
      let all = entries.filter(\.isFile).map(\.path)
      let subfolders = entries.count(where: \.isFolder)
      let found = all.filter { Self.isInput($0) || FileStatus.ofItself($0) == nil }
      passedOverCount += all.count - found.count
      subfolderCount += subfolders
      guard !found.isEmpty else {
        throw CommandFailure(
          .noInput, "no trace, .realm file, capture, log or scenario in `\(path)`",
          hint: !all.isEmpty
            ? "name its files one by one to see what they are"
            : subfolders == 0 ? nil : "name the folders in it, which are not looked into")
      }
      files += found
    }
  }

  /// What Realm keeps next to its files, with nothing of an app's in it.
  private static let endingsOfCompanions = [".lock", ".note", ".management"]

  /// What is in a folder, by name, bytewise, also behind links. What can't be looked at is not left out: whoever opens
  /// it says why.
  private static func entries(in folder: String) throws -> [FolderEntry] {
    // Those of the working folder would be bare names.
    try FolderEntry.all(in: folder == "." ? "./" : folder)
      .filter { entry in !endingsOfCompanions.contains(where: entry.path.hasSuffix) }
  }

  /// Whether a file of a folder is a Realm file, also under a name that does not say so, as Realm's own copies have
  /// (`recovered_realm-…`, `default.realm.backup`); an encrypted one is known by its name.
  static func isRealmFile(_ path: String) -> Bool {
    guard !endingsOfCompanions.contains(where: path.hasSuffix) else { return false }
    switch RecognizedInput.kind(of: path) {
    case .realm: return true
    case .unknown: return (path as NSString).lastPathComponent.contains("realm")
    case .trace, .capture, .log, .scenario, .vector, .other, .empty: return false
    }
  }

  /// Whether a file of a folder is an input: by its contents, or by its name where those can't say, as in text and
  /// in files that are encrypted or damaged.
  private static func isInput(_ path: String) -> Bool {
    let name = (path as NSString).lastPathComponent
    switch RecognizedInput.kind(of: path) {
    case .trace, .realm, .capture, .scenario, .vector: return true
    case .log, .unknown, .empty, .other:
      return ["realm", ".log", ".synctrace"].contains(where: name.contains)
    }
  }
}
