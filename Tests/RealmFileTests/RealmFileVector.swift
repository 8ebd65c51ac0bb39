import Foundation
import RealmModel
import TestSupport
import TraceCompression
import TraceFormat

@testable import RealmFile

/// A client file that Realm Core wrote, and what is in it.
struct RealmFileVector: Sendable, CustomStringConvertible {
  var name: String
  var bytes: [UInt8]
  var expected: JSONText

  var description: String { name }

  private static let folder = "Tests/Vectors/realm-files"
  /// The key of the encrypted files.
  static let key = (0..<64).map { UInt8(truncatingIfNeeded: 3 * $0 + 1) }

  /// All files but those of other projects' tests.
  static func all() throws -> [RealmFileVector] {
    try
      (ProjectFiles.paths(in: folder, suffix: ".realm", countMin: 15) + [
        "\(folder)/client-100.realm.zst"
      ])
      .map { path in
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let number = name.split(separator: ".").first.map(String.init) ?? ""
        return RealmFileVector(
          name: name, bytes: try contents(path),
          expected: try JSONText(parsing: contents("\(folder)/\(number).json")))
      }
  }

  /// The bytes of a file, or of one that is kept compressed.
  static func contents(_ path: String) throws -> [UInt8] {
    let compressed = path.hasSuffix(".zst") ? path : path + ".zst"
    guard FileManager.default.fileExists(atPath: ProjectFiles.path(compressed)) else {
      return try ProjectFiles.bytes(path)
    }
    return try Zstd.decompress(ProjectFiles.bytes(compressed))
  }

  func open(salvages: Bool = false) throws -> OpenRealmFile {
    try OpenRealmFile(
      MemorySource(bytes),
      options: .init(
        key: name.contains("encrypted") ? RealmFileKey(Self.key) : nil, salvages: salvages))
  }
}
