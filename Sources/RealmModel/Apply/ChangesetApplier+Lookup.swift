package import TraceFormat

extension ChangesetApplier {
  package mutating func findTable(_ name: StringIndex, _ changeset: Changeset) -> TableKey? {
    if let slot = names.slot(name) { return transaction.state.tables[slot].key }
    guard let slot = transaction.state.slots[changeset.string(name)] else { return nil }
    names.setSlot(slot, for: name)
    return transaction.state.tables[slot].key
  }

  package mutating func table(
    _ name: StringIndex, _ changeset: Changeset, for instruction: String = "(unspecified)"
  ) throws(ApplyFailure) -> TableKey {
    guard let key = findTable(name, changeset) else {
      throw .bad("\(instruction): Table 'class_\(changeset.text(name))' does not exist")
    }
    names.setNamed(name)
    return key
  }

  package mutating func findLeaf(_ name: StringIndex, in table: TableKey, _ changeset: Changeset)
    -> Int?
  {
    if let leaf = names.leaf(name, inSlot: table.slot) { return leaf }
    guard let leaf = transaction.state.tables[table.slot].leaves[changeset.string(name)] else {
      return nil
    }
    names.setLeaf(leaf, inSlot: table.slot, for: name)
    return leaf
  }

  package mutating func findObject(
    _ tableName: StringIndex, _ key: PrimaryKey, _ changeset: Changeset, for instruction: String
  ) throws(ApplyFailure) -> ObjectAddress? {
    if let known = names.object(tableName, key) { return known }
    let table = try table(tableName, changeset, for: instruction)
    try check(key, of: table, changeset, for: instruction)
    guard let found = transaction.state.tables[table.slot].find(changeset.value(key))
    else {
      if transaction.hasLostOrigin(table) {
        // Only there is the tombstone that Realm makes ever met again.
        _ = transaction.objectOrTombstone(table, changeset.value(key))
      } else {
        transaction.noteTombstone(table)
      }
      return nil
    }
    let address = ObjectAddress(table: table, key: found)
    names.setObject(address, table: tableName, key)
    return address
  }

  /// Throws if the key can be no key of the class.
  package func check(
    _ key: PrimaryKey, of table: TableKey, _ changeset: Changeset, for instruction: String
  ) throws(ApplyFailure) {
    let column = transaction.state.primaryKeyColumn(of: table)
    guard key.fits(column) else { throw unsuitable(key, table, column, changeset, instruction) }
  }

  private func unsuitable(
    _ key: PrimaryKey, _ tableKey: TableKey, _ column: ColumnShape?, _ changeset: Changeset,
    _ instruction: String
  ) -> ApplyFailure {
    let table = transaction.state.tables[tableKey.slot]
    let name = table.storedName
    if case .globalKey = key {
      let type = column?.type.dataTypeName ?? ""
      return .bad(
        "\(instruction) instruction without primary key, but table '\(name)' has a primary key "
          + "column of type \(type)")
    }
    let keyText = Self.describe(key, changeset)
    guard let column else {
      return .bad(
        "\(instruction) instruction with \(keyText), but table '\(name)' does not have a primary "
          + "key column")
    }
    let field = "'\(name).\(table.columnNames[column.leaf])'"
    if case .null = key {
      return .bad("\(instruction) instruction with \(keyText), but column \(field) is not nullable")
    }
    return .bad(
      "\(instruction) instruction with \(keyText), but \(field) has primary keys of type "
        + "'\(column.type.dataTypeName)'")
  }

  private static func describe(_ key: PrimaryKey, _ changeset: Changeset) -> String {
    switch key {
    case .null: "NULL primary key"
    case .int(let value): "integer primary key (\(value))"
    case .string(let text): "string primary key (\"\(changeset.text(text))\")"
    case .objectID(let id): "ObjectId primary key (\(id.text))"
    case .uuid(let id): "UUID primary key (\(id.text))"
    case .globalKey: ""
    }
  }
}
