extension Changeset {
  /// A declared string as a value that outlives the changeset; it shares the storage.
  @inlinable public func string(_ index: StringIndex) -> RealmString {
    string(strings[Int(index.rawValue)].bytes)
  }

  /// A stretch of the storage as a value that outlives the changeset.
  @inlinable public func string(_ range: ByteRange) -> RealmString {
    RealmString(storage: storage, range)
  }

  /// A primary key with bytes of its own.
  public func value(_ key: PrimaryKey) -> PrimaryKeyValue {
    switch key {
    case .null: .null
    case .int(let value): .int(value)
    case .string(let index): .string(string(index))
    case .globalKey(let value): .globalKey(value)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    }
  }

  /// A payload with bytes of its own.
  public func value(_ payload: Payload) -> PayloadValue {
    switch payload {
    case .null: .value(.null)
    case .int(let value): .value(.int(value))
    case .bool(let value): .value(.bool(value))
    case .string(let range): .value(.string(string(range)))
    case .binary(let range): .value(.binary(string(range)))
    case .timestamp(let value): .value(.timestamp(value))
    case .float(let bits): .value(.float(bitPattern: bits))
    case .double(let bits): .value(.double(bitPattern: bits))
    case .decimal(let value): .value(.decimal(value))
    case .link(let table, let key): .value(.link(string(table), value(key)))
    case .objectID(let value): .value(.objectID(value))
    case .uuid(let value): .value(.uuid(value))
    case .objectValue: .objectValue
    case .dictionary: .dictionary
    case .list: .list
    case .set: .set
    case .erased: .erased
    }
  }

  /// A path with bytes of its own.
  public func steps(_ path: PathRange) -> [PathStep] {
    elements(path).map { element in
      switch element {
      case .index(let index): .index(index)
      case .key(let name): .key(string(name))
      }
    }
  }

  /// A location with bytes of its own.
  public func value(_ location: Location) -> LocationValue {
    LocationValue(
      string(location.table), value(location.object), string(location.field),
      steps(location.path))
  }
}
