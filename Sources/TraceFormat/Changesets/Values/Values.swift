// The same things as `PrimaryKey`, `Payload` and `Location`, but holding their own bytes: they mean
// something without the changeset they came from.

/// The primary key of an object.
public enum PrimaryKeyValue: Hashable, Sendable {
  /// Null, which a class may allow for one object.
  case null
  /// A 64-bit integer.
  case int(Int64)
  /// A string.
  case string(RealmString)
  /// The identity of an object of a class without primary key.
  case globalKey(GlobalKey)
  /// A BSON object identifier.
  case objectID(ObjectID)
  /// A UUID.
  case uuid(RealmUUID)
}

/// What an instruction carries: a value, or what it makes or takes away without one.
public enum PayloadValue: Hashable, Sendable {
  /// Null, a scalar or a link. What a collection or an embedded object holds is said by instructions of its own.
  case value(Value)
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

  /// What an instruction carries to put a value somewhere: the value or, for a collection or an
  /// embedded object, that an empty one is made, which other instructions then fill.
  public init(_ value: Value) {
    switch value {
    case .embedded: self = .objectValue
    case .list: self = .list
    case .set: self = .set
    case .dictionary: self = .dictionary
    default: self = .value(value)
    }
  }

  /// The value, if the instruction carries one.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }
}

/// One step below a property: into a list, or by name into an embedded object or a dictionary.
public enum PathStep: Hashable, Sendable {
  /// An index into a list, from 0.
  case index(UInt32)
  /// A property of an embedded object, or a dictionary key.
  case key(RealmString)
}

extension PathStep: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// An index into a list, from 0.
  @inlinable public init(integerLiteral index: UInt32) { self = .index(index) }
  /// A name or a key.
  @inlinable public init(stringLiteral key: String) { self = .key(RealmString(key)) }
}

/// Where an instruction acts: a class, an object, a property, and a path below it.
///
/// The place of a value, and so whole: an instruction below an object has all of these parts, and a state can be asked
/// for what is there. An address of `RealmModel` goes as far as something is known to be about, down to a whole class.
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
    (self.table, self.object, self.field) = (table, object, field)
    self.path = path
  }

  /// The place one step below.
  package func appending(_ step: PathStep) -> LocationValue {
    LocationValue(table, object, field, path + [step])
  }

  /// Whether the location is an element of a list.
  @inlinable public var isListElement: Bool { if case .index = path.last { true } else { false } }
}
