import Foundation

/// Files of the repository that tests read, found from where this source file stands.
public enum ProjectFiles {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The full path of a file, by its path from the repository's root.
  public static func path(_ path: String) -> String { root.appendingPathComponent(path).path }

  /// The bytes of a file, by its path from the repository's root.
  public static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appendingPathComponent(path)))
  }

  /// Writes a file, by its path from the repository's root.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    let url = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// The paths of the files in a folder whose name ends so, sorted.
  ///
  /// - Throws: ``MissingInput`` where there are fewer than expected.
  public static func paths(
    in folder: String, suffix: String, countMin: Int = 1
  ) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent(folder).path
    )
    .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
    .atLeast(countMin, "files of \(folder) in \(suffix)")
  }

  /// The paths of the files in a folder and all below it whose name ends so, sorted.
  ///
  /// - Throws: ``MissingInput`` where there are fewer than expected.
  public static func paths(
    below folder: String, suffix: String, countMin: Int
  ) throws -> [String] {
    let all = FileManager.default.enumerator(atPath: path(folder))?.compactMap { $0 as? String }
    return try (all ?? []).filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
      .atLeast(countMin, "files below \(folder) in \(suffix)")
  }
}
