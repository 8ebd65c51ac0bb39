import Analyzer
import Foundation
import Importers
import RealmModel
import Replayer
import TestSupport
import TraceFormat

@testable import Reports

/// A session whose unsynced writes are applied to a real database that holds what was last synced; it has to
/// come to what the device has.
struct DatabaseTrial {
  var name: String
  var changes: PendingChanges
  var export: UnsyncedExport
  /// What the target has before, and what it is to have after.
  var (before, after): (RealmState, RealmState)
  /// The classes that the target has before.
  var schemaBefore: RealmSchema
  /// The operations that are to find no object, in order.
  var missing: [MissingObject] = []
  /// Statements that make the target refuse something; the client goes on after the error.
  var constraint: String?

  /// An operation on an object that the target does not have.
  struct MissingObject: Hashable {
    var key: String
    var operation: String
    var className: String
    /// The primary key as JSON.
    var object: JSONText
  }

  /// The moments of a trace of which both states are known.
  static func all(_ name: String, _ events: [Event]) throws -> [DatabaseTrial] {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let moments: SessionAnswers<UnsyncedData>
    do throws(ReplayFailure) {
      moments = try replay.unsyncedData()
    } catch {
      return []
    }
    let source = PendingSource(name: name, sha256: String(repeating: "5a", count: 32))
    let report = PendingReport(source, moments)
    return report.changes.filter { !$0.writes.isEmpty }.compactMap { changes in
      // Where the app had written something before it began to record, the trace does not have all of it.
      guard let base = changes.base, let device = changes.device,
        !changes.gaps.contains(where: { $0.kind == .missingLocal })
      else { return nil }
      var export = UnsyncedExport(report)
      export.changes = [changes]
      return DatabaseTrial(
        name: name, changes: changes, export: export, before: base, after: device,
        schemaBefore: changes.schema)
    }
  }

  /// Every so many of the recorded resets of a file.
  static func vectors(_ file: String, every step: Int) throws -> [DatabaseTrial] {
    try Vectors.lines(of: file).enumerated().filter { $0.offset % step == 0 }.flatMap {
      let vector = try ResetVector(parsing: $0.element)
      return try all(vector.name, VectorImporter.events(of: vector))
    }
  }

  /// The trial as the script reads it, with what could not be said; nil for one that the target cannot hold.
  func json(_ dialect: SQLDialect, makesTables: Bool = false) throws -> (JSONText, ExportTally)? {
    guard let loaded = loading(before, schemaBefore, dialect),
      let expected = loading(after, changes.schema, dialect)
    else { return nil }
    let (statements, tally) = try self.statements(dialect, makesTables: makesTables)
    return (
      .members([
        "name": .string(name), "before": .string(loaded + "\n" + (constraint ?? "")),
        "careless": .bool(constraint != nil), "statements": .string(statements),
        "expected": .string(expected + missingRows + "\n" + (constraint ?? "")),
        "tables": .array(stored.map(table) + [Self.missingTable]),
      ]), tally
    )
  }

  /// What the pen writes, and what it could not say.
  func statements(_ dialect: SQLDialect, makesTables: Bool) throws -> (String, ExportTally) {
    let sink = MemorySink()
    let tally = try SQLRenderer.write(
      export, dialect, makesTables: makesTables, in: dialect.trialSchema, to: sink)
    return (String(decoding: sink.bytes, as: UTF8.self), tally)
  }

  private func table(_ schema: ClassSchema) -> JSONText {
    .members([
      "name": .string(schema.name.readableText),
      "unordered": .array(
        schema.properties.filter { holdsSets($0, []) }.map { .string($0.name.readableText) }),
    ])
  }

  private static let missingTable = JSONText.members([
    "name": .string(SQLTables.missingTable.readableText), "unordered": .array([]),
  ])

  private var missingRows: String {
    missing.reduce("\n" + SQLTables.missingDefinition("tracetool_missing")) { text, it in
      let words = [it.key, it.operation, it.className, it.object.text()]
        .map { "'\($0.replacing("'", with: "''"))'" }
      return text + "\nINSERT INTO tracetool_missing VALUES (\(words.joined(separator: ", ")));"
    }
  }

  private var stored: [ClassSchema] { changes.schema.classes.filter { $0.kind == .topLevel } }

  private func holdsSets(_ property: PropertySchema, _ known: Set<RealmString>) -> Bool {
    if property.collection == .set { return true }
    guard let target = property.target, !known.contains(target),
      let schema = changes.schema[target], schema.kind == .embedded
    else { return false }
    return schema.properties.contains { holdsSets($0, known.union([target])) }
  }

  /// Statements that make the tables and fill them with a state; nil where the target cannot hold it.
  private func loading(
    _ state: RealmState, _ schema: RealmSchema, _ dialect: SQLDialect
  ) -> String? {
    do throws(ExportLimit) {
      return try statements(loading: state, schema, dialect)
    } catch {
      return nil
    }
  }

  private func statements(
    loading state: RealmState, _ schema: RealmSchema, _ dialect: SQLDialect
  ) throws(ExportLimit) -> String {
    let tables = SQLTables(dialect, schema, in: dialect.trialSchema)
    var statements = SQLStatements(tables)
    var lines: [String] = []
    for stored in schema.classes where stored.kind == .topLevel {
      lines.append(try tables.definition(of: stored))
      for key in state.keys(of: stored.name) {
        let values = state.object(key, of: stored.name) ?? []
        let initials = stored.properties.filter { $0.name != stored.primaryKey }.map { property in
          CreatedObject.Initial(
            property: property,
            value: values.first { $0.key == property.name }?.value
              ?? schema.initialValue(of: property), isSet: false)
        }
        let object = CreatedObject(
          object: ObjectName(className: stored.name, key: key), initials: initials, writes: [0])
        lines += try statements.statements(of: .create(object), "", guarding: "1 = 1")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension SQLDialect {
  /// The schema that the script makes for each trial.
  fileprivate var trialSchema: RealmString? { self == .postgresql ? "attempt" : nil }
  /// What stands before the names of tables.
  var tablePrefix: String { self == .postgresql ? "\"attempt\"." : "" }
}
