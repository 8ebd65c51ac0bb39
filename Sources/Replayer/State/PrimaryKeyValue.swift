public import TraceFormat

/// The primary key of an object, owning its data, so that it means something without a changeset.
public enum PrimaryKeyValue: Hashable, Sendable {
  case null
  case int(Int64)
  case string(SharedBytes)
  case objectID(ObjectID)
  case uuid(RealmUUID)
  /// The identity of an object of a class without primary key.
  case globalKey(GlobalKey)
}

extension Changeset {
  /// A declared string as a value of its own.
  public func owned(_ index: StringIndex) -> SharedBytes {
    owned(strings[Int(index.rawValue)].bytes)
  }

  /// A stretch of the storage as a value of its own.
  public func owned(_ range: ByteRange) -> SharedBytes {
    SharedBytes(storage: storage, start: range.offset, count: range.size)
  }

  /// A primary key as a value of its own.
  public func owned(_ key: PrimaryKey) -> PrimaryKeyValue {
    switch key {
    case .null: .null
    case .int(let value): .int(value)
    case .string(let index): .string(owned(index))
    case .globalKey(let value): .globalKey(value)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    }
  }
}
