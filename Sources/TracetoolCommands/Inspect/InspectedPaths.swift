import Foundation
import RealmFile
import TraceFormat

/// The files that are to be inspected: those that are named, and the Realm files in folders that are named,
/// such as the folder `recovered-realms` of an app.
struct InspectedPaths {
  private(set) var files: [String] = []
  /// How many files of folders are not Realm files.
  private(set) var passedOverCount = 0

  /// - Throws: where a folder cannot be listed, or has no Realm files.
  init(_ paths: [String]) throws {
    for path in paths {
      guard path != "-", Self.type(of: path, isLinkFollowed: true) == .typeDirectory else {
        files.append(path)
        continue
      }
      let all = try Self.files(in: path)
      let found = all.filter(Self.looksLikeRealmFile)
      passedOverCount += all.count - found.count
      guard !found.isEmpty else {
        throw CommandFailure(.noInput, "no Realm files in `\(path)`")
      }
      files += found
    }
  }

  /// What Realm keeps next to its files, with nothing of an app's in it.
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

  /// Whether a file is called one, as encrypted and damaged ones are, or begins as one does.
  private static func looksLikeRealmFile(_ path: String) -> Bool {
    var head: [UInt8] = []
    guard !(path as NSString).lastPathComponent.contains("realm"),
      let source = try? FileSource(ofRegularFile: path)
    else { return true }
    while head.count < FileHeader.size,
      let count = try? source.read(upTo: FileHeader.size - head.count, into: &head), count > 0
    {}
    return FileHeader.isBeginning(head)
  }

  private static func type(of path: String, isLinkFollowed: Bool) -> FileAttributeType? {
    let path = isLinkFollowed ? (path as NSString).resolvingSymlinksInPath : path
    return try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }
}
