package import TraceFormat

package enum SchemaEffect: Codable, Hashable, Sendable {
  case classNeverThere(RealmString)
  case classRemoved(RealmString)
  case classAdded(RealmString)
  case classEmbedded(RealmString)
  case classUnembedded(className: RealmString, primaryKey: RealmString)
  case primaryKeyType(className: RealmString, type: PropertyType, before: PropertyType)
  case primaryKeyName(className: RealmString, name: RealmString, before: RealmString)
  case propertyAdded(place: SchemaProperty, type: PropertyType)
  case propertyRemoved(SchemaProperty)
  /// The property lost its meaning by the change of a class, and is gone with it.
  case propertyDropped(SchemaProperty)
  case type(place: SchemaProperty, type: PropertyType, before: PropertyType)
  /// A property that becomes required has defaults for its nulls.
  case optionality(place: SchemaProperty, isOptional: Bool)
  case collection(place: SchemaProperty, collection: CollectionKind, before: CollectionKind)
  case linkTarget(place: SchemaProperty, target: RealmString, before: RealmString)
}

package struct SchemaProperty: Codable, Hashable, Sendable {
  package var className: RealmString
  package var property: RealmString

  package init(_ className: RealmString, _ property: RealmString) {
    (self.className, self.property) = (className, property)
  }
}

package enum SchemaRefusal: Error, Codable, Hashable, Sendable {
  /// What a fault looks for, where its plan leaves it open.
  package enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
    case anyClass
    case classWithPrimaryKey
    case classWithSuchProperty
    case embeddedClass
    case property
    case propertyOfEitherOptionality
    /// One that can be the collection of the plan.
    case propertyForCollection
    /// One that links to objects that are not embedded.
    case propertyOfLinks
    case otherType
    case otherCollection
    case otherTarget
  }

  case nothing(Subject)
  case noClass(RealmString)
  case noProperty(SchemaProperty)
  case hasClass(RealmString)
  case hasProperty(SchemaProperty)
  case isPrimaryKey(SchemaProperty)
  case unsuitableClass(className: RealmString, subject: Subject)
  case unsuitableProperty(place: SchemaProperty, subject: Subject)
  case primaryKeyCannotBecome(className: RealmString, type: PropertyType)
  case hasTypeAlready(property: RealmString, type: PropertyType)
  /// A property that becomes a link needs another fault.
  case needsLinkTarget
  case linksCannotBeAdded
  case linksCannotLead(to: RealmString)
}
