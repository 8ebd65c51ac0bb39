// The same things as `PrimaryKey`, `Payload` and `Location`, but holding their own bytes: they mean
// something without the changeset they came from.

/// The primary key of an object.
public enum PrimaryKeyValue: Hashable, Sendable {
  case null
  case int(Int64)
  case string(RealmString)
  case globalKey(GlobalKey)
  case objectID(ObjectID)
  case uuid(RealmUUID)
}

/// A value, or what an instruction says in place of one.
public enum PayloadValue: Hashable, Sendable {
  case null
  case int(Int64)
  case bool(Bool)
  case string(RealmString)
  case binary([UInt8])
  case timestamp(Timestamp)
  /// The bits of the number, because two bit patterns of NaN mean null to Realm.
  case float(bitPattern: UInt32)
  case double(bitPattern: UInt64)
  case decimal(Decimal128)
  case link(table: RealmString, key: PrimaryKeyValue)
  case objectID(ObjectID)
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

  /// A number by its value.
  @inlinable public static func float(_ value: Float) -> PayloadValue {
    .float(bitPattern: value.bitPattern)
  }

  /// A number by its value.
  @inlinable public static func double(_ value: Double) -> PayloadValue {
    .double(bitPattern: value.bitPattern)
  }
}

/// One step below a property: into a list, or by name into an embedded object or a dictionary.
public enum PathStep: Hashable, Sendable {
  case index(UInt32)
  case key(RealmString)
}

extension PathStep: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// An index into a list, from 0.
  @inlinable public init(integerLiteral index: UInt32) { self = .index(index) }
  /// A name or a key.
  @inlinable public init(stringLiteral key: String) { self = .key(RealmString(key)) }
}

/// Where an instruction acts: a class, an object, a property, and a path below it.
public struct LocationValue: Hashable, Sendable {
  /// The class.
  public var table: RealmString
  /// The primary key of the object.
  public var object: PrimaryKeyValue
  /// The property.
  public var field: RealmString
  /// The way below the property; empty for the property itself.
  public var path: [PathStep]

  /// A place of these parts.
  @inlinable public init(
    _ table: RealmString, _ object: PrimaryKeyValue, _ field: RealmString, _ path: [PathStep] = []
  ) {
    self.table = table
    self.object = object
    self.field = field
    self.path = path
  }

  /// Whether the location is an element of a list.
  @inlinable public var isListElement: Bool {
    if case .index = path.last { true } else { false }
  }
}
