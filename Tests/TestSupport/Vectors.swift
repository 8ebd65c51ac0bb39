import Foundation

/// The recordings of Realm Core in `Tests/Vectors`.
public enum Vectors {
  /// `Tests/Vectors`, found from where this file was compiled.
  public static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Vectors")

  /// The files that hold one client reset a line.
  public static let resetFiles = [
    "reset-core.ndjson.zst", "reset-fuzz.ndjson.zst", "reset-lists.ndjson.zst",
    "reset-links.ndjson.zst", "reset-chain.ndjson.zst", "demo/field-inspections.ndjson.zst",
  ]

  /// The files that hold one merge of concurrent changesets a line.
  public static let mergeFiles = ["merge-transform.ndjson.zst", "merge-pairs.ndjson.zst"]

  /// The lines of a vector file, decompressed, without their line feeds.
  public static func lines(of name: String) throws -> [Data] {
    let file = folder.appending(path: name)
    let content = name.hasSuffix(".zst") ? try decompress(file) : try Data(contentsOf: file)
    return content.split(separator: UInt8(ascii: "\n"))
  }

  private static func decompress(_ file: URL) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["zstd", "-dcq", file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let content = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return content
  }
}
