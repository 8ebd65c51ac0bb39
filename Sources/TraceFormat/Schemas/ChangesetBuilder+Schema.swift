extension ChangesetBuilder {
  /// Adds the classes and properties that another schema does not have.
  package mutating func addClasses(of new: RealmSchema, besides old: RealmSchema = RealmSchema([]))
  {
    for added in new.classes where old[added.name] == nil { addTable(added) }
    for owner in new.classes {
      for property in owner.properties
      where property.name != owner.primaryKey && old[owner.name]?.property(property.name) == nil {
        addColumn(property, to: owner.name)
      }
    }
  }

  /// Adds a class, without properties but for its primary key.
  package mutating func addTable(_ added: ClassSchema) {
    if added.kind == .embedded {
      addEmbeddedTable(added.name)
    } else if let key = added.primaryKeyProperty {
      addTable(
        added.name, kind: added.kind, primaryKey: key.name, type: key.type.payloadType,
        isNullable: key.isOptional)
    } else {
      addTableWithoutPrimaryKey(added.name, kind: added.kind)
    }
  }

  package mutating func addColumn(_ property: PropertySchema, to className: RealmString) {
    if let target = property.target {
      addLinkColumn(className, property.name, target: target, collection: property.collection)
    } else {
      addColumn(
        className, property.name, type: property.type.payloadType,
        isNullable: property.isOptional, collection: property.collection)
    }
  }
}
