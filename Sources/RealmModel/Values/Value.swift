public import TraceFormat

/// A value as an app would see it, with links named by class and primary key.
///
/// This is what reading a ``RealmState`` gives; inside, links are Realm's internal keys.
public indirect enum Value: Hashable, Sendable {
  case null
  case int(Int64)
  case bool(Bool)
  case string(RealmString)
  case binary(RealmString)
  case timestamp(Timestamp)
  case float(bitPattern: UInt32)
  case double(bitPattern: UInt64)
  case decimal(Decimal128)
  case objectID(ObjectID)
  case uuid(RealmUUID)
  case link(Link)
  case embedded(EmbeddedObject)
  case list([Value])
  /// In stored order, which for sets that hold links depends on internal keys.
  case set([Value])
  /// Sorted by key, bytewise.
  case dictionary([Entry])
}

extension Value {
  /// A reference to an object of a class that is not embedded.
  public struct Link: Hashable, Sendable {
    public var className: RealmString
    public var key: PrimaryKeyValue
    /// Whether the target exists. Apps see a link without target as null, or not at all.
    public var isResolved: Bool

    public init(className: RealmString, key: PrimaryKeyValue, isResolved: Bool = true) {
      self.className = className
      self.key = key
      self.isResolved = isResolved
    }
  }

  /// An object without identity of its own that stands inside another one.
  public struct EmbeddedObject: Hashable, Sendable {
    public var className: RealmString
    /// Sorted by name, bytewise.
    public var properties: [Entry]

    public init(className: RealmString, properties: [Entry]) {
      self.className = className
      self.properties = properties
    }
  }

  /// A named value: an entry of a dictionary, or a property of an object.
  public struct Entry: Hashable, Sendable {
    public var key: RealmString
    public var value: Value

    public init(key: RealmString, value: Value) {
      self.key = key
      self.value = value
    }
  }
}
