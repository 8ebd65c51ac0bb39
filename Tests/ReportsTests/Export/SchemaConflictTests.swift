import Analyzer
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// What a device has changed of its schema, against a target.
@Suite struct SchemaConflictTests {
  private static let base = Sample.build { it in
    it.addTable("Old", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
    it.addColumn("Old", "text", type: .string, isNullable: true)
    it.addColumn("Old", "size", type: .int, isNullable: false)
    it.addTable("Gone", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
    it.createObject("Old", .int(1))
    it.createObject("Gone", .int(1))
  }

  private static let changes = Sample.build { it in
    it.addTable("New", kind: .topLevel, primaryKey: "_id", type: .string, isNullable: false)
    it.addColumn("New", "note", type: .string, isNullable: true)
    it.addColumn("Old", "count", type: .int, isNullable: false)
    it.addColumn("Old", "brief", type: .int, isNullable: false)
    it.eraseColumn("Old", "brief")
    it.eraseColumn("Old", "text")
    it.eraseTable("Gone")
    it.createObject("New", .string("a"))
  }

  /// The conflicts of the device's changes with a target, by place.
  private static func conflicts(
    with target: [Changeset], hasBase: Bool = true
  ) throws -> (report: ConflictReport, kinds: [String: PendingConflict.Kind]) {
    let commit = Event.Content.localCommit(
      LocalCommit(clientVersion: 2, changeset: changes.encoded()))
    let snapshot =
      hasBase
      ? Snapshot(role: .base, changesets: [base.encoded()])
      : Snapshot(role: .local, changesets: [base.encoded(), changes.encoded()])
    let start = Event.Content.sessionStart(
      SessionStart(source: hasBase ? .live : .realmFile, name: "device"))
    var replay = Replay()
    for event in Sample.events([start, .snapshot(snapshot), commit]) { replay.observe(event) }
    let source = PendingSource(name: "device", sha256: String(repeating: "5a", count: 32))
    let export = UnsyncedExport(PendingReport(source, try replay.unsyncedData()))
    #expect(export.operationCount == changes.instructions.count)
    let state = try RealmState(applying: target)
    let report = ConflictReport(export, against: try TargetState(state.canonicalJSON))
    let found = report.conflicts.joined().map { ($0.address.text, $0.kind) }
    return (report, Dictionary(uniqueKeysWithValues: found))
  }

  @Test func `A target that is as at the last sync has nothing against it`() throws {
    let (report, kinds) = try Self.conflicts(with: [Self.base])
    #expect(kinds == [:])
    #expect(report.openWriteCount == 0)
  }

  @Test func `A target that has all of it already needs nothing`() throws {
    let (report, kinds) = try Self.conflicts(with: [Self.base, Self.changes])
    #expect(Set(kinds.values) == [.alreadyThere], "\(kinds)")
    // Two writes came to nothing: a property that was made and removed again.
    #expect(
      report.conflicts.joined().reduce(0) { $0 + $1.writes.count }
        == Self.changes.instructions.count - 2)
  }

  @Test func `What is declared otherwise differs`() throws {
    let own = Sample.build { it in
      it.addTable("New", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
      it.addColumn("New", "note", type: .binary, isNullable: true)
      it.addColumn("Old", "count", type: .int, isNullable: true)
    }
    let (report, kinds) = try Self.conflicts(with: [Self.base, own])
    #expect(kinds == ["New": .differs, "New note": .differs, "Old count": .differs])
    #expect(report.openWriteCount == 3)
    let text = report.text()
    #expect(text.contains("Old count: the target declares it differently"), "\(text)")
    #expect(text.contains("Target    int, optional"), "\(text)")
    #expect(text.contains("Device    topLevel, primaryKey _id string"), "\(text)")
  }

  @Test func `What somebody has written to in the meantime is not to be removed unseen`() throws {
    let others = Sample.build { it in
      it.update(LocationValue("Old", .int(1), "text", []), to: .string("x"))
      it.createObject("Gone", .int(2))
    }
    let (_, kinds) = try Self.conflicts(with: [Self.base, others])
    #expect(kinds == ["Gone": .changed, "Old text": .changed])
    let unrelated = Sample.build { it in
      it.update(LocationValue("Old", .int(1), "size", []), to: .int(7))
    }
    #expect(try Self.conflicts(with: [Self.base, unrelated]).kinds == [:])
  }

  @Test func `A property of a class that the target does not have is for nobody`() throws {
    let (_, kinds) = try Self.conflicts(
      with: [
        Sample.build { it in
          it.addTable("Gone", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
          it.createObject("Gone", .int(1))
        }
      ])
    #expect(kinds == ["Old count": .unknownObject, "Old text": .alreadyThere])
  }

  @Test func `What the last sync was is not known where no state of it is there`() throws {
    let (_, kinds) = try Self.conflicts(with: [Self.base], hasBase: false)
    #expect(kinds["Gone"] == .unknownBase && kinds["Old text"] == .unknownBase, "\(kinds)")
  }
}
