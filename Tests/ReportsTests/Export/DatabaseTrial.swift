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

  /// The moments of a trace of which both states are known.
  static func all(_ name: String, _ events: [Event]) throws -> [DatabaseTrial] {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let moments: UnsyncedMoments
    do throws(ReplayFailure) {
      moments = try replay.unsyncedMoments()
    } catch {
      return []
    }
    let report = PendingReport(trace: name, moments)
    let source = ExportSource(name: name, sha256: String(repeating: "5a", count: 32))
    return report.changes.filter { $0.base != nil && $0.device != nil && !$0.writes.isEmpty }
      .map { changes in
        var export = UnsyncedExport(report, source: source)
        export.changes = [changes]
        return DatabaseTrial(name: name, changes: changes, export: export)
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
  func json(_ dialect: SQLDialect) throws -> (JSONText, ExportTally)? {
    guard let base = changes.base, let device = changes.device,
      let before = loading(base, dialect), let expected = loading(device, dialect)
    else { return nil }
    let sink = MemorySink()
    let tally = try SQLPen.write(export, dialect, makesTables: false, to: sink)
    return (
      .members([
        "name": .string(name), "before": .string(before),
        "statements": .string(String(decoding: sink.bytes, as: UTF8.self)),
        "expected": .string(expected),
        "tables": .array(
          stored.map { schema in
            .members([
              "name": .string(schema.name.readableText),
              "unordered": .array(
                schema.properties.filter { holdsSets($0, []) }
                  .map { .string($0.name.readableText) }),
            ])
          }),
      ]), tally
    )
  }

  private var stored: [ClassSchema] { changes.schema.all.filter { $0.kind == .topLevel } }

  private func holdsSets(_ property: PropertySchema, _ known: Set<RealmString>) -> Bool {
    if property.collection == .set { return true }
    guard let target = property.target, !known.contains(target),
      let schema = changes.schema.class(target), schema.kind == .embedded
    else { return false }
    return schema.properties.contains { holdsSets($0, known.union([target])) }
  }

  /// Statements that make the tables and fill them with a state; nil where the target cannot hold it.
  private func loading(_ state: RealmState, _ dialect: SQLDialect) -> String? {
    do throws(ExportLimit) {
      return try statements(loading: state, dialect)
    } catch {
      return nil
    }
  }

  private func statements(
    loading state: RealmState, _ dialect: SQLDialect
  ) throws(ExportLimit) -> String {
    let tables = SQLTables(dialect, changes.schema)
    var statements = SQLStatements(dialect, changes.schema)
    var lines: [String] = []
    for schema in stored {
      lines.append(try tables.definition(of: schema))
      for key in state.keys(of: schema.name) {
        let values = state.object(key, of: schema.name) ?? []
        let initials = schema.properties.filter { $0.name != schema.primaryKey }.map { property in
          CreatedObject.Initial(
            property: property,
            value: values.first { $0.key == property.name }?.value
              ?? changes.schema.initialValue(of: property), isSet: false)
        }
        let object = CreatedObject(
          object: ObjectName(className: schema.name, key: key), schema: schema,
          initials: initials, writes: [0])
        lines += try statements.statements(of: .create(object), guarding: "1 = 1")
      }
    }
    return lines.joined(separator: "\n")
  }
}

/// Applies trials with the script `Tests/Databases/apply-statements.py`.
enum Database {
  /// What the script says where the machine has no such database.
  static let skippedStatus: Int32 = 77
  static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What differed, a line each, and how many were applied; nil where there is no such database.
  static func apply(
    _ trials: [JSONText], _ dialect: SQLDialect
  ) throws -> (differences: [String], count: Int)? {
    guard let python else { return nil }
    return try TemporaryFolder.with { folder in
      let input = trials.map { $0.text(.compact, escaping: .least) + "\n" }.joined()
      try folder.write(Array(input.utf8), to: "cases.ndjson")
      let ended = try RunningProcess.run(
        python,
        [
          ProjectFiles.path("Tests/Databases/apply-statements.py"), dialect.rawValue,
          folder.path("cases.ndjson"),
        ], secondsMax: 900)
      if ended.status == skippedStatus { return nil }
      guard ended.status == 0 else { throw MissingInput("\(ended.text)\(ended.errorText)") }
      var lines = ended.text.split(separator: "\n").map(String.init)
      let count = lines.popLast().flatMap { Int($0.dropFirst("applied ".count)) } ?? 0
      return (lines, count)
    }
  }
}
