/// The type numbers that changesets use for values and columns (`docs/changesets.md`, "Types").
///
/// The raw values are the numbers on the wire; Realm Core: `sync/instructions.hpp`.
public enum PayloadType: Int8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// An empty set in a Mixed value.
  case set = -6
  /// An empty list in a Mixed value.
  case list = -5
  /// Removes a dictionary entry.
  case erased = -4
  /// An empty dictionary in a Mixed value.
  case dictionary = -3
  /// An embedded object.
  case objectValue = -2
  /// The identity of an object without primary key; no value.
  case globalKey = -1
  /// Null as a value; as the type of a column it means Mixed.
  case null = 0
  /// A 64-bit integer.
  case int = 1
  /// True or false.
  case bool = 2
  /// A string.
  case string = 3
  /// Bytes.
  case binary = 4
  /// A point in time.
  case timestamp = 5
  /// A 32-bit number.
  case float = 6
  /// A 64-bit number.
  case double = 7
  /// A 128-bit decimal.
  case decimal = 8
  /// A link to an object.
  case link = 9
  /// A BSON object identifier.
  case objectID = 10
  /// A UUID.
  case uuid = 11
}

/// How a property holds its values.
public enum CollectionKind: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// One value; in a Clear instruction: not stated.
  case single = 0
  /// An ordered list.
  case list = 1
  /// A dictionary from strings.
  case dictionary = 2
  /// A set.
  case set = 3
}

/// The kind of a class.
public enum TableKind: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// Objects of their own.
  case topLevel = 0
  /// Objects inside others.
  case embedded = 1
  /// Objects that are uploaded and not kept.
  case asymmetric = 2
}

/// The number of an interned string within one changeset.
public struct StringIndex: Hashable, Sendable, BitwiseCopyable {
  /// The number, from 0.
  public var rawValue: UInt32
  /// The string of this number.
  @inlinable public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// A stretch of a changeset's `storage`: the bytes of one string or binary value.
public struct ByteRange: Hashable, Sendable, BitwiseCopyable {
  /// Index of the first byte in the storage.
  public var offset: UInt32
  /// Size in bytes.
  public var size: UInt32

  /// A stretch of bytes.
  @inlinable public init(offset: UInt32, size: UInt32) {
    (self.offset, self.size) = (offset, size)
  }
}

/// The primary key of an object, as an instruction names it.
public enum PrimaryKey: Hashable, Sendable, BitwiseCopyable {
  /// Null, which a class may allow for one object.
  case null
  /// A 64-bit integer.
  case int(Int64)
  /// A string.
  case string(StringIndex)
  /// The identity of an object of a class without primary key.
  case globalKey(GlobalKey)
  /// A BSON object identifier.
  case objectID(ObjectID)
  /// A UUID.
  case uuid(RealmUUID)
}

/// The value that an instruction carries.
///
/// Strings and binaries are stretches of their changeset's storage: a payload means something only
/// together with the changeset it came from.
public enum Payload: Hashable, Sendable, BitwiseCopyable {
  /// Null.
  case null
  /// A 64-bit integer.
  case int(Int64)
  /// True or false.
  case bool(Bool)
  /// Bytes as recorded; nothing promises that they are UTF-8.
  case string(ByteRange)
  /// Bytes.
  case binary(ByteRange)
  /// A point in time.
  case timestamp(Timestamp)
  /// The bits of the number, because two bit patterns of NaN mean null to Realm.
  case float(bitPattern: UInt32)
  /// A 64-bit number.
  case double(bitPattern: UInt64)
  /// A 128-bit decimal.
  case decimal(Decimal128)
  /// A link to an object, by its class and primary key.
  case link(table: StringIndex, key: PrimaryKey)
  /// A BSON object identifier.
  case objectID(ObjectID)
  /// A UUID.
  case uuid(RealmUUID)
  /// Create an embedded object here.
  case objectValue
  /// Make the Mixed value an empty dictionary.
  case dictionary
  /// Make the Mixed value an empty list.
  case list
  /// Make the Mixed value an empty set.
  case set
  /// Remove the dictionary entry.
  case erased

  /// The type number of the value.
  public var type: PayloadType {
    switch self {
    case .null: .null
    case .int: .int
    case .bool: .bool
    case .string: .string
    case .binary: .binary
    case .timestamp: .timestamp
    case .float: .float
    case .double: .double
    case .decimal: .decimal
    case .link: .link
    case .objectID: .objectID
    case .uuid: .uuid
    case .objectValue: .objectValue
    case .dictionary: .dictionary
    case .list: .list
    case .set: .set
    case .erased: .erased
    }
  }
}
