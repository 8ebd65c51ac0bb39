import Foundation
import TraceCompression
import TraceFormat

/// The client reset that a benchmark performs: what builds the two states, and the unsynced changes.
public struct ResetInput: Sendable {
  /// Where it comes from, as the last part of a benchmark's name: `reset-50k` or `generated-50k`.
  public var name: String
  public var local: [Changeset]
  public var fresh: [Changeset]
  public var unsynced: [Changeset]
}

extension ResetInput {
  /// The largest recorded client reset if `TRACETOOL_PERF_VECTORS` names the folder that holds it,
  /// otherwise a generated one of the same kind and size.
  public static func largest() throws -> ResetInput {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment["TRACETOOL_PERF_VECTORS"] else { return try .generated() }
    let lines = try LineReader(path: "\(folder)/reset-50k.ndjson.zst")
    guard let line = try lines.next() else { throw CocoaError(.fileReadCorruptFile) }
    let reset = try JSONDecoder().decode(RecordedReset.self, from: Data(line))
    return ResetInput(
      name: "reset-50k", local: try decode(reset.local), fresh: try decode(reset.fresh),
      unsynced: try decode(reset.unsynced.map(\.changeset)))
  }

  private static func decode(_ texts: [String]) throws -> [Changeset] {
    try texts.map { text in
      guard let bytes = Hex.decode(text) else { throw CocoaError(.coderReadCorrupt) }
      return try Changeset(decoding: bytes)
    }
  }

  /// For each size of the series as many inspections, and as many edits of them on each side.
  public static func series() throws -> [ResetInput] {
    try Series.sizes.map {
      try generated("series-\(Series.name(of: $0))", objects: $0, edits: $0, seed: 60)
    }
  }

  private static func generated() throws -> ResetInput {
    try generated("generated-50k", objects: 50_000, edits: 20_000, seed: 50)
  }

  /// Client and server start from the same inspections, and each makes so many edits in transactions of
  /// 100. The same seed gives the same reset.
  private static func generated(
    _ name: String, objects: Int, edits: Int, seed: UInt64
  ) throws -> ResetInput {
    var generator = ChangesetGenerator(seed: seed)
    let objects = (0..<objects).map { generator.object(number: $0) }
    let base = try Changeset(decoding: generator.creation(of: objects))
    let sides = try (0..<2).map { _ in
      var notes = ChangesetGenerator.NoteCounts()
      return try (0..<(edits / Series.editsPerTransaction)).map { _ in
        try Changeset(
          decoding: generator.edits(of: objects, count: Series.editsPerTransaction, &notes))
      }
    }
    return ResetInput(
      name: name, local: [base] + sides[0], fresh: [base] + sides[1], unsynced: sides[0])
  }
}
