/// A value as an app would see it, with links named by class and primary key, and holding its own
/// bytes: what instructions carry, and what reading a state gives.
///
/// What is larger than a string stands elsewhere: a report holds many values for each write.
public enum Value: Hashable, Sendable {
  /// No value.
  case null
  /// A whole number.
  case int(Int64)
  /// True or false.
  case bool(Bool)
  /// Text, as bytes that ought to be UTF-8.
  case string(RealmString)
  /// Bytes.
  case binary(RealmString)
  /// A point in time.
  case timestamp(Timestamp)
  /// A floating-point number of 32 bits, by its bits, so that every NaN is equal to itself.
  case float(bitPattern: UInt32)
  /// A floating-point number of 64 bits, by its bits, so that every NaN is equal to itself.
  case double(bitPattern: UInt64)
  /// A decimal number; two forms of one number are two values.
  case decimal(Decimal128)
  /// An ObjectId.
  case objectID(ObjectID)
  /// A UUID.
  case uuid(RealmUUID)
  /// A link to an object of a class with a primary key.
  indirect case link(Link)
  /// An embedded object with what is in it.
  indirect case embedded(EmbeddedObject)
  /// A list, in its order.
  case list([Value])
  /// In stored order, which for sets that hold links depends on internal keys.
  case set([Value])
  /// Sorted by key, bytewise.
  case dictionary([Entry])

  /// A reference to an object of a class that is not embedded.
  public struct Link: Codable, Hashable, Sendable {
    /// The class of the target.
    public var className: RealmString
    /// The primary key of the target.
    public var key: PrimaryKeyValue
    /// Whether the target exists. Apps see a link without target as null, or not at all. What an
    /// instruction carries does not say; there it is true.
    public var isResolved: Bool

    /// A link to an object, there or not.
    public init(className: RealmString, key: PrimaryKeyValue, isResolved: Bool = true) {
      (self.className, self.key, self.isResolved) = (className, key, isResolved)
    }
  }

  /// An object without identity of its own that stands inside another one.
  public struct EmbeddedObject: Hashable, Sendable {
    /// The embedded class.
    public var className: RealmString
    /// Sorted by name, bytewise.
    public var properties: [Entry]

    /// An object that has no key of its own.
    public init(className: RealmString, properties: [Entry]) {
      (self.className, self.properties) = (className, properties)
    }
  }

  /// A named value: an entry of a dictionary, or a property of an object.
  public struct Entry: Hashable, Sendable {
    /// The name of the property or the key of the entry, as bytes.
    public var key: RealmString
    /// The value under it.
    public var value: Value

    /// A name or key with its value.
    public init(key: RealmString, value: Value) {
      (self.key, self.value) = (key, value)
    }
  }

  /// A number by its value.
  @inlinable public static func float(_ value: Float) -> Value {
    .float(bitPattern: value.bitPattern)
  }

  /// A number by its value.
  @inlinable public static func double(_ value: Double) -> Value {
    .double(bitPattern: value.bitPattern)
  }

  /// A link to an object of a class, by its primary key.
  public static func link(_ className: RealmString, _ key: PrimaryKeyValue) -> Value {
    .link(Link(className: className, key: key))
  }
}
