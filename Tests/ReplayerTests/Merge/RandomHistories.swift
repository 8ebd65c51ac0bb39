import RealmModel
import TestSupport
import TraceFormat

@testable import Replayer

/// Two clients of one state that change the same few things without knowing of each other.
///
/// Only what a merge is meant to bring together (`docs/merge.md`, "Convergence"): objects, values with
/// additions and defaults, dictionaries of values, sets, flat lists with moves, embedded lists without.
struct RandomHistories {
  static let schema = Changeset.build {
    $0.addTable("C", primaryKey: "_id", type: .int)
    $0.addEmbeddedTable("E")
    for name in ["count", "number"] as [RealmString] { $0.addColumn("C", name, type: .int) }
    $0.addColumn("C", "text", type: .string, isNullable: true)
    $0.addColumn("C", "list", type: .int, collection: .list)
    $0.addColumn("C", "set", type: .int, collection: .set)
    $0.addColumn("C", "map", type: .int, collection: .dictionary)
    $0.addColumn("E", "x", type: .int)
    $0.addLinkColumn("C", "parts", target: "E", collection: .list)
  }

  let base: RealmState
  let changes: ConcurrentChanges

  init(seed: UInt64, transactionCount: Int = 3) throws {
    var random = SeededNumbers(seed: seed)
    var writer = try HistoryWriter(RealmState(applying: [Self.schema]), random)
    for key in 0..<3 { writer.create(Int64(key)) }
    _ = writer.transaction(12)
    (base, random) = (writer.state, writer.random)
    var sides: [[HistoryEntry]] = []
    for ident in [2, 3] as [UInt64] {
      var writer = HistoryWriter(base, random)
      sides.append(writer.history(transactionCount, ident))
      random = writer.random
    }
    changes = ConcurrentChanges(localFileIdent: 2, ours: sides[0], theirs: sides[1])
  }
}
