import Foundation
import TraceCompression
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

  /// One reset with 10,000 objects and as many changes on both sides.
  public static let largeResetFile = "perf/reset-10k.ndjson.zst"

  /// The files that hold one merge of concurrent changesets a line.
  public static let mergeFiles = ["merge-transform.ndjson.zst", "merge-pairs.ndjson.zst"]

  /// One merge of 300 transactions with as many.
  public static let largeMergeFile = "perf/merge-200-300.ndjson.zst"

  /// The folder of the larger recordings that are no part of the repository, where there is one:
  /// `TRACETOOL_PERF_VECTORS`.
  public static let perfFolder = ProcessInfo.processInfo.environment["TRACETOOL_PERF_VECTORS"]

  /// The files of that folder, named from the root.
  public static let perfFiles = ["reset-10k", "reset-50k"].map {
    "\(perfFolder ?? "")/\($0).ndjson.zst"
  }

  /// The lines of a vector file, decompressed, without their line feeds.
  ///
  /// - Throws: ``MissingInput`` where there are none.
  public static func lines(of name: String) throws -> [[UInt8]] {
    let reader = try LineReader(path: path(of: name))
    var lines: [[UInt8]] = []
    while let line = try reader.next() { lines.append(line) }
    return try lines.atLeast(1, "lines of \(name)")
  }

  private static func path(of name: String) -> String {
    name.hasPrefix("/") ? name : folder.appending(path: name).path
  }
}
