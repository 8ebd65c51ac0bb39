import Importers
import ReplaySupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Replayer

/// An export has each transaction once, however often the trace shows that it was unsynced.
@Suite struct UnsyncedExportTests {
  private static let start = Event.Content.sessionStart(
    SessionStart(source: .live, name: "device"))
  private static let base = Event.Content.snapshot(
    Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()]))
  private static let fresh = Event.Content.snapshot(
    Snapshot(role: .fresh, changesets: [Sample.schemaAndObject.encoded()]))
  private static let error = Event.Content.syncError(Sample.error)

  private static func commit(_ version: UInt64, _ count: Int64) -> Event.Content {
    .localCommit(
      LocalCommit(clientVersion: version, changeset: Sample.setCount(count).encoded()))
  }

  private static let recovered = Event.Content.resetObserved(
    ResetObserved(mode: .recover, action: .clientReset, result: .recovered))

  /// A report on events, and the export of it.
  private static func export(
    of events: [Event]
  ) throws -> (report: PendingReport, export: UnsyncedExport) {
    let source = PendingSource(name: "device", sha256: String(repeating: "5a", count: 32))
    var replay = Replay()
    for event in events { replay.observe(event) }
    let report = PendingReport(source, try replay.unsyncedData())
    return (report, UnsyncedExport(report))
  }

  private static func keys(_ export: UnsyncedExport) -> [String] {
    export.changes.flatMap { changes in
      changes.writes.indices.map { export.key(of: $0, in: changes) }
    }
  }

  /// Sessions, and the keys of what is exported of each: the record, the version, the index.
  private static let sessions: [(contents: [Event.Content], keys: [String])] = [
    // Nothing follows a reset that was asked for.
    ([start, base, commit(2, 5), error], ["2-2-0"]),
    // The app writes on, and the download never came.
    ([start, base, commit(2, 5), error, commit(3, 6)], ["2-2-0", "4-3-0"]),
    // What was recovered is unsynced again.
    ([start, base, commit(2, 5), error, fresh, recovered, commit(3, 6)], ["2-2-0", "6-3-0"]),
    // And recovered again.
    (
      [start, base, commit(2, 5), error, fresh, recovered]
        + [commit(3, 6), error, fresh, recovered, commit(4, 7)],
      ["2-2-0", "6-3-0", "10-4-0"]
    ),
    // A version that an app counts from the beginning again is another transaction.
    ([start, base, commit(2, 5), error, fresh, commit(2, 6)], ["2-2-0", "5-2-0"]),
  ]

  @Test(arguments: sessions.indices)
  func `What is unsynced before and after a reset is exported once`(index: Int) throws {
    let (contents, keys) = Self.sessions[index]
    let export = try Self.export(of: Sample.events(contents)).export
    #expect(Self.keys(export) == keys.map { "5a5a5a5a5a5a5a5a-\($0)" })
    #expect(export.operationCount == keys.count)
  }

  @Test func `A write to an object that the base lacks has neither made nor deleted it`() throws {
    let schema = Sample.build {
      $0.addTable("Item", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
      $0.addColumn("Item", "count", type: .int, isNullable: false)
    }
    let base = Event.Content.snapshot(Snapshot(role: .base, changesets: [schema.encoded()]))
    let events = Sample.events([Self.start, base, Self.commit(2, 5)])
    let object = try #require(try Self.export(of: events).report.changes.first?.objects.first)
    #expect(object.change == .changed)
    #expect(object.properties.map(\.before) == [nil] && object.properties.map(\.now) == [nil])
  }

  @Test(arguments: [0, 2, .max])
  func `What a capture shows as uploaded again is exported once`(shownCount: Int) throws {
    let vectors = try LivedResetTests.vectors("demo/field-inspections.ndjson.zst", every: 1)
    let vector = try #require(vectors.first { $0.expectation.result == .recovered })
    var plan = LivedReset.Plan()
    plan.shownCount = min(shownCount, vector.unsynced.count)
    let recording = LivedReset(vector, plan)
    let (report, export) = try Self.export(of: recording.events)
    func versions(_ moments: [PendingChanges]) -> [UInt64] {
      moments.flatMap { changes in
        changes.transactions.filter { $0.writeCount > 0 }.map(\.clientVersion)
      }
    }
    // The server acknowledges none of it, so that both moments have it.
    let all = versions(report.changes)
    #expect(all.count > Set(all).count)
    #expect(versions(export.changes).sorted() == Set(all).sorted())
    #expect(Self.keys(export).count == Set(Self.keys(export)).count)
  }
}
