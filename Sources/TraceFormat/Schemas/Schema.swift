/// The type of a property's values.
///
/// Raw values are the names of the canonical state (`docs/conformance.md`).
public enum PropertyType: String, Codable, Hashable, Sendable, CaseIterable {
  /// A whole number of 64 bits.
  case int
  /// True or false.
  case bool
  /// Text in UTF-8.
  case string
  /// Bytes.
  case data
  /// A point in time, to the nanosecond.
  case date
  /// A floating-point number of 32 bits.
  case float
  /// A floating-point number of 64 bits.
  case double
  /// A decimal number of 128 bits (IEEE 754).
  case decimal128
  /// An ObjectId of twelve bytes, as in MongoDB.
  case objectId
  /// A UUID.
  case uuid
  /// A link to an object, or an embedded object, as the kind of the target class decides.
  case link
  /// A value of any type, nested collections included.
  case mixed

  /// The type for one of a changeset, in which `null` means Mixed; nil for what no property is.
  package init?(_ type: PayloadType) {
    guard let own = Self.allCases.first(where: { $0.payloadType == type }) else { return nil }
    self = own
  }

  package var payloadType: PayloadType {
    switch self {
    case .int: .int
    case .bool: .bool
    case .string: .string
    case .data: .binary
    case .date: .timestamp
    case .float: .float
    case .double: .double
    case .decimal128: .decimal
    case .objectId: .objectID
    case .uuid: .uuid
    case .link: .link
    case .mixed: .null
    }
  }
}

/// A property of a class.
public struct PropertySchema: Hashable, Sendable {
  /// The name, as bytes.
  public var name: RealmString
  /// The type of the value, or of each element of a collection.
  public var type: PropertyType
  /// Whether the value, or an element of the collection, can be null.
  public var isOptional: Bool
  /// Whether the property is a list, a set, a dictionary or a single value.
  public var collection: CollectionKind
  /// The class that links refer to; present exactly for links.
  public var target: RealmString?

  package init(
    name: RealmString, type: PropertyType, isOptional: Bool, collection: CollectionKind,
    target: RealmString?
  ) {
    (self.name, self.type, self.isOptional) = (name, type, isOptional)
    (self.collection, self.target) = (collection, target)
  }

  /// What the elements of a collection are; inside a Mixed, everything is a Mixed.
  package var element: PropertySchema {
    var element = self
    element.collection = .single
    return element
  }
}

/// A class and its properties.
public struct ClassSchema: Hashable, Sendable {
  /// The name, without the prefix of its table.
  public var name: RealmString
  /// Whether its objects stand alone, inside others, or only pass through to the server.
  public var kind: TableKind
  /// The name of the primary key property; absent for embedded classes.
  public var primaryKey: RealmString?
  /// In the order of their columns, the primary key included.
  public var properties: [PropertySchema]

  package init(
    name: RealmString, kind: TableKind, primaryKey: RealmString?, properties: [PropertySchema]
  ) {
    (self.name, self.kind, self.primaryKey) = (name, kind, primaryKey)
    self.properties = properties
  }

  /// The property of that name.
  public func property(_ name: RealmString) -> PropertySchema? {
    properties.first { $0.name == name }
  }
}

/// The classes of a Realm.
public struct RealmSchema: Hashable, Sendable {
  /// Sorted by name, bytewise.
  public let classes: [ClassSchema]

  package init(_ classes: [ClassSchema]) { self.classes = classes.sorted { $0.name < $1.name } }

  /// The class of that name.
  public subscript(name: RealmString) -> ClassSchema? { classes.first { $0.name == name } }
}
