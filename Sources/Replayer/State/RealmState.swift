/// A Realm in memory: its classes, their objects and all values, as a persistent value.
///
/// Copies share structure: copying costs nothing, and changing a copy copies only what is touched.
/// A state owns all its data. Beside what apps see, it keeps Realm's internal keys, dangling links
/// and the order of incoming links, because some outcomes of a client reset depend on them.
public struct RealmState: Sendable {
  public init() {}
}

// Reading
extension RealmState {
  /// All classes, sorted by name, bytewise.
  public var classes: [ClassSchema] { [] }

  /// A class by its name (without the prefix `class_` of the stored table).
  public func schema(of className: SharedBytes) -> ClassSchema? { nil }

  /// The number of objects of a class; 0 where there is no such class.
  public func objectCount(of className: SharedBytes) -> Int { 0 }

  /// The number of objects of all classes that are not embedded.
  public var objectCount: Int { 0 }

  /// The primary keys of a class's objects, in the order of Realm's internal keys.
  public func keys(of className: SharedBytes) -> [PrimaryKeyValue] { [] }

  /// Whether an object exists.
  public func contains(_ key: PrimaryKeyValue, of className: SharedBytes) -> Bool { false }

  /// All properties of an object, sorted by name, the primary key included; nil if it is absent.
  public func object(_ key: PrimaryKeyValue, of className: SharedBytes) -> [Value.Entry]? { nil }

  /// The value at a place, following its path; nil if the place does not exist.
  public func value(at place: Place) -> Value? { nil }
}
