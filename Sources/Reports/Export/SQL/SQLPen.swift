package import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
package import TraceFormat

/// Writes unsynced writes as statements, a transaction of the device's in a transaction of the database's.
package struct SQLPen {
  private let export: UnsyncedExport
  private let dialect: SQLDialect
  /// Whether tables that are missing are made.
  private let makesTables: Bool
  private var sink: LineSink
  private var tally = ExportTally()

  /// Writes all of an export.
  ///
  /// - Returns: what could not be said, and what was rounded.
  /// - Throws: what the sink throws.
  package static func write(
    _ export: UnsyncedExport, _ dialect: SQLDialect, makesTables: Bool, to sink: any ByteSink
  ) throws -> ExportTally {
    var pen = SQLPen(
      export: export, dialect: dialect, makesTables: makesTables, sink: LineSink(sink))
    try pen.write()
    return pen.tally
  }

  private mutating func write() throws {
    for line in export.headLines(dialect) { try comment(line) }
    if makesTables { try writeTables() }
    try sink.line("CREATE TABLE IF NOT EXISTS \(Self.applied) (\"key\" TEXT PRIMARY KEY);")
    for changes in export.changes where !changes.writes.isEmpty {
      try sink.line("")
      try comment(UnsyncedExport.sessionLine(changes))
      var statements = SQLStatements(dialect, changes.schema)
      for (index, writes) in changes.writeRanges.enumerated() where !writes.isEmpty {
        try write(index, writes, of: changes, &statements)
      }
      for (rounding, count) in statements.literals.tally.roundings {
        tally.roundings[rounding, default: 0] += count
      }
    }
    for sentence in tally.sentences { try comment(sentence) }
    try sink.flush()
  }

  private mutating func writeTables() throws {
    var made: Set<RealmString> = []
    for changes in export.changes {
      let tables = SQLTables(dialect, changes.schema)
      for schema in changes.schema.all
      where schema.kind != .embedded && made.insert(schema.name).inserted {
        var line: String?
        do throws(ExportLimit) {
          line = try tables.definition(of: schema)
        } catch {
          try comment(UnsyncedExport.unsaidLine(error, schema.name.json))
        }
        if let line { try sink.line(line) }
      }
    }
  }

  private static let applied = "\"\(SQLTables.appliedTable)\""

  private mutating func write(
    _ index: Int, _ writes: Range<Int>, of changes: PendingChanges,
    _ statements: inout SQLStatements
  ) throws {
    let key = export.key(ofTransaction: index, in: changes)
    let guarding = "NOT EXISTS (SELECT 1 FROM \(Self.applied) WHERE \"key\" = '\(key)')"
    try sink.line("")
    try comment(UnsyncedExport.transactionLine(index, in: changes, key: key))
    try sink.line("BEGIN;")
    for step in ExportSteps(writes, of: changes).steps {
      var lines: [String] = []
      do throws(ExportLimit) {
        lines = try statements.statements(of: step, guarding: guarding)
      } catch {
        try note(error, step, in: changes)
      }
      for line in lines { try sink.line(line) }
    }
    try sink.line("INSERT INTO \(Self.applied) SELECT '\(key)' WHERE \(guarding);")
    try sink.line("COMMIT;")
  }

  private mutating func note(
    _ limit: ExportLimit, _ step: ExportStep, in changes: PendingChanges
  ) throws {
    tally.note(limit, count: step.writes.count)
    for write in step.writes {
      let operation = JSONText.object(changes.operationMembers(of: changes.writes[write]))
      try comment(UnsyncedExport.unsaidLine(limit, operation))
    }
  }

  /// A comment stays on its line, whatever is in it.
  private mutating func comment(_ text: String) throws { try sink.line("-- \(text.visible)") }
}
