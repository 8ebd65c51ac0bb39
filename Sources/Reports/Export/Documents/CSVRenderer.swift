package import Analyzer
internal import RealmModel
internal import Replayer
package import TraceFormat

/// Writes unsynced writes as tables of comma-separated values: one a class, a row for what a transaction did to
/// an object, a column a property.
package struct CSVRenderer {
  private let export: UnsyncedExport
  private let plainJSON: [PlainJSON]
  package private(set) var result = ExportTally()

  package init(_ export: UnsyncedExport) {
    self.export = export
    plainJSON = export.changes.map { PlainJSON(schema: $0.schema, allowsNUL: true) }
  }

  /// The classes with unsynced writes, by name, bytewise.
  package var classes: [RealmString] {
    Set(export.changes.flatMap { $0.writes.map(\.address.className) }).sorted()
  }

  /// Writes the table of a class.
  ///
  /// - Throws: what the sink throws.
  package mutating func write(_ className: RealmString, to sink: any ByteSink) throws {
    var lines = LineSink(sink)
    let names = columns(of: className)
    try lines.csv(Self.ownColumns + names.map(CSVCell.text) + Self.lastColumns)
    for (index, changes) in export.changes.enumerated() {
      for (transaction, writes) in changes.writeRanges.enumerated() {
        for entry in ExportEntry.all(of: writes, in: changes) {
          guard let row = row(entry, of: className, in: changes, plainJSON[index]) else { continue }
          try write(row, transaction, of: changes, names, to: &lines)
        }
      }
    }
    try lines.flush()
  }

  private static let ownColumns = [
    "_key", "_source", "_session", "_clientVersion", "_time", "_action", "_object",
  ]
  private static let lastColumns = ["_defaults", "_operations"]

  /// All properties that the class has in any session, in the order of their columns.
  private func columns(of className: RealmString) -> [RealmString] {
    var names: [RealmString] = []
    for changes in export.changes {
      for property in changes.schema[className]?.properties ?? []
      where !names.contains(property.name) { names.append(property.name) }
    }
    return names
  }

  private struct Row {
    var action: String
    /// Nil for a write to the schema.
    var object: PrimaryKeyValue?
    var cells: [RealmString: String] = [:]
    var defaults: [RealmString] = []
    /// The writes that the columns cannot say; the first of all its writes.
    var (operations, first): ([Int], Int)
  }

  /// The row of an entry; nil for one about another class.
  private func row(
    _ entry: ExportEntry, of className: RealmString, in changes: PendingChanges, _ plain: PlainJSON
  ) -> Row? {
    switch entry {
    case .row(let row) where row.object.className == className:
      return self.row(row, in: changes, plain)
    case .unsaid(_, let index) where changes.writes[index].address.className == className:
      let object = changes.writes[index].object?.key
      return Row(
        action: object == nil ? Self.schemaAction : ExportRow.Action.patch.rawValue,
        object: object, operations: [index], first: index)
    default: return nil
    }
  }

  private static let schemaAction = "SCHEMA"

  private func row(_ row: ExportRow, in changes: PendingChanges, _ plain: PlainJSON) -> Row {
    var made = Row(
      action: row.action.rawValue, object: row.object.key, defaults: row.defaults,
      operations: row.operations, first: row.writes[0])
    do throws(ExportLimit) {
      for (property, value) in row.values {
        made.cells[property.name] = try cell(value, of: property, plain)
      }
      if let key = changes.schema[row.object.className]?.primaryKey {
        made.cells[key] = try self.key(row.object.key, plain)
      }
    } catch {
      // JSON has words for all of them.
      (made.cells, made.defaults, made.operations) = ([:], [], row.writes)
    }
    return made
  }

  private mutating func write(
    _ row: Row, _ index: Int, of changes: PendingChanges, _ names: [RealmString],
    to lines: inout LineSink
  ) throws {
    result.besideDataCount += row.operations.count
    let transaction = changes.transactions[index]
    let own = [
      export.key(of: row.first, in: changes), export.source.sha256,
      String(changes.session.session), String(transaction.clientVersion),
      Phrase.when(transaction.timeMicroseconds) ?? "", row.action,
    ].map(CSVCell.plain)
    let operations = row.operations.map(changes.operation)
    try lines.csv(
      own + [row.object.map { CSVCell.json($0.json) } ?? ""] + names.map { row.cells[$0] ?? "" }
        + [row.defaults.map(\.json), operations].map { $0.isEmpty ? "" : CSVCell.json(.array($0)) })
  }

  private func cell(
    _ value: Value, of property: PropertySchema, _ plain: PlainJSON
  ) throws(ExportLimit) -> String {
    if case .string(let text) = value, property.type == .string { return CSVCell.text(text) }
    let json = try plain.json(value, isMixed: property.type == .mixed)
    guard property.type == .mixed, case .string = json else { return CSVCell.json(json) }
    return CSVCell.plain(json.text())
  }

  private func key(
    _ key: PrimaryKeyValue, _ plain: PlainJSON
  ) throws(ExportLimit) -> String {
    if case .string(let text) = key { return CSVCell.text(text) }
    return CSVCell.json(try plain.key(key))
  }
}

extension LineSink {
  /// A row, with the end of line of RFC 4180.
  mutating func csv(_ cells: [String]) throws { try write(cells.joined(separator: ",") + "\r\n") }
}
