import Foundation
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

  /// Client and server start from the same 50,000 inspections, and each makes 200 transactions of 100
  /// edits. The same seed gives the same reset.
  private static func generated(seed: UInt64 = 50) throws -> ResetInput {
    var generator = ChangesetGenerator(seed: seed)
    let objects = (0..<50_000).map { generator.object(number: $0) }
    let base = try Changeset(decoding: generator.creation(of: objects))
    let sides = try (0..<2).map { _ in
      var notes = ChangesetGenerator.NoteCounts()
      return try (0..<200).map { _ in
        try Changeset(decoding: generator.edits(of: objects, count: 100, &notes))
      }
    }
    return ResetInput(
      name: "generated-50k", local: [base] + sides[0], fresh: [base] + sides[1],
      unsynced: sides[0])
  }
}
