import TraceFormat

extension ChangesetApplier {
  mutating func createObject(_ instruction: Instruction.ObjectChange, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let table = try table(instruction.table, changeset)
    names.setNamed(instruction.table, instruction.object)
    try Self.checkCreation(instruction.object, of: table, transaction.state)
    let identity = changeset.value(instruction.object)
    guard !transaction.isStuckTombstone(table, identity) else { throw Self.lostClass }
    let created = transaction.createObject(table, identity)
    names.setObject(
      ObjectAddress(table: table, key: created.key), table: instruction.table, instruction.object)
  }

  private static var lostClass: ApplyFailure { .storage("No such table exists") }

  private static func checkCreation(
    _ key: PrimaryKey, of table: TableKey, _ state: RealmState
  ) throws(ApplyFailure) {
    let column = state.primaryKeyColumn(of: table)
    if key.fits(column) {
      guard column == nil, state.tables[table.slot].isEmbedded else { return }
      let name = state.tables[table.slot].storedName
      throw .storage("Explicit creation of embedded object not allowed in: \(name)")
    }
    let form = "CreateObject(\(key.kindName))"
    guard let column else { throw .bad("\(form) on table without a primary key") }
    switch key {
    case .globalKey: throw .bad("\(form) on table with a primary key")
    case .null: throw .bad("\(form) on a table with a non-nullable primary key")
    default: throw .bad("\(form) on a table with primary key type \(column.type.dataTypeName)")
    }
  }

  mutating func eraseObject(_ instruction: Instruction.ObjectChange, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let object = try findObject(
      instruction.table, instruction.object, changeset, for: "EraseObject")
    if let object {
      // Links can't be moved to a tombstone either.
      guard !transaction.hasLinksOnRecord(object) || !transaction.hasStuckLinks(object) else {
        throw Self.lostClass
      }
      transaction.invalidateObject(object)
    }
    names.forgetObject()
  }
}

extension PrimaryKey {
  /// Whether it can be a key of a class with that primary key, or without one.
  func fits(_ column: ColumnShape?) -> Bool {
    switch (self, column?.type) {
    case (.globalKey, nil), (.int, .int), (.string, .string), (.objectID, .objectID),
      (.uuid, .uuid):
      true
    case (.null, _?): column?.isNullable == true
    default: false
    }
  }

  fileprivate var kindName: String {
    switch self {
    case .null: "NULL"
    case .int: "Int"
    case .string: "String"
    case .globalKey: "GlobalKey"
    case .objectID: "ObjectId"
    case .uuid: "UUID"
    }
  }
}
