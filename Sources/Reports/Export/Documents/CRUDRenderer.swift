package import Analyzer
internal import RealmModel
package import TraceFormat

/// Writes unsynced writes as upload queues take them: PUT, PATCH and DELETE, an operation a line.
package struct CRUDRenderer {
  private let export: UnsyncedExport
  private var lines: LineSink
  private var tally = ExportTally()
  private var number = 0

  /// - Returns: what could not be said, and what is next to the data.
  /// - Throws: what the sink throws.
  package static func write(
    _ export: UnsyncedExport, to sink: any ByteSink
  ) throws -> ExportTally {
    var pen = CRUDRenderer(export: export, lines: LineSink(sink))
    try pen.write()
    return pen.tally
  }

  private mutating func write() throws {
    try lines.line(export.head(form: "crud"))
    for changes in export.changes {
      for (index, writes) in changes.writeRanges.enumerated() {
        for entry in ExportEntry.all(of: writes, in: changes) {
          switch entry {
          case .row(let row): try write(row, index, of: changes)
          case .unsaid(let limit, let write): try note(limit, write, of: changes)
          }
        }
      }
    }
    try lines.flush()
  }

  private mutating func write(
    _ row: ExportRow, _ transaction: Int, of changes: PendingChanges
  ) throws {
    var json: JSONText?
    do throws(ExportLimit) {
      json = try self.json(row, transaction, of: changes)
    } catch {
      for write in row.writes { try note(error, write, of: changes) }
    }
    guard let json else { return }
    tally.besideDataCount += row.operations.count
    try lines.line(json)
  }

  private mutating func json(
    _ row: ExportRow, _ transaction: Int, of changes: PendingChanges
  ) throws(ExportLimit) -> JSONText {
    let plain = PlainJSON(schema: changes.schema, allowsNUL: true)
    let data = try row.values.map { property, value throws(ExportLimit) in
      JSONText.Member(
        try property.name.exportedText(allowsNUL: true),
        try plain.json(value, isMixed: property.type == .mixed))
    }
    let defaults = try row.defaults.map { name throws(ExportLimit) in
      JSONText.string(try name.exportedText(allowsNUL: true))
    }
    let id = try id(row.object.key, plain)
    let type = try row.object.className.exportedText(allowsNUL: true)
    number += 1
    let operations = row.operations.map(changes.operation)
    return .members([
      "op_id": .integer(number),
      "tx_id": .string(export.key(ofTransaction: transaction, in: changes)),
      "key": .string(export.key(of: row.writes[0], in: changes)),
      "op": .string(row.action.rawValue),
      "type": .string(type), "id": id,
      "data": row.action == .delete ? nil : .object(data),
      "defaults": defaults.isEmpty ? nil : .array(defaults),
      "operations": operations.isEmpty ? nil : .array(operations),
    ])
  }

  /// The identifier as text, which upload queues want it to be.
  private func id(
    _ key: PrimaryKeyValue, _ plain: PlainJSON
  ) throws(ExportLimit) -> JSONText {
    switch try plain.key(key) {
    case .number(let digits): .string(digits)
    case let other: other
    }
  }

  private mutating func note(
    _ limit: ExportLimit, _ write: Int, of changes: PendingChanges
  ) throws {
    tally.note(limit)
    try lines.line(
      export.operation(write, of: changes, [.init("unexpressed", .string(limit.rawValue))]))
  }
}
