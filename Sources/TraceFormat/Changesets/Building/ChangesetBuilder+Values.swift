extension ChangesetBuilder {
  /// The form of a primary key within this changeset.
  public mutating func key(_ value: PrimaryKeyValue) -> PrimaryKey {
    switch value {
    case .null: .null
    case .int(let value): .int(value)
    case .string(let text): .string(intern(text))
    case .globalKey(let value): .globalKey(value)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    }
  }

  /// What an instruction of this changeset carries to put a value somewhere; of a collection or an
  /// embedded object, that an empty one is made.
  ///
  /// - Precondition: A string has at most ``ChangesetLimits/stringSizeMax`` bytes.
  public mutating func payload(_ value: Value) -> Payload {
    switch value {
    case .null: return .null
    case .int(let value): return .int(value)
    case .bool(let value): return .bool(value)
    case .string(let text):
      checkSize(ofString: text.bytes.count)
      return .string(store(text.bytes.rawBytes))
    case .binary(let value): return .binary(store(value.bytes.rawBytes))
    case .timestamp(let value): return .timestamp(value)
    case .float(let bits): return .float(bitPattern: bits)
    case .double(let bits): return .double(bitPattern: bits)
    case .decimal(let value): return .decimal(value)
    case .objectID(let value): return .objectID(value)
    case .uuid(let value): return .uuid(value)
    case .link(let link): return .link(table: intern(link.className), key: key(link.key))
    case .embedded, .list, .set, .dictionary: return payload(PayloadValue(value))
    }
  }

  /// The form within this changeset of what an instruction carries.
  ///
  /// - Precondition: A string has at most ``ChangesetLimits/stringSizeMax`` bytes.
  public mutating func payload(_ value: PayloadValue) -> Payload {
    switch value {
    case .value(let value): payload(value)
    case .objectValue: .objectValue
    case .dictionary: .dictionary
    case .list: .list
    case .set: .set
    case .erased: .erased
    }
  }

  /// The form of a location within this changeset.
  public mutating func location(_ value: LocationValue) -> Location {
    let table = intern(value.table)
    let object = key(value.object)
    let field = intern(value.field)
    var elements: [PathElement] = []
    for step in value.path {
      switch step {
      case .index(let index): elements.append(.index(index))
      case .key(let name): elements.append(.key(intern(name)))
      }
    }
    return Location(table: table, object: object, field: field, path: path(elements))
  }
}
