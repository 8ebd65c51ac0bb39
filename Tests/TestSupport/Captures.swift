import Foundation
import TraceFormat

/// The captures of real sync traffic in `Tests/Vectors/wire`.
public enum Captures {
  public static let names = [
    "ClientReset_LocalChangesWhenOffline", "ClientReset_NoLocalChanges",
    "ClientReset_ThreeClients", "Sync_BadChangeset",
    "Sync_ErrorAfterServerRestore_BadServerVersion", "Sync_Replication",
  ]

  /// The real client resets recorded beside a capture, as lines of a vector file.
  public static func resets(of name: String) throws -> [[UInt8]] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(name + "-") && $0.hasSuffix(".reset.json") }.sorted()
      .map { Array(try Data(contentsOf: folder.appending(path: $0))) }
  }

  public static func path(_ name: String) -> String {
    folder.appending(path: name + ".ndjson").path
  }

  /// The bytes of a capture's messages, in order.
  public static func messages(of name: String) throws -> [[UInt8]] {
    try Vectors.lines(of: "wire/\(name).ndjson").map { line in
      guard case .string(let digits) = try JSONText(parsing: Array(line)).member("hex"),
        let bytes = Hex.decode(digits)
      else { throw CocoaError(.fileReadCorruptFile) }
      return bytes
    }
  }

  private static let folder = Vectors.folder.appending(path: "wire")
}
