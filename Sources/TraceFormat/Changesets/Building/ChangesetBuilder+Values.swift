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

  /// The form of a value within this changeset.
  ///
  /// - Precondition: A string has at most ``ChangesetLimits/stringSizeMax`` bytes.
  public mutating func payload(_ value: PayloadValue) -> Payload {
    switch value {
    case .null: return .null
    case .int(let value): return .int(value)
    case .bool(let value): return .bool(value)
    case .string(let text):
      checkSize(ofString: text.bytes.count)
      return .string(store(text.bytes.rawBytes))
    case .binary(let bytes): return .binary(store(bytes.rawBytes))
    case .timestamp(let value): return .timestamp(value)
    case .float(let bits): return .float(bitPattern: bits)
    case .double(let bits): return .double(bitPattern: bits)
    case .decimal(let value): return .decimal(value)
    case .link(let table, let key): return .link(table: intern(table), key: self.key(key))
    case .objectID(let value): return .objectID(value)
    case .uuid(let value): return .uuid(value)
    case .objectValue: return .objectValue
    case .dictionary: return .dictionary
    case .list: return .list
    case .set: return .set
    case .erased: return .erased
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
