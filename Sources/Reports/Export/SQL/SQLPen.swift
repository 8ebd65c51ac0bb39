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
  /// The classes that the writes themselves make.
  private let madeClasses: Set<RealmString>

  /// Writes all of an export.
  ///
  /// - Returns: what could not be said, and what was rounded.
  /// - Throws: what the sink throws.
  package static func write(
    _ export: UnsyncedExport, _ dialect: SQLDialect, makesTables: Bool, to sink: any ByteSink
  ) throws -> ExportTally {
    var pen = SQLPen(export, dialect, makesTables: makesTables, LineSink(sink))
    try pen.write()
    return pen.tally
  }

  private init(
    _ export: UnsyncedExport, _ dialect: SQLDialect, makesTables: Bool, _ sink: LineSink
  ) {
    (self.export, self.dialect) = (export, dialect)
    (self.makesTables, self.sink) = (makesTables, sink)
    madeClasses = Set(export.changes.flatMap(\.madeClasses))
  }

  private mutating func write() throws {
    for line in export.headLines(dialect) { try comment(line) }
    if makesTables { try writeTables() }
    try sink.line("CREATE TABLE IF NOT EXISTS \(Self.applied) (\"key\" TEXT PRIMARY KEY);")
    try sink.line(SQLMissing.table)
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
    try sink.line("")
    for sentence in tally.sentences { try comment(sentence) }
    try comment(UnsyncedExport.missingLine)
    try sink.line(SQLMissing.query(keyPrefix: export.source.keyPrefix))
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
      try write(step, of: changes, &statements, guarding: guarding)
    }
    try sink.line("INSERT INTO \(Self.applied) SELECT '\(key)' WHERE \(guarding);")
    try sink.line("COMMIT;")
  }

  private mutating func write(
    _ step: ExportStep, of changes: PendingChanges, _ statements: inout SQLStatements,
    guarding: String
  ) throws {
    if case .schema(let definition, let index) = step {
      return try write(definition, at: changes.writes[index].address, step, of: changes)
    }
    let missing = SQLMissing(key: export.key(of: step.writes[0], in: changes), guarding: guarding)
    var lines: [String] = []
    do throws(ExportLimit) {
      lines = try statements.statements(of: step, guarding: guarding, noting: missing)
    } catch {
      try note(error, step, in: changes)
    }
    for line in lines { try sink.line(line) }
  }

  private mutating func write(
    _ definition: PendingDefinition, at address: Address, _ step: ExportStep,
    of changes: PendingChanges
  ) throws {
    let change: SQLSchemaChange
    do throws(ExportLimit) {
      change = try SQLTables(dialect, changes.schema).change(
        definition, at: address, madeClasses: madeClasses)
    } catch {
      return try note(error, step, in: changes)
    }
    switch change {
    case .nothing: tally.impliedCount += 1
    case .table(let statement):
      if !makesTables { try note(.schema, step, in: changes, statement: statement) }
    case .statement(let statement):
      guard makesTables else {
        return try note(.schema, step, in: changes, statement: statement)
      }
      try sink.line(statement)
    case .left(let limit, let statement):
      try note(limit, step, in: changes, statement: statement)
    }
  }

  /// - Parameter statement: what does it, for a person to decide about.
  private mutating func note(
    _ limit: ExportLimit, _ step: ExportStep, in changes: PendingChanges, statement: String? = nil
  ) throws {
    tally.note(limit, count: step.writes.count)
    for write in step.writes {
      let operation = JSONText.object(changes.operationMembers(of: changes.writes[write]))
      try comment(UnsyncedExport.unsaidLine(limit, operation))
    }
    if let statement { try comment("  \(statement)") }
  }

  /// A comment stays on its line, whatever is in it.
  private mutating func comment(_ text: String) throws { try sink.line("-- \(text.visible)") }
}
