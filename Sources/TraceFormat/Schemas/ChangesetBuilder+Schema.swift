extension ChangesetBuilder {
  /// Adds the classes and properties that another schema does not have.
  package mutating func addClasses(
    _ new: [ClassSchema], besides old: RealmSchema = RealmSchema([])
  ) {
    for added in new where old[added.name] == nil { addTable(added) }
    for owner in new {
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

extension Changeset {
  /// The property that an instruction adds; nil for a type that no property has.
  package func property(_ added: Instruction.AddColumn) -> PropertySchema? {
    guard let type = PropertyType(added.type) else { return nil }
    return PropertySchema(
      name: string(added.field), type: type, isOptional: added.isNullable,
      collection: added.collection, target: added.linkTarget.map(string))
  }

  /// The class that an instruction adds, with no property but its primary key.
  package func classSchema(_ added: Instruction.AddTable) -> ClassSchema {
    let key = added.primaryKey.flatMap(property)
    return ClassSchema(
      name: string(added.table), kind: added.kind, primaryKey: key?.name,
      properties: key.map { [$0] } ?? [])
  }

  /// The property that is the primary key; nil for a class without one.
  package func property(_ key: Instruction.PrimaryKeyColumn) -> PropertySchema? {
    guard let type = PropertyType(key.type) else { return nil }
    return PropertySchema(
      name: string(key.field), type: type, isOptional: key.isNullable, collection: .single,
      target: nil)
  }
}
