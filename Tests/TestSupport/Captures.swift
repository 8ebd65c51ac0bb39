import Foundation
public import TraceFormat

/// The captures of real sync traffic in `Tests/Vectors/wire`.
public enum Captures {
  public static let names = [
    "ClientReset_LocalChangesWhenOffline", "ClientReset_NoLocalChanges",
    "ClientReset_ThreeClients", "Sync_BadChangeset",
    "Sync_ErrorAfterServerRestore_BadServerVersion", "Sync_Replication",
  ]

  /// The real client resets recorded beside a capture, as lines of a vector file.
  ///
  /// - Throws: ``MissingInput`` where there are fewer than there should be.
  public static func resets(of name: String) throws -> [[UInt8]] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(name + "-") && $0.hasSuffix(".reset.json") }.sorted()
      .map { Array(try Data(contentsOf: folder.appending(path: $0))) }
      .atLeast(resetCounts[name] ?? 0, "resets beside \(name)")
  }

  private static let resetCounts = [
    "ClientReset_LocalChangesWhenOffline": 2, "ClientReset_NoLocalChanges": 1,
    "ClientReset_ThreeClients": 2,
  ]

  public static func path(_ name: String) -> String {
    folder.appending(path: name + ".ndjson").path
  }

  /// The bytes of a capture's messages, in order.
  public static func messages(of name: String) throws -> [[UInt8]] {
    try directedMessages(of: name).map(\.bytes)
  }

  /// The bytes of a capture's messages, in order, and who sent each.
  public static func directedMessages(
    of name: String
  ) throws -> [(direction: WireMessage.Direction, bytes: [UInt8])] {
    try Vectors.lines(of: "wire/\(name).ndjson").map { line in
      let json = try JSONText(parsing: Array(line))
      guard case .string(let digits) = json.member("hex"), let bytes = Hex.decode(digits),
        case .string(let direction) = json.member("direction")
      else { throw CocoaError(.fileReadCorruptFile) }
      return (direction == "out" ? .clientToServer : .serverToClient, bytes)
    }
  }

  private static let folder = Vectors.folder.appending(path: "wire")
}
