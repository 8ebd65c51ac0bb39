import Analyzer
import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// What a target has no words for is counted by why, and stands in the export; forms that have words for it carry it.
@Suite(.slow) struct UnsayableTests {
  private static let control: RealmString = "a\u{7}b"

  private static let base = Sample.build { it in
    it.addTable("U", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
    for name in ["text", control] as [RealmString] {
      it.addColumn("U", name, type: .string, isNullable: true)
    }
    it.addColumn("U", "date", type: .timestamp, isNullable: true)
    for key in 1...4 { it.createObject("U", .int(Int64(key))) }
  }

  private static let changes = Sample.build { it in
    func place(_ key: Int64, _ name: RealmString) -> LocationValue {
      LocationValue("U", .int(key), name, [])
    }
    it.update(place(1, "text"), to: .string("a\u{0}b"))
    it.update(place(2, "text"), to: .string(RealmString([0x61, 0xFF, 0x0A] as [UInt8])))
    it.update(place(3, control), to: .string("x"))
    it.update(place(4, "date"), to: .timestamp(Timestamp(seconds: .max, nanoseconds: 999)))
  }

  private static func trial() throws -> DatabaseTrial {
    let events = Sample.events([
      .snapshot(Snapshot(role: .base, changesets: [base.encoded()])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: changes.encoded())),
    ])
    return try #require(try DatabaseTrial.all("unsayable", events).first)
  }

  @Test(arguments: [
    (SQLDialect.sqlite, [ExportLimit.name: 1]),
    (.postgresql, [.textWithNUL: 1, .textNotUTF8: 1, .time: 1]),
  ])
  func `Statements name what a database cannot hold`(
    _ dialect: SQLDialect, _ limits: [ExportLimit: Int]
  ) throws {
    let (statements, tally) = try Self.trial().statements(dialect, makesTables: false)
    #expect(tally.limits == limits)
    let unsaid = statements.split(separator: "\n").filter { $0.hasPrefix("-- NOT EXPORTED, ") }
    #expect(unsaid.count == tally.unexpressedCount)
    #expect(statements.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
  }

  /// Statements for such classes would write to tables of the database's own, or to one that cannot be made.
  @Test(arguments: [
    (SQLDialect.sqlite, "sqlite_master", "text"), (.sqlite, "T", "TEXT"),
    (.postgresql, "PG_authid", "a"), (.postgresql, "tracetool_applied", "a"),
    (.postgresql, "information_schema", "a"), (.postgresql, "T", "ctid"),
  ])
  func `Reserved names and names that are one are refused`(
    _ dialect: SQLDialect, _ className: String, _ property: String
  ) throws {
    let (className, property) = (RealmString(className), RealmString(property))
    let base = Sample.build { it in
      it.addTable(className, kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
      for name in Set([property, "text"]) {
        it.addColumn(className, name, type: .string, isNullable: true)
      }
      it.createObject(className, .int(1))
    }
    let change = Sample.build {
      $0.update(LocationValue(className, .int(1), property, []), to: .string("x"))
    }
    let events = Sample.events([
      .snapshot(Snapshot(role: .base, changesets: [base.encoded()])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: change.encoded())),
    ])
    let trial = try #require(try DatabaseTrial.all("names", events).first)
    let (statements, tally) = try trial.statements(dialect, makesTables: true)
    #expect(tally.limits == [.name: 1])
    #expect(
      !statements.contains("\nUPDATE OR ROLLBACK \"")
        && !statements.contains("SET \"\(property.readableText)"))
  }

  /// To a target, null is no link.
  @Test func `A link to the object without a key is named and not left out`() throws {
    let base = Sample.build { it in
      it.addTable("U", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: true)
      it.addLinkColumn("U", "next", target: "U")
      it.createObject("U", .null)
      it.createObject("U", .int(1))
    }
    let change = Sample.build {
      $0.update(LocationValue("U", .int(1), "next", []), to: .value(.link("U", .null)))
    }
    let events = Sample.events([
      .snapshot(Snapshot(role: .base, changesets: [base.encoded()])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: change.encoded())),
    ])
    let trial = try #require(try DatabaseTrial.all("null", events).first)
    for dialect in SQLDialect.allCases {
      let (statements, tally) = try trial.statements(dialect, makesTables: false)
      #expect(tally.limits == [.linkToNull: 1] && !statements.contains("SET \"next\""))
    }
    let sink = MemorySink()
    #expect(try MongoRenderer.write(trial.export, to: sink).limits == [.linkToNull: 1])
    #expect(try CRUDRenderer.write(trial.export, to: sink).limits == [.linkToNull: 1])
    try DocumentRoundTripTests.check([trial], .ndjson, countMin: 1)
  }

  /// The set may have the double, whose form in JSON is another.
  @Test(arguments: SQLDialect.allCases)
  func `A float is no member that statements can find in a set of Mixed`(
    _ dialect: SQLDialect
  ) throws {
    let base = Sample.build { it in
      it.addTable("U", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
      it.addColumn("U", "any", type: .null, isNullable: true, collection: .set)
      it.createObject("U", .int(1))
    }
    let change = Sample.build { it in
      for value in [Value.float(1.5), .int(1)] {
        it.setInsert(LocationValue("U", .int(1), "any"), value)
      }
    }
    let events = Sample.events([
      .snapshot(Snapshot(role: .base, changesets: [base.encoded()])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: change.encoded())),
    ])
    let trial = try #require(try DatabaseTrial.all("members", events).first)
    let (_, tally) = try trial.statements(dialect, makesTables: false)
    #expect(tally.limits == [.memberOfMixed: 1])
  }

  @Test func `Updates of MongoDB and upload queues name what they cannot say`() throws {
    let export = try Self.trial().export
    let sink = MemorySink()
    #expect(try MongoRenderer.write(export, to: sink).limits == [.textNotUTF8: 1, .time: 1])
    #expect(try CRUDRenderer.write(export, to: sink).limits == [.textNotUTF8: 1])
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains(#""why":"textNotUTF8""#))
    #expect(text.contains(#""unexpressed":"textNotUTF8""#))
  }

  @Test(arguments: [DocumentForm.ndjson, .csv])
  func `Operations and tables carry all of it`(_ form: DocumentForm) throws {
    try DocumentRoundTripTests.check([Self.trial()], form, countMin: 1)
  }
}
