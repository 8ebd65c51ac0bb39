package import Analyzer
internal import RealmModel
internal import Replayer
package import TraceFormat

/// Writes unsynced writes as tables of comma-separated values: one a class, a row for what a transaction did to
/// an object, a column a property.
package struct CSVRenderer {
  private let export: UnsyncedExport
  package private(set) var result = ExportTally()

  package init(_ export: UnsyncedExport) { self.export = export }

  /// The classes with unsynced writes, by name, bytewise.
  package var classes: [RealmString] {
    Set(export.changes.flatMap { $0.writes.map(\.address.className) }).sorted()
  }

  /// Writes the table of a class; throws what the sink throws.
  package mutating func write(_ className: RealmString, to sink: any ByteSink) throws {
    var lines = LineSink(sink)
    let names = columns(of: className)
    try lines.csv(Self.ownColumns + names.map(CSVCell.text) + Self.lastColumns)
    for changes in export.changes {
      let plain = PlainJSON(schema: changes.schema, allowsNUL: true)
      for (transaction, writes) in changes.writeRanges.enumerated() {
        for entry in ExportEntry.all(of: writes, in: changes) {
          guard let row = row(entry, of: className, in: changes, plain) else { continue }
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

/// The cells of a table of comma-separated values.
///
/// An empty cell is a property that was not written to. Null is `null`. Text that could be taken for a formula,
/// for null, for nothing, for a string of JSON or that has something in it that cannot be seen, is a string of
/// JSON, in quotation marks of its own.
enum CSVCell {
  /// A cell with a text of ours or of a number.
  static func plain(_ text: String) -> String {
    let isPlain = !text.utf8.contains { ",\"\n\r;".utf8.contains($0) }
    return isPlain ? text : "\"\(text.replacing(each: "\"", with: "\"\""))\""
  }

  /// A cell with text of a user's.
  static func text(_ text: RealmString) -> String {
    guard let shown = text.text, !needsJSON(shown) else { return plain(text.json.text()) }
    return plain(shown)
  }

  static func json(_ json: JSONText) -> String {
    switch json {
    case .null: "null"
    case .string(let value): text(RealmString(value))
    default: plain(json.text())
    }
  }

  private static func needsJSON(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, text != "null" else { return true }
    return "=+-@\"'{[\\".unicodeScalars.contains(first) || first.properties.isWhitespace
      || fullWidthFormulaMarks.contains(first.value) || text.hasHiddenScalars
  }

  /// The same marks at full width, which some programs take for them.
  private static let fullWidthFormulaMarks: Set<UInt32> = [0xFF1D, 0xFF0B, 0xFF0D, 0xFF20]
}
