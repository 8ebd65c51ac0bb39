package import TraceFormat

/// A payload with its link looked up.
enum EvaluatedPayload {
  case value(Cell)
  case link(ObjectAddress)
  case object
  case collection(CollectionKind)
  case erased
}

extension Cell {
  /// The type of a scalar; nil for null and for collections.
  package var scalarType: ColumnType? {
    switch self {
    case .int: .int
    case .bool: .bool
    case .string: .string
    case .binary: .binary
    case .timestamp: .timestamp
    case .float: .float
    case .double: .double
    case .decimal: .decimal
    case .objectID: .objectID
    case .uuid: .uuid
    case .null, .link, .list, .set, .dictionary, .backlinks: nil
    }
  }
}

extension ChangesetApplier {
  /// Looks up what a payload refers to. An absent target of a link becomes a tombstone.
  mutating func evaluate(_ payload: Payload, _ changeset: Changeset) throws(ApplyFailure)
    -> EvaluatedPayload
  {
    switch payload {
    case .null: .value(.null)
    case .int(let value): .value(.int(value))
    case .bool(let value): .value(.bool(value))
    case .string(let range): .value(.string(changeset.string(range)))
    case .binary(let range): .value(.binary(changeset.string(range)))
    case .timestamp(let value): .value(.timestamp(value))
    case .float(let bits): .value(bits == 0x7FC0_00AA ? .null : .float(bitPattern: bits))
    case .double(let bits):
      .value(bits == 0x7FF8_0000_0000_00AA ? .null : .double(bitPattern: bits))
    case .decimal(let value): .value(value.isNull ? .null : .decimal(value))
    case .objectID(let value): .value(.objectID(value))
    case .uuid(let value): .value(.uuid(value))
    case .link(let table, let key): .link(try target(table, key, changeset))
    case .objectValue: .object
    case .dictionary: .collection(.dictionary)
    case .list: .collection(.list)
    case .set: .collection(.set)
    case .erased: .erased
    }
  }

  package mutating func linkTarget(
    _ name: StringIndex, _ changeset: Changeset
  ) throws(ApplyFailure) -> TableKey {
    guard let table = findTable(name, changeset) else {
      throw .bad("Link with invalid target table 'class_\(changeset.text(name))'")
    }
    guard !transaction.state.tables[table.slot].isEmbedded else {
      throw .bad("Link to embedded table 'class_\(changeset.text(name))'")
    }
    return table
  }

  private mutating func target(_ name: StringIndex, _ key: PrimaryKey, _ changeset: Changeset)
    throws(ApplyFailure) -> ObjectAddress
  {
    let table = try linkTarget(name, changeset)
    if transaction.state.tables[table.slot].kind == .asymmetric {
      throw .storage("Ephemeral objects not supported as link target: '\(changeset.text(name))'")
    }
    try check(key, of: table, changeset, for: "(unspecified)")
    return ObjectAddress(
      table: table, key: transaction.objectOrTombstone(table, changeset.value(key)))
  }

  package mutating func resolve(
    _ location: Location, _ changeset: Changeset, for instruction: String
  ) throws(ApplyFailure) -> Spot {
    let found = try findObject(location.table, location.object, changeset, for: instruction)
    guard let object = found else {
      throw .bad(
        "\(instruction): No such object: '\(changeset.describe(location.object))' in class "
          + "'\(changeset.text(location.table))'")
    }
    guard let leaf = findLeaf(location.field, in: object.table, changeset) else {
      let walk = PathResolver(transaction.state, changeset, location.path, for: instruction)
      throw walk.noSuchField(location.field, transaction.state.tables[object.table.slot])
    }
    let address = CellAddress(object: object, leaf: leaf)
    if let spot = nearSpot(address, location.path, changeset) { return spot }
    var walk = PathResolver(transaction.state, changeset, location.path, for: instruction)
    return try walk.walk(from: address)
  }

  /// A property that holds one value, or an element of a list that is a property: what nearly all
  /// instructions are about, found without a walk.
  private func nearSpot(_ address: CellAddress, _ path: PathRange, _ changeset: Changeset)
    -> Spot?
  {
    let column = transaction.state.tables[address.object.table.slot].columns[address.leaf]
    switch (column?.collection, path.count) {
    case (.single, 0): return .property(address)
    case (.list, 1):
      guard case .index(let index) = changeset.pathElements[Int(path.start)] else { return nil }
      return .listElement(address, index: Int(index))
    default: return nil
    }
  }
}

extension Changeset {
  func describe(_ key: PrimaryKey) -> String {
    guard case .globalKey(let key) = key else { return value(key).messageText }
    return "{\(String(key.high, radix: 16))-\(String(key.low, radix: 16))}"
  }
}

extension PrimaryKeyValue {
  /// The key as messages of Realm Core have it (`sync/object_id.cpp`).
  package var messageText: String {
    switch self {
    case .null: "NULL"
    case .int(let value): "Int(\(value))"
    case .string(let value): "\"\(value)\""
    case .globalKey(let value): "GlobalKey{\(value.text)}"
    case .objectID(let value): "ObjectId{\(value.text)}"
    case .uuid(let value): "UUID{\(value.text)}"
    }
  }
}
