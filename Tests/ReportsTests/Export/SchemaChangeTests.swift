import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

/// What a device has changed of its schema is exported where a target can be told, and said where it cannot.
@Suite(.slow) struct SchemaChangeTests {
  private static let base = Sample.build { it in
    it.addTable("Old", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
    it.addColumn("Old", "text", type: .string, isNullable: true)
    it.addEmbeddedTable("Piece")
    it.addColumn("Piece", "note", type: .string, isNullable: true)
    it.createObject("Old", .int(1))
  }

  private static let additions = Sample.build { it in
    it.addEmbeddedTable("Part")
    it.addColumn("Part", "note", type: .string, isNullable: true)
    it.addTable("New", kind: .topLevel, primaryKey: "_id", type: .string, isNullable: false)
    it.addColumn("New", "tags", type: .string, isNullable: true, collection: .list)
    it.addLinkColumn("New", "part", target: "Part")
    it.addColumn("Old", "count", type: .int, isNullable: false)
    it.addColumn("Old", "days", type: .timestamp, isNullable: false)
    it.addColumn("Old", "names", type: .string, isNullable: true, collection: .list)
    it.addColumn("Old", "any", type: .null, isNullable: true)
    it.createObject("New", .string("a"))
    it.update(LocationValue("New", .string("a"), "part", []), to: .objectValue)
    it.update(LocationValue("New", .string("a"), "part", ["note"]), to: .string("n"))
    it.addInteger(LocationValue("Old", .int(1), "count", []), 5)
    it.arrayInsert(LocationValue("Old", .int(1), "names", [0]), .string("x"), priorSize: 0)
  }
  private static let (additionCount, ofEmbeddedCount, ofOldCount) = (9, 2, 4)

  private static let removals = Sample.build { it in
    it.eraseColumn("Old", "text")
    it.eraseTable("Old")
    it.eraseColumn("Piece", "note")
    it.eraseTable("Piece")
  }

  private static func trial(_ changes: Changeset) throws -> DatabaseTrial {
    let events = Sample.events([
      .snapshot(Snapshot(role: .base, changesets: [base.encoded()])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: changes.encoded())),
    ])
    var trial = try #require(try DatabaseTrial.all("schema", events).first)
    trial.schemaBefore = RealmSchema(device: nil, base: trial.before, changesets: [])
    return trial
  }

  @Test func `PostgreSQL gets the tables and columns that are missing`() throws {
    let trial = try Self.trial(Self.additions)
    let (json, tally) = try #require(try trial.json(.postgresql, makesTables: true))
    #expect(tally.limits.isEmpty && tally.impliedCount == Self.ofEmbeddedCount)
    try expectApplied(json, .postgresql)
  }

  @Test func `SQLite gets the tables, and for columns a statement to run once`() throws {
    var (json, tally) = try #require(
      try Self.trial(Self.additions).json(.sqlite, makesTables: true))
    #expect(tally.limits == [.schema: Self.ofOldCount])
    let statements = try #require(json["statements"]).plainText
    let once = statements.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /--   (ALTER TABLE .*)/).map { String($0.1) }
    }
    #expect(once.count == Self.ofOldCount)
    let before = try #require(json["before"]).plainText
    json.replace("before", .string(before + "\n" + once.joined(separator: "\n")))
    try expectApplied(json, .sqlite)
  }

  private func expectApplied(_ json: JSONText, _ dialect: Analyzer.SQLDialect) throws {
    guard let (differences, count) = try Database.apply([json], dialect) else { return }
    #expect(differences.isEmpty && count == 1, "\(differences)")
  }

  @Test(arguments: SQLDialect.allCases)
  func `Without being asked, statements change no schema`(_ dialect: SQLDialect) throws {
    let (statements, tally) = try Self.trial(Self.additions).statements(dialect, makesTables: false)
    #expect(tally.limits == [.schema: Self.additionCount - Self.ofEmbeddedCount])
    let lines = statements.split(separator: "\n")
    let new = "\(dialect.tablePrefix)\"New\""
    #expect(
      !lines.contains { $0.hasPrefix("ALTER") || $0.hasPrefix("CREATE TABLE IF NOT EXISTS \(new)") }
    )
    #expect(lines.contains { $0.hasPrefix("--   CREATE TABLE IF NOT EXISTS \(new)") })
  }

  @Test(arguments: SQLDialect.allCases, [false, true])
  func `No form takes a class or property away`(_ dialect: SQLDialect, _ makesTables: Bool) throws {
    let trial = try Self.trial(Self.removals)
    let (statements, tally) = try trial.statements(dialect, makesTables: makesTables)
    #expect(tally.limits == [.schemaRemoval: 4] && tally.impliedCount == 0)
    #expect(statements.contains("\n--   DROP TABLE \(dialect.tablePrefix)\"Old\";\n"))
    #expect(!statements.contains("\nDROP") && !statements.contains("\nALTER"))
    let sink = MemorySink()
    #expect(try MongoRenderer.write(trial.export, to: sink).limits == [.schemaRemoval: 4])
    #expect(try CRUDRenderer.write(trial.export, to: sink).limits == [.schemaRemoval: 4])
  }

  @Test func `MongoDB has nothing to do for what is new`() throws {
    let trial = try Self.trial(Self.additions)
    let sink = MemorySink()
    let tally = try MongoRenderer.write(trial.export, to: sink)
    #expect(tally.limits.isEmpty && tally.impliedCount == Self.additionCount)
    let document = try JSONText(parsing: sink.bytes)
    #expect(document["implied"]?.elementList.count == Self.additionCount)
    #expect(try MongoRoundTripTests().check(trial))
  }

  @Test(arguments: DocumentForm.allCases)
  func `Documents say what is new`(_ form: DocumentForm) throws {
    let trial = try Self.trial(Self.additions)
    let (json, tally) = try #require(try trial.json(form))
    #expect(tally.limits == (form == .crud ? [.schema: Self.additionCount] : [:]))
    #expect(json.text().contains(#"\"definition\":{\"type\":\"date\""#) || form == .csv)
    guard let (differences, count) = try Database.apply([json], form) else { return }
    #expect(differences.isEmpty && count == 1, "\(differences)")
  }
}

extension JSONText {
  fileprivate var plainText: String { if case .string(let text) = self { text } else { "" } }

  fileprivate mutating func replace(_ name: String, _ value: JSONText) {
    guard case .object(let members) = self else { return }
    self = .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}
