import Foundation
import TraceFormat

/// The files that several inputs name: those that are named, and what can be read in folders that are named, such
/// as the folder `recovered-realms` of an app.
struct InputPaths {
  private(set) var files: [String] = []
  /// How many files of folders are something else.
  private(set) var passedOverCount = 0
  /// Whether there may be more than one.
  private(set) var isSeveral: Bool

  /// - Throws: where a folder cannot be listed, or has nothing that can be read.
  init(_ paths: [String]) throws {
    isSeveral = paths.count > 1
    for path in paths {
      guard path != "-", Self.type(of: path, isLinkFollowed: true) == .typeDirectory else {
        files.append(path)
        continue
      }
      isSeveral = true
      let all = try Self.files(in: path)
      let found = all.filter {
        Self.isInput($0) || Self.type(of: $0, isLinkFollowed: false) == nil
      }
      passedOverCount += all.count - found.count
      guard !found.isEmpty else {
        throw CommandFailure(
          .noInput, "no trace, .realm file, capture, log or scenario in `\(path)`",
          hint: all.isEmpty ? nil : "name its files one by one to see what they are")
      }
      files += found
    }
  }

  /// What Realm keeps next to its files, with nothing of an app's in it.
  private static let endingsOfCompanions = [".lock", ".note"]

  /// The files in a folder, by name, bytewise; without those in folders of it, such as `NAME.management`. One that
  /// can't be looked at is not left out: whoever opens it says why.
  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { name in !name.hasPrefix(".") && !endingsOfCompanions.contains(where: name.hasSuffix)
      }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
      .filter { type(of: $0, isLinkFollowed: false) ?? .typeRegular == .typeRegular }
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

  private static func type(of path: String, isLinkFollowed: Bool) -> FileAttributeType? {
    let path = isLinkFollowed ? (path as NSString).resolvingSymlinksInPath : path
    return try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }
}
