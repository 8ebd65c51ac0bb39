import TraceFormat

extension ChangesetApplier {
  private static var classNameSizeMax: Int { 57 }
  private static var columnNameSizeMax: Int { 63 }

  mutating func addTable(_ instruction: Instruction.AddTable, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let name = changeset.string(instruction.table)
    guard name.count <= Self.classNameSizeMax else {
      throw .assertion("class name longer than \(Self.classNameSizeMax) bytes")
    }
    if let present = findTable(instruction.table, changeset) {
      return try compare(instruction, with: transaction.state.tables[present.slot], changeset)
    }
    var primaryKey: (name: RealmString, type: ColumnType, isNullable: Bool)?
    if let column = instruction.primaryKey, column.type != .globalKey {
      guard let type = ColumnType(column.type), [.int, .string, .objectID, .uuid].contains(type)
      else {
        throw .bad(
          "Invalid primary key type '\(column.type.rawValue)' while adding table 'class_\(name)'")
      }
      primaryKey = (changeset.string(column.field), type, column.isNullable)
    }
    guard transaction.addTable(name, instruction.kind, primaryKey: primaryKey) != nil else {
      throw .storage("no slot is left for another class")
    }
  }

  private func compare(
    _ instruction: Instruction.AddTable, with table: Table, _ changeset: Changeset
  ) throws(ApplyFailure) {
    if instruction.kind == .embedded {
      guard table.isEmbedded else {
        throw .bad("AddTable: The existing table '\(table.storedName)' is not embedded")
      }
      return
    }
    guard let wanted = instruction.primaryKey, wanted.type != .globalKey else { return }
    guard let leaf = table.primaryKeyLeaf, let column = table.columns[leaf],
      table.columnNames[leaf] == changeset.string(wanted.field),
      column.isNullable == wanted.isNullable, table.kind == instruction.kind
    else {
      throw .bad("AddTable: The existing table '\(table.storedName)' has different properties")
    }
  }

  mutating func eraseTable(_ instruction: Instruction.EraseTable, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    guard let table = findTable(instruction.table, changeset) else {
      throw .bad("table does not exist")
    }
    guard !transaction.isLinkTarget(table) else {
      throw .storage(
        "Cannot remove table that is target of links: "
          + transaction.state.tables[table.slot].storedName)
    }
    transaction.removeTable(table)
    names.forget()
  }

  mutating func addColumn(_ instruction: Instruction.AddColumn, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let table = try table(instruction.table, changeset, for: "AddColumn")
    let name = changeset.string(instruction.field)
    if let present = transaction.state.tables[table.slot].column(named: name) {
      return try compare(instruction, with: present, name, table, changeset)
    }
    let place = "\(transaction.state.tables[table.slot].storedName).\(name)"
    if instruction.collection == .dictionary, instruction.keyType != .string {
      throw .bad("AddColumn '\(place)' adding dictionary column with non-string keys")
    }
    guard let type = ColumnType(instruction.type) else {
      throw .assertion("AddColumn '\(place)' with a type that no column can have")
    }
    let target = try linkTarget(of: instruction, type, name, table, changeset)
    guard name.count <= Self.columnNameSizeMax else {
      throw .storage("Column name too long: \(name)")
    }
    transaction.addColumn(
      table, name: name, type: type, collection: instruction.collection,
      isNullable: instruction.isNullable, target: target)
  }

  private mutating func linkTarget(
    of instruction: Instruction.AddColumn, _ type: ColumnType, _ name: RealmString,
    _ table: TableKey, _ changeset: Changeset
  ) throws(ApplyFailure) -> TableKey? {
    guard type == .link else { return nil }
    let place = "\(transaction.state.tables[table.slot].storedName).\(name)"
    guard let targetName = instruction.linkTarget, !changeset.bytes(targetName).isEmpty else {
      let isSimple = instruction.collection == .single || instruction.collection == .list
      throw isSimple
        ? .storage("AddColumn '\(place)': typed links are not supported")
        : .assertion("AddColumn '\(place)': a set or dictionary of typed links")
    }
    guard let target = findTable(targetName, changeset) else {
      throw .bad(
        "AddColumn(Link) '\(place)' to table '\(changeset.text(targetName))' which doesn't exist")
    }
    switch transaction.state.tables[target.slot].kind {
    case .asymmetric:
      throw .storage("Ephemeral objects not supported as link target: '\(place)'")
    case .embedded where instruction.collection == .set:
      throw .storage("Set of embedded objects not supported: '\(place)'")
    default: return target
    }
  }

  private func compare(
    _ instruction: Instruction.AddColumn, with column: ColumnShape, _ name: RealmString,
    _ table: TableKey, _ changeset: Changeset
  ) throws(ApplyFailure) {
    let tables = transaction.state.tables
    let start =
      "AddColumn: Schema mismatch for existing column in '\(tables[table.slot].storedName).\(name)'"
    guard let type = ColumnType(instruction.type) else {
      throw .assertion("\(start): a type that no column can have")
    }
    guard type == column.type else {
      throw .bad("\(start) (expected \(column.type.columnTypeName), got \(type.dataTypeName))")
    }
    for (kind, text) in [
      (CollectionKind.list, "list"), (.set, "set"), (.dictionary, "dictionary"),
    ] where (instruction.collection == kind) != (column.collection == kind) {
      let isPresent = column.collection == kind
      throw .bad(
        "\(start) (existing is\(isPresent ? "" : " not") a \(text), the other "
          + "is\(isPresent ? " not" : ""))")
    }
    guard type == .link else { return }
    let wanted = instruction.linkTarget.map(changeset.string) ?? .empty
    guard tables[column.opposite.slot].name == wanted else {
      throw .bad("\(start) (link targets differ)")
    }
  }

  mutating func eraseColumn(_ instruction: Instruction.EraseColumn, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let table = try table(instruction.table, changeset, for: "EraseColumn")
    guard let leaf = findLeaf(instruction.field, in: table, changeset) else {
      let name = transaction.state.tables[table.slot].storedName
      throw .bad("EraseColumn '\(name).\(changeset.text(instruction.field))' which doesn't exist")
    }
    transaction.removeColumn(table, leaf: leaf)
    names.forget()
  }
}
