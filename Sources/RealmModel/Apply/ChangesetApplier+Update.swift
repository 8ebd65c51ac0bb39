package import TraceFormat

extension ChangesetApplier {
  mutating func update(_ instruction: Instruction.Update, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let spot = try resolve(instruction.location, changeset, for: "Update")
    switch spot {
    case .property(let address):
      let isDefault = instruction.tail == .isDefault(true)
      try updateProperty(address, evaluate(instruction.value, changeset), isDefault)
    case .listElement(let list, let index):
      try updateElement(list, index, evaluate(instruction.value, changeset))
    case .entry(let dictionary, let key):
      try updateEntry(dictionary, key, evaluate(instruction.value, changeset))
    case .list, .dictionary, .set:
      throw .bad("Invalid path for Update \(spot.nameInMessages)")
    }
  }

  private mutating func updateProperty(
    _ address: CellAddress, _ payload: EvaluatedPayload, _ isDefault: Bool
  ) throws(ApplyFailure) {
    let column = transaction.state.column(address)
    switch payload {
    case .link(let target):
      guard column.type == .mixed || column.type == .link else {
        throw mismatch("Update", address, got: "type_Link")
      }
      try checkLink(target, column, "Update")
      // In collections they are (Realm Core: `Obj::set<Mixed>`).
      let kind = transaction.state.tables[address.object.table.slot].kind
      guard column.type != .mixed || kind != .asymmetric else {
        throw .storage("Links not allowed in asymmetric tables")
      }
      transaction.set(.link(target), at: address, isDefault: isDefault)
    case .value(.null):
      guard column.isNullable else {
        throw .bad("Update: NULL in non-nullable field '\(qualifiedName(address))'")
      }
      transaction.set(.null, at: address, isDefault: isDefault)
    case .value(let value):
      guard column.type == .mixed || value.scalarType == column.type else {
        throw mismatch("Update", address, got: value.scalarType?.dataTypeName ?? "")
      }
      transaction.set(value, at: address, isDefault: isDefault)
    case .object: try createObjectValue(address, column)
    case .collection(.set): throw .storage("Set nested in Mixed is not supported")
    case .collection(let kind):
      guard column.type == .mixed else {
        throw .assertion("a collection in '\(qualifiedName(address))', which is not Mixed")
      }
      // Realm drops the flag here (Realm Core: `Obj::set_collection`).
      transaction.setCollection(kind, at: address)
    case .erased: throw .bad("Update: Dictionary erase at object field")
    }
  }

  private mutating func createObjectValue(_ address: CellAddress, _ column: ColumnShape)
    throws(ApplyFailure)
  {
    guard column.isNullable, transaction.state.cell(address).isNull else { return }
    guard column.type == .link else { throw .storage("Property not a link type") }
    guard column.isEmbedded else {
      throw .storage("Table has a primary key: '\(qualifiedName(address))' is no embedded object")
    }
    _ = transaction.setEmbedded(at: address)
  }

  private mutating func updateElement(
    _ list: CellAddress, _ index: Int, _ payload: EvaluatedPayload
  ) throws(ApplyFailure) {
    let column = transaction.state.column(list)
    switch payload {
    case .link, .value:
      let value = try element(payload, of: list, column, .list, "Update")
      try checkBounds(index, list)
      try checkTombstoneStays(value, over: list.appending(.index(UInt32(index))))
      transaction.set(value, at: list.appending(.index(UInt32(index))))
    case .object: return
    case .collection(.set): throw .storage("Set nested in Mixed is not supported")
    case .collection(let kind):
      guard column.type == .mixed else {
        throw .storage("a collection in '\(qualifiedName(list))', which is no list of Mixed")
      }
      try checkNesting(in: list)
      try checkBounds(index, list)
      transaction.setCollection(kind, at: list.appending(.index(UInt32(index))))
    case .erased: throw .bad("Update: Dictionary erase of list element")
    }
  }

  /// Fails for the only link to an object that is not there, set once more where it is in a list of Mixed: Realm takes
  /// the element for null, and has removed the tombstone when it sets the link (Realm Core: `Lst<Mixed>::do_set`).
  private func checkTombstoneStays(_ value: Cell, over element: CellAddress) throws(ApplyFailure) {
    guard let target = value.linkTarget, target.key.isUnresolved,
      transaction.state.column(element).type == .mixed,
      transaction.state.cell(element).linkTarget == target, transaction.isOnlyLink(to: target)
    else { return }
    throw .storage("Target object not found")
  }

  private mutating func updateEntry(
    _ dictionary: CellAddress, _ key: RealmString, _ payload: EvaluatedPayload
  ) throws(ApplyFailure) {
    let column = transaction.state.column(dictionary)
    switch payload {
    case .link(let target):
      guard column.type == .mixed || (column.type == .link && column.opposite == target.table)
      else {
        throw .storage(
          "Dictionary::insert: Wrong \(column.type == .link ? "object" : "value") type")
      }
      try checkLink(target, column, "Update")
      try checkKey(key)
      transaction.insert(.link(target), forKey: key, in: dictionary)
    case .value(let value):
      guard !value.isNull || column.isNullable else {
        throw .storage("Dictionary::insert: Value cannot be null")
      }
      guard value.isNull || column.type == .mixed || value.scalarType == column.type else {
        throw .storage("Dictionary::insert: Wrong value type")
      }
      try checkKey(key)
      transaction.insert(value, forKey: key, in: dictionary)
    case .object:
      guard column.type == .link else {
        throw .assertion("an embedded object in '\(qualifiedName(dictionary))', which holds none")
      }
      guard column.isEmbedded else {
        throw .storage(
          "Table has a primary key: '\(qualifiedName(dictionary))' holds no embedded objects")
      }
      try checkKey(key)
      _ = transaction.insertEmbedded(forKey: key, in: dictionary)
    case .collection(.set): throw .storage("Set nested in Mixed is not supported")
    case .collection(let kind):
      guard column.type == .mixed else { throw .storage("Dictionary::insert: Wrong value type") }
      try checkNesting(in: dictionary)
      try checkKey(key)
      transaction.insertCollection(kind, forKey: key, in: dictionary)
    case .erased:
      try checkKey(key)
      _ = transaction.remove(key: key, in: dictionary)
    }
  }

  mutating func addInteger(_ instruction: Instruction.AddInteger, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let spot = try resolve(instruction.location, changeset, for: "AddInteger")
    guard case .property(let address) = spot else {
      throw .bad("Invalid path for AddInteger \(spot.nameInMessages)")
    }
    switch transaction.state.cell(address) {
    case .null: return
    case .int: transaction.add(instruction.value, at: address)
    default: throw .bad("AddInteger: Not an integer field '\(qualifiedName(address))'")
    }
  }

  func qualifiedName(_ address: CellAddress) -> String {
    let table = transaction.state.tables[address.object.table.slot]
    return "\(table.storedName).\(table.columnNames[address.leaf])"
  }

  func mismatch(_ instruction: String, _ address: CellAddress, got: String) -> ApplyFailure {
    let expected = transaction.state.column(address).type.columnTypeName
    return .bad(
      "\(instruction): Type mismatch in '\(qualifiedName(address))' (expected \(expected), got "
        + "\(got))")
  }

  func element(
    _ payload: EvaluatedPayload, of collection: CellAddress, _ column: ColumnShape,
    _ kind: CollectionKind, _ instruction: String
  ) throws(ApplyFailure) -> Cell {
    switch payload {
    case .link(let target):
      guard column.type == .mixed || column.type == .link else {
        throw .bad(
          "\(instruction): Type mismatch in \(kind) at '\(qualifiedName(collection))' (expected link "
            + "type, was \(column.type.dataTypeName))")
      }
      try checkLink(target, column, instruction)
      return .link(target)
    case .value(.null):
      guard column.isNullable else {
        throw .bad("\(instruction): NULL in non-nullable \(kind) '\(qualifiedName(collection))'")
      }
      return .null
    case .value(let value):
      guard column.type == .mixed || value.scalarType == column.type else {
        throw .bad(
          "\(instruction): Type mismatch in \(kind) at '\(qualifiedName(collection))' (expected "
            + "\(column.type.dataTypeName), got \(value.scalarType?.dataTypeName ?? ""))")
      }
      return value
    case .object, .collection, .erased:
      preconditionFailure("only values and links are elements of \(kind)s")
    }
  }

  func checkLink(_ target: ObjectAddress, _ column: ColumnShape, _ instruction: String)
    throws(ApplyFailure)
  {
    if column.type == .link, column.opposite != target.table {
      let tables = transaction.state.tables
      throw .bad(
        "\(instruction): Target table mismatch (expected "
          + "\(tables[column.opposite.slot].storedName), got "
          + "\(tables[target.table.slot].storedName))")
    }
  }

  func checkBounds(_ index: Int, _ list: CellAddress) throws(ApplyFailure) {
    guard index >= transaction.state.cell(list).elements.count else { return }
    throw .storage(transaction.state.outOfBounds(index, "set()", list))
  }

  /// How deep collections nest in a Mixed value, the outermost one counted (Realm Core: `collection_parent.hpp`).
  package static let nestingDepthMax = 100

  package func checkNesting(in collection: CellAddress) throws(ApplyFailure) {
    let depth = collection.path.count + 1
    guard depth < Self.nestingDepthMax else { throw .storage("Max nesting level reached") }
  }

  package func checkKey(_ key: RealmString) throws(ApplyFailure) {
    if key.bytes.first == UInt8(ascii: "$") {
      throw .storage("Dictionary::insert: key must not start with '$'")
    }
    if key.bytes.contains(UInt8(ascii: ".")) {
      throw .storage("Dictionary::insert: key must not contain '.'")
    }
  }
}

extension RealmState {
  /// What the storage layer says of an index that a list does not have.
  package func outOfBounds(_ index: Int, _ method: String, _ list: CellAddress) -> String {
    let count = cell(list).elements.count
    let limit = count == 0 ? "when empty" : "when max is \(count - 1)"
    return "Requested index \(index) calling \(method) on list '\(readableName(list))' \(limit)"
  }
}
