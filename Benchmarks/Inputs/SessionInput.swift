import Foundation
import Importers
import TraceCompression
import TraceFormat

/// A session that ends in a client reset, as events.
public struct SessionInput: Sendable {
  /// Where it comes from, as the last part of a benchmark's name.
  public var name: String
  public var events: [Event]
}

extension SessionInput {
  /// The recorded client reset with 10,000 objects if `TRACETOOL_PERF_VECTORS` names the folder that
  /// holds it, otherwise a generated one of the same kind and size.
  public static func reset() throws -> SessionInput {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment["TRACETOOL_PERF_VECTORS"] else {
      return SessionInput(
        name: "generated-10k",
        events: try generated(objects: 10_000, transactions: 100, edits: 100, seed: 10))
    }
    let lines = try LineReader(path: "\(folder)/reset-10k.ndjson.zst")
    guard let line = try lines.next() else { throw CocoaError(.fileReadCorruptFile) }
    return SessionInput(
      name: "reset-10k", events: VectorImporter.events(of: try ResetVector(parsing: Array(line))))
  }

  /// Client and server start from the same inspections, and each makes so many transactions of one
  /// edit, in turn.
  public static func chain(transactions: Int) throws -> SessionInput {
    SessionInput(
      name: "chain-\(transactions)",
      events: try generated(objects: 5_000, transactions: transactions, edits: 1, seed: 20))
  }

  /// For each size of the series as many inspections, and as many edits of them on each side.
  public static func series() throws -> [SessionInput] {
    try Series.sizes.map { size in
      SessionInput(
        name: "series-\(Series.name(of: size))",
        events: try generated(
          objects: size, transactions: size / Series.editsPerTransaction,
          edits: Series.editsPerTransaction, seed: 60))
    }
  }

  /// One inspection with a set of so many labels, to which each side adds as many.
  public static func set(labels: Int) throws -> SessionInput {
    let place = LocationValue("Inspection", .int(1), "labels")
    func adding(_ labels: Range<Int>, to builder: ChangesetBuilder = ChangesetBuilder()) -> [UInt8]
    {
      var builder = builder
      for label in labels { builder.setInsert(place, .int(Int64(label))) }
      return builder.changeset.encoded()
    }
    var base = ChangesetBuilder()
    base.addTable(place.table, primaryKey: "_id", type: .int)
    base.addColumn(place.table, place.field, type: .int, collection: .set)
    base.createObject(place.table, place.object)
    return SessionInput(
      name: "set-\(labels)",
      events: session(
        base: adding(0..<labels, to: base),
        [(adding(labels..<2 * labels), adding(2 * labels..<3 * labels))]))
  }

  /// 200 inspections, and 50 transactions of five edits on each side: 100 changesets in all.
  public static func hundredChanges() throws -> SessionInput {
    SessionInput(
      name: "generated-100",
      events: try generated(objects: 200, transactions: 50, edits: 5, seed: 100))
  }

  /// A session of a few objects, as most traces of a test suite are.
  public static func small(seed: UInt64) throws -> SessionInput {
    SessionInput(
      name: "small-\(seed)",
      events: try generated(objects: 5, transactions: 3, edits: 4, seed: seed))
  }
}

extension SessionInput {
  /// The same seed gives the same session.
  private static func generated(objects: Int, transactions: Int, edits: Int, seed: UInt64)
    throws -> [Event]
  {
    var generator = ChangesetGenerator(seed: seed)
    let objects = (0..<objects).map { generator.object(number: $0) }
    let base = generator.creation(of: objects)
    var notes = (device: ChangesetGenerator.NoteCounts(), server: ChangesetGenerator.NoteCounts())
    let pairs = (0..<transactions).map { _ in
      let local = generator.edits(of: objects, count: edits, &notes.device)
      return (local, generator.edits(of: objects, count: edits, &notes.server))
    }
    return session(base: base, pairs)
  }

  /// What both sides had in common, and the transactions of each in turn.
  private static func session(base: [UInt8], _ pairs: [(local: [UInt8], server: [UInt8])])
    -> [Event]
  {
    var contents: [Event.Content] = [
      .sessionStart(SessionStart(source: .scenario, name: "benchmark")),
      .snapshot(Snapshot(role: .base, changesets: [base])),
    ]
    for (index, pair) in zip(UInt64(0)..., pairs) {
      contents.append(.localCommit(LocalCommit(clientVersion: index + 3, changeset: pair.local)))
      contents.append(.serverCommit(ServerCommit(serverVersion: index + 2, changeset: pair.server)))
    }
    contents.append(
      .syncError(
        SyncError(
          code: 208, name: "SyncClientResetRequired", message: "", action: .clientReset,
          isFatal: true)))
    contents.append(.snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [])))
    return contents.enumerated().map { index, content in
      Event(
        sequence: UInt64(index), timeMicroseconds: Int64(index), session: 1, content: content)
    }
  }
}
