package import Analyzer
internal import RealmModel
internal import Replayer
package import TraceFormat

/// Writes unsynced writes as tables of comma-separated values: one a class, a row for what a transaction did to
/// an object, a column a property.
package struct CSVPen {
  private let export: UnsyncedExport
  private let plainJSON: [PlainJSON]
  private(set) var tally = ExportTally()

  /// The tables of an export.
  package init(_ export: UnsyncedExport) {
    self.export = export
    plainJSON = export.changes.map { PlainJSON(schema: $0.schema, allowsNUL: true) }
    for changes in export.changes { countLimits(of: changes) }
  }

  /// The classes with unsynced writes, by name, bytewise.
  package var classes: [RealmString] {
    Set(export.changes.flatMap { $0.writes.filter { $0.object != nil }.map(\.address.className) })
      .sorted()
  }

  /// What could not be said, and what stands beside the columns.
  package var result: ExportTally { tally }

  /// Writes the table of a class.
  ///
  /// - Throws: what the sink throws.
  package mutating func write(_ className: RealmString, to sink: any ByteSink) throws {
    var lines = LineSink(sink)
    let names = columns(of: className)
    try lines.csv(Self.ownColumns + names.map(CSVCell.text) + [Self.operationsColumn])
    for (index, changes) in export.changes.enumerated() {
      for (transaction, writes) in changes.writeRanges.enumerated() {
        for row in ExportRow.rows(of: writes, in: changes).rows
        where row.object.className == className {
          try write(row, transaction, of: changes, plainJSON[index], names, to: &lines)
        }
      }
    }
    try lines.flush()
  }

  private static let ownColumns = [
    "_key", "_source", "_session", "_clientVersion", "_time", "_action", "_object",
  ]
  private static let operationsColumn = "_operations"

  /// All properties that the class has in any session, in the order of their columns.
  private func columns(of className: RealmString) -> [RealmString] {
    var names: [RealmString] = []
    for changes in export.changes {
      for property in changes.schema.class(className)?.properties ?? []
      where !names.contains(property.name) { names.append(property.name) }
    }
    return names
  }

  private mutating func write(
    _ row: ExportRow, _ index: Int, of changes: PendingChanges, _ plain: PlainJSON,
    _ names: [RealmString], to lines: inout LineSink
  ) throws {
    var cells: [RealmString: String] = [:]
    var operations = row.operations
    do throws(ExportLimit) {
      for (property, value) in row.values {
        cells[property.name] = try cell(value, of: property, plain)
      }
      if let key = changes.schema.class(row.object.className)?.primaryKey {
        cells[key] = try self.key(row.object.key, plain)
      }
    } catch {
      // JSON has words for all of them.
      (cells, operations) = ([:], row.writes)
    }
    tally.besideDataCount += operations.count
    let transaction = changes.transactions[index]
    let own = [
      export.key(of: row.writes[0], in: changes), export.source.sha256,
      String(changes.session.session), String(transaction.clientVersion),
      Timestamp(microseconds: transaction.timeMicroseconds).text, row.action.rawValue,
    ].map(CSVCell.plain)
    let list = operations.map {
      JSONText.object(changes.operationMembers(of: changes.writes[$0]))
    }
    try lines.csv(
      own + [CSVCell.json(row.object.key.json)] + names.map { cells[$0] ?? "" }
        + [list.isEmpty ? "" : CSVCell.json(.array(list))])
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

  private mutating func countLimits(of changes: PendingChanges) {
    for writes in changes.writeRanges {
      for (limit, _) in ExportRow.rows(of: writes, in: changes).limited { tally.note(limit) }
    }
  }
}

extension LineSink {
  /// A row, with the end of line of RFC 4180.
  fileprivate mutating func csv(_ cells: [String]) throws {
    try write(cells.joined(separator: ",") + "\r\n")
  }
}

extension Timestamp {
  fileprivate init(microseconds: Int64) {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    self.init(seconds: seconds, nanoseconds: Int32(rest * 1_000))
  }
}
