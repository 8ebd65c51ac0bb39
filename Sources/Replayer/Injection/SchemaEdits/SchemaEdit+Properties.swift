import FaultPlans
import RealmModel
import TraceFormat

extension SchemaEdit {
  mutating func removeProperty() throws(SchemaRefusal) {
    let position = try findProperty(.property)
    note(.propertyRemoved(schema.name(at: position)))
    schema.classes[position.class].properties.remove(at: position.property)
  }

  mutating func changeType() throws(SchemaRefusal) {
    let position = try findProperty(.property)
    let property = schema[position]
    let type = try newType(unlike: property)
    (schema[position].type, schema[position].target) = (type, nil)
    if type == .mixed { schema[position].isOptional = true }
    // Single links are always optional, and lists of them never.
    if property.type == .link { schema[position].isOptional = property.collection == .single }
    note(
      .type(
        place: schema.name(at: position), type: type.propertyType,
        before: property.type.propertyType))
  }

  private mutating func newType(unlike property: EditedSchema.Property) throws(SchemaRefusal)
    -> ColumnType
  {
    guard let wanted = fault.type else {
      let types = ColumnType.ofValues.filter { $0 != property.type }
      return try choose(types, .otherType)
    }
    guard wanted != .link else { throw .needsLinkTarget }
    let type = ColumnType(wanted)
    guard type != property.type else {
      throw .hasTypeAlready(property: property.name, type: wanted)
    }
    return type
  }

  mutating func changeOptionality() throws(SchemaRefusal) {
    let position = try findProperty(.propertyOfEitherOptionality) { $0.schema.hasChoice }
    schema[position].isOptional.toggle()
    note(
      .optionality(place: schema.name(at: position), isOptional: schema[position].isOptional))
  }

  mutating func changeCollection() throws(SchemaRefusal) {
    let wanted = fault.collection
    let position = try findProperty(.propertyForCollection) { [self] property in
      property.collection != wanted && !(schema.isOfEmbedded(property) && wanted == .set)
    }
    let property = schema[position]
    let kinds = CollectionKind.allCases.filter {
      $0 != property.collection && !(schema.isOfEmbedded(property) && $0 == .set)
    }
    let kind = if let wanted { wanted } else { try choose(kinds, .otherCollection) }
    schema[position].collection = kind
    note(
      .collection(
        place: schema.name(at: position), collection: kind, before: property.collection))
  }

  mutating func changeLinkTarget() throws(SchemaRefusal) {
    let position = try findProperty(.propertyOfLinks) { [self] property in
      property.target != nil && !schema.isOfEmbedded(property)
    }
    let before = schema[position].target
    let others = schema.classes.filter {
      $0.kind == .topLevel && $0.primaryKey != nil && $0.name != before
    }
    let target: RealmString
    if let name = fault.name {
      target = RealmString(name)
      guard others.contains(where: { $0.name == target }) else {
        throw .linksCannotLead(to: target)
      }
    } else {
      target = try choose(others, .otherTarget).name
    }
    schema[position].target = target
    note(
      .linkTarget(place: schema.name(at: position), target: target, before: before ?? .empty))
  }

  mutating func addProperty() throws(SchemaRefusal) {
    let index = try findClass(.anyClass)
    let wanted = fault.type ?? .string
    guard wanted != .link else { throw .linksCannotBeAdded }
    let name = fault.property.map { RealmString($0) } ?? schema.classes[index].freeName("added")
    guard schema.classes[index].index(of: name) == nil,
      schema.classes[index].primaryKey?.name != name
    else { throw .hasProperty(SchemaProperty(schema.classes[index].name, name)) }
    schema.classes[index].properties.append(
      EditedSchema.Property(name: name, type: ColumnType(wanted), isOptional: true))
    note(.propertyAdded(place: SchemaProperty(schema.classes[index].name, name), type: wanted))
  }
}

extension EditedSchema {
  typealias Position = (class: Int, property: Int)

  subscript(position: Position) -> Property {
    get { classes[position.class].properties[position.property] }
    set { classes[position.class].properties[position.property] = newValue }
  }

  fileprivate func name(at position: Position) -> SchemaProperty {
    SchemaProperty(classes[position.class].name, self[position].name)
  }

  fileprivate func isOfEmbedded(_ property: Property) -> Bool {
    property.target.flatMap(index).map { classes[$0].kind == .embedded } ?? false
  }
}

extension ColumnType {
  fileprivate static let ofValues = allCases.filter { $0.propertyType != .link }
}
