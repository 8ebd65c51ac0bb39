import Foundation
import Importers
import TraceCompression
import TraceFormat

/// Two histories that a benchmark merges: each a number of transactions on the same inspections.
public struct MergeInput: Sendable {
  /// Where it comes from, as the last part of a benchmark's name: `merge-200-1000` or `generated-200-1000`,
  /// after the number of inspections and of transactions on each side; `list-4000` after that of insertions.
  public var name: String
  public var ours: [Changeset]
  public var theirs: [Changeset]
}

extension MergeInput {
  /// How many inspections there are, and how many transactions on each side: what Realm Core was measured
  /// with.
  private static let sizes = [(200, 300), (200, 1000), (2000, 1000), (20_000, 1000)]

  private static let listSizes = [1_000, 4_000]

  /// The recorded merges if `TRACETOOL_PERF_VECTORS` names the folder that holds them, otherwise
  /// generated ones of the same kind and size. Where one is not recorded, it is generated.
  public static func all() throws -> [MergeInput] {
    let folder = ProcessInfo.processInfo.environment["TRACETOOL_PERF_VECTORS"]
    let lists = try listSizes.map { try Self.list(insertions: $0) }
    return try lists
      + sizes.map { objects, transactions in
        let name = "\(objects)-\(transactions)"
        if let folder, let recorded = try Self.recorded("merge-\(name)", in: folder) {
          return recorded
        }
        return try generated("generated-\(name)", objects: objects, transactions: transactions)
      }
  }

  private static func recorded(_ name: String, in folder: String) throws -> MergeInput? {
    let path = "\(folder)/\(name).ndjson.zst"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let line = try LineReader(path: path).next() else {
      throw CocoaError(.fileReadCorruptFile)
    }
    let vector = try MergeVector(parsing: line)
    return MergeInput(
      name: name, ours: try vector.ours.map { try Changeset(decoding: $0.changeset) },
      theirs: try vector.theirs.map { try Changeset(decoding: $0.changeset) })
  }

  /// Both sides begin with the same inspections, and each makes so many transactions of ten edits. The
  /// same seed gives the same merge.
  private static func generated(
    _ name: String, objects: Int, transactions: Int
  ) throws -> MergeInput {
    var generator = ChangesetGenerator(seed: 70)
    let objects = (0..<objects).map { generator.object(number: $0) }
    let sides = try (0..<2).map { _ in
      var notes = ChangesetGenerator.NoteCounts()
      return try (0..<transactions).map { _ in
        try Changeset(decoding: generator.edits(of: objects, count: 10, &notes))
      }
    }
    return MergeInput(name: name, ours: sides[0], theirs: sides[1])
  }

  /// Both sides append so many notes to those of one inspection.
  private static func list(insertions: Int) throws -> MergeInput {
    var builder = ChangesetBuilder()
    for index in 0..<UInt32(insertions) {
      let notes = LocationValue("Inspection", .int(1), "notes", [.index(index)])
      builder.arrayInsert(notes, .int(Int64(index)), priorSize: index)
    }
    let side = builder.changeset
    return MergeInput(name: "list-\(insertions)", ours: [side], theirs: [side])
  }
}
