package import RealmModel
package import TraceFormat

/// What kind of thing an unsynced write acts on, as the schema has it: what the value at its address is, and
/// what holds it.
package struct PendingPlace: Hashable, Sendable {
  package enum Holder: Hashable, Sendable {
    /// A property, as a whole: a value, or a collection.
    case property
    case list
    case dictionary
  }

  /// The property of the object that the address begins with.
  package var property: PropertySchema
  package var holder: Holder
  /// The type of the value; of a collection, of its elements.
  package var type: PropertyType
  /// Whether the value is a whole collection. In a Mixed value that is not told by the schema.
  package var collection: CollectionKind
  /// The class that links there refer to.
  package var target: ClassSchema?

  package var isEmbedded: Bool { target?.kind == .embedded && collection == .single }
}

extension RealmSchema {
  /// The kind of the thing at an address; nil where the schema has no such place.
  package func place(at address: Address) -> PendingPlace? {
    guard let name = address.property, let property = self[address.className]?.property(name) else {
      return nil
    }
    var place = PendingPlace(whole: property, of: property, in: self)
    for step in address.path {
      guard let next = self.place(below: place, step) else { return nil }
      place = next
    }
    return place
  }

  private func place(below place: PendingPlace, _ step: PathStep) -> PendingPlace? {
    var next = place
    next.holder = step.isIndex ? .list : .dictionary
    switch (place.collection, step) {
    case (.list, .index), (.dictionary, .key):
      next.collection = .single
      return next
    case (.single, _) where place.type == .mixed: return next
    case (.single, .key(let name)) where place.isEmbedded:
      guard let target = place.target, let inner = self[target.name]?.property(name) else {
        return nil
      }
      return PendingPlace(whole: inner, of: place.property, in: self)
    default: return nil
    }
  }

  /// What a new object has at a property before anything is set there (Realm Core: `cluster.cpp`).
  package func initialValue(of property: PropertySchema) -> Value {
    if let collection = property.emptyCollection { return collection }
    let scalar = property.isOptional ? nil : ColumnType(property.type).defaultCell.scalar
    return scalar ?? .null
  }

  package func newObject(of schema: ClassSchema) -> Value {
    .embedded(
      Value.EmbeddedObject(
        className: schema.name,
        properties: schema.properties.sorted { $0.name < $1.name }
          .map { Value.Entry(key: $0.name, value: initialValue(of: $0)) }))
  }
}

extension PendingPlace {
  fileprivate init(
    whole inner: PropertySchema, of property: PropertySchema, in schema: RealmSchema
  ) {
    self.init(
      property: property, holder: .property, type: inner.type, collection: inner.collection,
      target: inner.target.flatMap { schema[$0] })
  }
}
