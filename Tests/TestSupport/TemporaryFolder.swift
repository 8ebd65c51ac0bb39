import Foundation

/// A folder that is gone after the test.
public struct TemporaryFolder: Sendable {
  public let root: String

  /// The path of a file in the folder.
  public func path(_ name: String) -> String { root + "/" + name }

  public func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  public func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The names of everything in the folder, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root).sorted()
  }

  public static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = try make()
    defer { folder.remove() }
    return try body(folder)
  }

  public static func during<Result>(
    _ body: (TemporaryFolder) async throws -> Result
  ) async throws -> Result {
    let folder = try make()
    defer { folder.remove() }
    return try await body(folder)
  }

  private static func make() throws -> TemporaryFolder {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("tracetool-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return TemporaryFolder(root: url.path)
  }

  private func remove() { try? FileManager.default.removeItem(atPath: root) }
}
