import Analyzer
import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// A target may have deleted what a device has changed. Nothing comes back, and each form tells of it.
@Suite(.slow) struct MissingObjectTests {
  private static let className: RealmString = "It's"

  private static func place(_ key: RealmString, _ property: RealmString) -> LocationValue {
    LocationValue(className, .string(key), property, [])
  }

  private static func state(objects: [RealmString]) -> Changeset {
    Sample.build { it in
      it.addTable(className, kind: .topLevel, primaryKey: "_id", type: .string, isNullable: false)
      it.addColumn(className, "text", type: .string, isNullable: true)
      it.addColumn(className, "count", type: .int, isNullable: false)
      it.addColumn(className, "list", type: .int, isNullable: false, collection: .list)
      for key in objects { it.createObject(className, .string(key)) }
    }
  }

  /// Of three objects the first is changed, the second too, and the third is deleted; a fourth is made.
  private static let changes = Sample.build { it in
    it.update(place("kept", "text"), to: .string("a"))
    it.update(place("go'ne", "text"), to: .string("b"))
    it.addInteger(place("go'ne", "count"), 3)
    it.eraseObject(className, .string("deleted"))
    it.createObject(className, .string("new"))
    it.addInteger(place("new", "count"), 1)
  }

  /// The trial on a target that has the first object alone.
  private static func trial() throws -> DatabaseTrial {
    let events = Sample.events([
      .snapshot(
        Snapshot(
          role: .base, changesets: [state(objects: ["kept", "go'ne", "deleted"]).encoded()])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: changes.encoded())),
    ])
    var trial = try #require(try DatabaseTrial.all("missing", events).first)
    trial.before = RealmState()
    try trial.before.apply(state(objects: ["kept"]))
    for key: RealmString in ["go'ne", "deleted"] {
      try trial.after.apply(Sample.build { $0.eraseObject(className, .string(key)) })
    }
    trial.missing = [(1, "update", "go'ne"), (2, "update", "go'ne"), (3, "delete", "deleted")].map {
      DatabaseTrial.MissingObject(
        key: trial.export.key(of: $0.0, in: trial.changes), operation: $0.1,
        className: "It's", object: .string($0.2))
    }
    return trial
  }

  @Test(arguments: SQLDialect.allCases)
  func `Statements note the operations that find no object, once`(_ dialect: SQLDialect) throws {
    let trial = try Self.trial()
    try SQLRoundTripTests.check([trial], dialect, countMin: 1)
    let (statements, _) = try trial.statements(dialect, makesTables: false)
    #expect(
      statements.contains("\nSELECT * FROM \(dialect.tablePrefix)\"tracetool_missing\" WHERE"))
  }

  /// What a constraint refuses takes its transaction along, whatever client goes on after the error.
  @Test(arguments: SQLDialect.allCases)
  func `A transaction of which one statement is refused is not remembered`(_ dialect: SQLDialect)
    throws
  {
    var trial = try Self.trial()
    (trial.after, trial.missing) = (trial.before, [])
    trial.constraint = "CREATE UNIQUE INDEX one_row ON \"It's\" ((length(\"_id\") * 0));"
    try SQLRoundTripTests.check([trial], dialect, countMin: 1)
  }

  /// SQLite rolls nothing back for a text that is no JSON, or a column that nobody can write to.
  @Test(arguments: [
    "UPDATE \"It's\" SET \"list\" = '';",
    """
    ALTER TABLE "It's" DROP COLUMN "list";
    ALTER TABLE "It's" ADD COLUMN "list" TEXT AS ('[]');
    """,
  ])
  func `A transaction of which a column cannot take its part is not remembered`(
    _ constraint: String
  ) throws {
    let changes = Sample.build { it in
      it.update(Self.place("kept", "text"), to: .string("a"))
      it.arrayInsert(
        LocationValue(Self.className, .string("kept"), "list", [0]), .int(1), priorSize: 0)
    }
    let events = Sample.events([
      .snapshot(Snapshot(role: .base, changesets: [Self.state(objects: ["kept"]).encoded()])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: changes.encoded())),
    ])
    var trial = try #require(try DatabaseTrial.all("columns", events).first)
    (trial.after, trial.constraint) = (trial.before, constraint)
    try SQLRoundTripTests.check([trial], .sqlite, countMin: 1)
  }

  @Test func `Updates of MongoDB match no document`() throws {
    let trial = try Self.trial()
    #expect(trial.missing.count == 3)
    #expect(try MongoRoundTripTests().check(trial))
  }

  @Test(arguments: [
    (DocumentForm.ndjson, ["update", "update", "delete"]), (.crud, ["update", "delete"]),
    (.csv, ["update", "delete"]),
  ])
  func `Documents are for objects that are there`(
    _ form: DocumentForm, _ operations: [String]
  ) throws {
    let (json, _) = try #require(try Self.trial().json(form))
    guard let (lines, count) = try Database.apply([json], form) else { return }
    #expect(count == 1 && lines.count == operations.count, "\(lines)")
    for (line, operation) in zip(lines, operations) {
      #expect(line.contains("\"missing\": [\"\(operation)\", \"It's\""), "\(line)")
    }
  }
}
