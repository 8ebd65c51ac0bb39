package import Analyzer
internal import RealmModel
package import TraceFormat

/// Writes unsynced writes as statements, a transaction of the device's in a transaction of the database's.
package struct SQLRenderer {
  private let export: UnsyncedExport
  private let dialect: SQLDialect
  private let makesTables: Bool
  private let targetSchema: RealmString?
  /// The tables that are ours, as statements name them.
  private let applied: String
  private let missing: String
  private var sink: LineSink
  private var tally = ExportTally()
  private let madeClasses: Set<RealmString>

  /// - Parameter targetSchema: the target's schema that all tables are in; nil for the one that the database
  ///   takes by itself.
  /// - Returns: what could not be said, and what was rounded.
  /// - Throws: `ExportLimit.name` where that is not the name of a schema; what the sink throws.
  package static func write(
    _ export: UnsyncedExport, _ dialect: SQLDialect, makesTables: Bool,
    in targetSchema: RealmString? = nil, to sink: any ByteSink
  ) throws -> ExportTally {
    let quoting = SQLQuoting(dialect: dialect)
    var pen = SQLRenderer(
      export: export, dialect: dialect, makesTables: makesTables, targetSchema: targetSchema,
      applied: try quoting.name(SQLTables.appliedTable, in: targetSchema),
      missing: try quoting.name(SQLTables.missingTable, in: targetSchema),
      sink: LineSink(sink), madeClasses: Set(export.changes.flatMap(\.madeClasses)))
    try pen.write()
    return pen.tally
  }

  private mutating func write() throws {
    for line in export.headLines(dialect) { try comment(line) }
    if makesTables { try writeTables() }
    try sink.line("CREATE TABLE IF NOT EXISTS \(applied) (\"key\" TEXT PRIMARY KEY);")
    try sink.line(SQLTables.missingDefinition(missing))
    for changes in export.changes where !changes.writes.isEmpty {
      try sink.line("")
      try comment(changes.title)
      var statements = SQLStatements(tables(of: changes))
      for (index, writes) in changes.writeRanges.enumerated() where !writes.isEmpty {
        try write(index, writes, of: changes, &statements)
      }
      tally.roundings.merge(statements.literals.tally.roundings, uniquingKeysWith: +)
    }
    try sink.line("")
    for sentence in tally.sentences { try comment(sentence) }
    try comment(UnsyncedExport.missingLine)
    let keys = "\"key\" LIKE '\(export.source.keyPrefix)-%'"
    try sink.line("SELECT * FROM \(missing) WHERE \(keys) ORDER BY \"key\";")
    try sink.flush()
  }

  private mutating func writeTables() throws {
    var made: Set<RealmString> = []
    for changes in export.changes {
      let tables = tables(of: changes)
      for schema in changes.schema.classes
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

  private func tables(of changes: PendingChanges) -> SQLTables {
    SQLTables(dialect, changes.schema, in: targetSchema)
  }

  private mutating func write(
    _ index: Int, _ writes: Range<Int>, of changes: PendingChanges,
    _ statements: inout SQLStatements
  ) throws {
    let key = export.key(ofTransaction: index, in: changes)
    let openKey = key + " open"
    let guarding = "EXISTS (SELECT 1 FROM \(applied) WHERE \"key\" = '\(openKey)')"
    try sink.line("")
    try comment(UnsyncedExport.transactionLine(index, in: changes, key: key))
    try sink.line("BEGIN;")
    var lines: [String] = []
    var said: [ExportStep] = []
    for step in ExportSteps(writes, of: changes).steps {
      if case .schema(let definition, let index) = step {
        try write(definition, at: changes.writes[index].address, step, of: changes)
        continue
      }
      let operationKey = export.key(of: step.writes[0], in: changes)
      do throws(ExportLimit) {
        lines += try statements.statements(of: step, operationKey, guarding: guarding)
        said.append(step)
      } catch {
        try note(error, step, in: changes)
      }
    }
    // A client that continues after an error skips the transaction whole where a table or column is not as it
    // has to be, and marks nothing: this statement proves them all, and the others do nothing without it.
    let isNew = "NOT EXISTS (SELECT 1 FROM \(applied) WHERE \"key\" = '\(key)')"
    let opening = ([isNew] + (try statements.proofs(of: said))).joined(separator: " AND ")
    try sink.line("INSERT INTO \(applied) SELECT '\(openKey)' WHERE \(opening);")
    for line in lines { try sink.line(line) }
    try sink.line("UPDATE \(applied) SET \"key\" = '\(key)' WHERE \"key\" = '\(openKey)';")
    try sink.line("COMMIT;")
  }

  private mutating func write(
    _ definition: PendingDefinition, at address: Address, _ step: ExportStep,
    of changes: PendingChanges
  ) throws {
    let change: SQLSchemaChange
    do throws(ExportLimit) {
      change = try tables(of: changes).change(
        definition, at: address, madeClasses: madeClasses)
    } catch {
      return try note(error, step, in: changes)
    }
    switch change {
    case .nothing: tally.impliedCount += 1
    case .table(let statement):
      if !makesTables { try note(.schema, step, in: changes, statement: statement) }
    case .statement(let statement):
      guard makesTables else { return try note(.schema, step, in: changes, statement: statement) }
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
      try comment(UnsyncedExport.unsaidLine(limit, changes.operation(write)))
    }
    if let statement { try comment("  \(statement)") }
  }

  /// A comment stays on its line, whatever is in it.
  private mutating func comment(_ text: String) throws { try sink.line("-- \(text.visible)") }
}
