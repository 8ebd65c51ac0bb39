import Foundation
import TraceCompression
import TraceFormat

/// The changesets that a benchmark works on.
public struct ChangesetInput: Sendable {
  /// Where they come from, as the last part of a benchmark's name: `reset-50k` or `generated-50k`.
  public var name: String
  /// Encoded.
  public var changesets: [[UInt8]]
  public var instructionCount: Int
  public var size: Int

  public init(name: String, changesets: [[UInt8]]) throws {
    self.name = name
    self.changesets = changesets
    instructionCount = try changesets.reduce(0) {
      try $0 + Changeset(decoding: $1).instructions.count
    }
    size = changesets.reduce(0) { $0 + $1.count }
  }
}

extension ChangesetInput {
  /// The largest recorded client reset if `TRACETOOL_PERF_VECTORS` names the folder that holds it,
  /// otherwise a generated one of the same kind and size.
  public static func largest() throws -> ChangesetInput {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment["TRACETOOL_PERF_VECTORS"] else { return try .generated() }
    return try .recorded("reset-50k", in: folder)
  }

  /// All changesets of one recorded client reset: both states, and the unsynced changes.
  private static func recorded(_ name: String, in folder: String) throws -> ChangesetInput {
    let lines = try LineReader(path: "\(folder)/\(name).ndjson.zst")
    var texts: [String] = []
    while let line = try lines.next() {
      let reset = try JSONDecoder().decode(RecordedReset.self, from: Data(line))
      texts += reset.local + reset.fresh + reset.unsynced.map(\.changeset)
    }
    return try ChangesetInput(name: name, changesets: texts.compactMap { Hex.decode($0) })
  }
}

struct RecordedReset: Decodable {
  struct Versioned: Decodable {
    var changeset: String
  }

  var local: [String]
  var fresh: [String]
  var unsynced: [Versioned]
}
