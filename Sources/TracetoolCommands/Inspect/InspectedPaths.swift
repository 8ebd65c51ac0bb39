import Foundation

/// The files that are to be inspected: those that are named, and those in folders that are named, such as the
/// folder `recovered-realms` of an app.
struct InspectedPaths {
  private(set) var files: [String] = []

  /// - Throws: where a folder cannot be listed, or has no files.
  init(_ paths: [String]) throws {
    for path in paths {
      guard path != "-", Self.type(of: path, isLinkFollowed: true) == .typeDirectory else {
        files.append(path)
        continue
      }
      let found = try Self.files(in: path)
      guard !found.isEmpty else {
        throw CommandFailure(.noInput, "there are no files in `\(path)`")
      }
      files += found
    }
  }

  /// What Realm keeps beside its files, with nothing of an app's in it.
  private static let endingsOfCompanions = [".lock", ".note"]

  /// The files in a folder, by name, bytewise; without those in folders of it, such as `NAME.management`.
  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { name in !name.hasPrefix(".") && !endingsOfCompanions.contains(where: name.hasSuffix)
      }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
      .filter { type(of: $0, isLinkFollowed: false) == .typeRegular }
  }

  private static func type(of path: String, isLinkFollowed: Bool) -> FileAttributeType? {
    let path = isLinkFollowed ? (path as NSString).resolvingSymlinksInPath : path
    return try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }
}
