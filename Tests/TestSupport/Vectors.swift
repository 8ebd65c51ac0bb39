import Foundation
import TraceFormat

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
  public static func lines(of name: String) throws -> [[UInt8]] {
    let reader = try LineReader(path: folder.appending(path: name).path)
    var lines: [[UInt8]] = []
    while let line = try reader.next() { lines.append(line) }
    return lines
  }
}
