package import RealmModel
package import TraceFormat

/// What a fault did to the server's schema.
package enum SchemaEffect: Codable, Hashable, Sendable {
  /// The server never had the class.
  case classNeverThere(RealmString)
  case classRemoved(RealmString)
  case classAdded(RealmString)
  /// The objects of the class are parts of those that link to them.
  case classEmbedded(RealmString)
  case classUnembedded(RealmString, primaryKey: RealmString)
  case primaryKeyType(className: RealmString, PropertyType, before: PropertyType)
  case primaryKeyName(className: RealmString, RealmString, before: RealmString)
  case propertyAdded(SchemaProperty, PropertyType)
  case propertyRemoved(SchemaProperty)
  /// The property lost its meaning by the change of a class, and is gone with it.
  case propertyDropped(SchemaProperty)
  case type(SchemaProperty, PropertyType, before: PropertyType)
  /// A property that becomes required has defaults for its nulls.
  case optionality(SchemaProperty, isOptional: Bool)
  case collection(SchemaProperty, CollectionKind, before: CollectionKind)
  case linkTarget(SchemaProperty, RealmString, before: RealmString)

  enum ClassUnembeddedCodingKeys: String, CodingKey {
    case _0 = "className"
    case primaryKey
  }

  enum PrimaryKeyTypeCodingKeys: String, CodingKey {
    case className
    case _1 = "type"
    case before
  }

  enum PrimaryKeyNameCodingKeys: String, CodingKey {
    case className
    case _1 = "name"
    case before
  }

  enum PropertyAddedCodingKeys: String, CodingKey {
    case _0 = "place"
    case _1 = "type"
  }

  enum TypeCodingKeys: String, CodingKey {
    case _0 = "place"
    case _1 = "type"
    case before
  }

  enum OptionalityCodingKeys: String, CodingKey {
    case _0 = "place"
    case isOptional
  }

  enum CollectionCodingKeys: String, CodingKey {
    case _0 = "place"
    case _1 = "collection"
    case before
  }

  enum LinkTargetCodingKeys: String, CodingKey {
    case _0 = "place"
    case _1 = "target"
    case before
  }
}

/// A property of a class.
package struct SchemaProperty: Codable, Hashable, Sendable {
  package var className: RealmString
  package var property: RealmString

  package init(_ className: RealmString, _ property: RealmString) {
    self.className = className
    self.property = property
  }
}

/// Why a fault cannot change the server's schema.
package enum SchemaRefusal: Error, Codable, Hashable, Sendable {
  /// What a fault looks for, where its plan leaves it open.
  package enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
    case anyClass
    case classWithPrimaryKey
    case classWithSuchProperty
    case embeddedClass
    case property
    /// One that can be both optional and required.
    case propertyOfEitherOptionality
    /// One that can be the collection of the plan.
    case propertyForCollection
    /// One that links to objects that are not embedded.
    case propertyOfLinks
    case otherType
    case otherCollection
    /// A class that links could lead to instead.
    case otherTarget
  }

  /// The server has nothing of the kind.
  case nothing(Subject)
  case noClass(RealmString)
  case noProperty(SchemaProperty)
  case hasClass(RealmString)
  case hasProperty(SchemaProperty)
  case isPrimaryKey(SchemaProperty)
  case unsuitableClass(RealmString, Subject)
  case unsuitableProperty(SchemaProperty, Subject)
  case primaryKeyCannotBecome(className: RealmString, PropertyType)
  case hasTypeAlready(property: RealmString, PropertyType)
  /// A property that becomes a link needs another fault.
  case needsLinkTarget
  case linksCannotBeAdded
  case linksCannotLead(to: RealmString)

  enum UnsuitableClassCodingKeys: String, CodingKey {
    case _0 = "className"
    case _1 = "subject"
  }

  enum UnsuitablePropertyCodingKeys: String, CodingKey {
    case _0 = "place"
    case _1 = "subject"
  }

  enum PrimaryKeyCannotBecomeCodingKeys: String, CodingKey {
    case className
    case _1 = "type"
  }

  enum HasTypeAlreadyCodingKeys: String, CodingKey {
    case property
    case _1 = "type"
  }
}
