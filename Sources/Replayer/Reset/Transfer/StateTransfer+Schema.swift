import RealmModel
import TraceFormat

extension StateTransfer {
  /// Primary keys must agree class by class, and no local class may be missing.
  func checkClasses() throws(ResetFailure) {
    var missing: [RealmString] = []
    for key in destination.tableKeys {
      let table = destination.tables[key.slot]
      guard let other = source.table(named: table.name) else {
        missing.append(table.name)
        continue
      }
      try Self.checkPrimaryKeys(other, table)
    }
    guard !missing.isEmpty else { return }
    missing.sort()
    let names = missing.map(\.readableText).joined(separator: ", ")
    throw ResetFailure(
      .classesRemoved,
      message: "Client reset cannot recover when classes have been removed: {\(names)}",
      lacking: missing.map { Address(className: $0) })
  }

  private static func checkPrimaryKeys(_ source: Table, _ destination: Table)
    throws(ResetFailure)
  {
    let name = destination.storedName
    let refusal = { (message: String) in
      ResetFailure(.incompatiblePrimaryKey, message: "Client reset \(message)")
    }
    let column = source.primaryKeyLeaf.flatMap { source.columns[$0] }
    let other = destination.primaryKeyLeaf.flatMap { destination.columns[$0] }
    guard (column == nil) == (other == nil) else {
      let missing = column != nil ? "dest" : "source"
      throw refusal("requires a primary key column in \(missing) table '\(name)'")
    }
    guard let column, let other else { return }
    guard column.type == other.type else {
      throw refusal(
        "found incompatible primary key types "
          + "(\(column.type.columnTypeName) vs \(other.type.columnTypeName)) on '\(name)'")
    }
    guard column.hasSameAttributes(as: other) else {
      let keys = "(\(column.key) vs \(other.key))"
      throw refusal("found incompatible primary key attributes \(keys) on '\(name)'")
    }
    let (field, otherField) = (source.columnNames[column.leaf], destination.columnNames[other.leaf])
    guard field == otherField else {
      throw refusal("requires equal pk column names but '\(field)' != '\(otherField)' on '\(name)'")
    }
  }

  mutating func createClasses() throws(ResetFailure) {
    for key in source.tableKeys {
      let table = source.tables[key.slot]
      guard destination.table(named: table.name) == nil else { continue }
      var primaryKey: (name: RealmString, type: ColumnType, isNullable: Bool)?
      if let leaf = table.primaryKeyLeaf, let column = table.columns[leaf] {
        primaryKey = (table.columnNames[leaf], column.type, column.isNullable)
      } else if !table.isEmbedded {
        throw .crash("class '\(table.name)' has no primary key")
      }
      guard copier.destination.addTable(table.name, table.kind, primaryKey: primaryKey) != nil
      else { throw ResetFailure(.rejectedByStorage, message: "no slot is left for a class") }
    }
  }

  /// No local property may be missing in the fresh Realm.
  func checkRemovedProperties() throws(ResetFailure) {
    for key in source.tableKeys {
      let (table, other) = (source.tables[key.slot], destination.tables[counterpart(key).slot])
      let missing = other.visibleLeaves.map { other.columnNames[$0] }.filter {
        table.leaves[$0] == nil
      }
      guard !missing.isEmpty else { continue }
      let names = missing.map { "\($0), " }.joined()
      throw ResetFailure(
        .propertiesRemoved,
        message: "Client reset cannot recover when columns have been removed from "
          + "'\(other.storedName)': {\(names)}",
        lacking: missing.map { Address(className: other.name, property: $0) })
    }
  }

  mutating func createProperties() throws(ResetFailure) {
    for key in source.tableKeys {
      let other = counterpart(key)
      let table = source.tables[key.slot]
      for leaf in table.visibleLeaves {
        guard let column = table.columns[leaf] else { continue }
        let name = table.columnNames[leaf]
        if let present = destination.tables[other.slot].column(named: name) {
          try Self.check(column, against: present, "\(table.storedName).\(name)")
          noteLinkClass(column, present, of: table, name)
        } else {
          copier.destination.addColumn(
            other, name: name, type: column.type, collection: column.collection,
            isNullable: column.isNullable,
            target: column.type == .link ? counterpart(column.opposite) : nil)
        }
      }
    }
  }

  /// Realm Core does not compare what links refer to.
  private mutating func noteLinkClass(
    _ column: ColumnShape, _ present: ColumnShape, of table: Table, _ name: RealmString
  ) {
    guard column.type == .link,
      source.tables[column.opposite.slot].name != destination.tables[present.opposite.slot].name
    else { return }
    copier.deviations.append(
      CopyDeviation(kind: .linkClassDiffers, place: nil, className: table.name, property: name))
  }

  private static func check(
    _ column: ColumnShape, against present: ColumnShape, _ name: String
  ) throws(ResetFailure) {
    guard column.type == present.type else {
      throw ResetFailure(
        .incompatibleType,
        message: "Incompatible column type change detected during client reset for '\(name)' "
          + "(\(column.type.columnTypeName) vs \(present.type.columnTypeName))")
    }
    guard column.hasSameAttributes(as: present) else {
      // The misspelling is Realm Core's.
      throw ResetFailure(
        .incompatibleAttributes,
        message: "Incompatable column attribute change detected during client reset for "
          + "'\(name)' (\(column.key) vs \(present.key))")
    }
  }
}

extension ColumnShape {
  fileprivate func hasSameAttributes(as other: ColumnShape) -> Bool {
    isNullable == other.isNullable && collection == other.collection
  }
}
