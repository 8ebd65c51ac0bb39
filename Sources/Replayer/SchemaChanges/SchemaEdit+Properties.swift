import FaultPlans
import RealmModel
import TraceFormat

// Changes of properties
extension SchemaEdit {
  mutating func removeProperty() throws(SchemaRefusal) {
    let (index, position) = try findProperty(.property)
    let property = schema.classes[index].properties.remove(at: position)
    note(.propertyRemoved(SchemaProperty(schema.classes[index].name, property.name)))
  }

  mutating func changeType() throws(SchemaRefusal) {
    let (index, position) = try findProperty(.property)
    let property = schema.classes[index].properties[position]
    let type = try newType(unlike: property)
    schema.classes[index].properties[position].type = type
    schema.classes[index].properties[position].target = nil
    if type == .mixed { schema.classes[index].properties[position].isOptional = true }
    // Single links are always optional, and lists of them never.
    if property.type == .link {
      schema.classes[index].properties[position].isOptional = property.collection == .single
    }
    note(
      .type(
        place: SchemaProperty(schema.classes[index].name, property.name), type: type.propertyType,
        before: property.type.propertyType))
  }

  private mutating func newType(unlike property: EditedSchema.Property) throws(SchemaRefusal)
    -> ColumnType
  {
    guard let wanted = fault.type else {
      let types = ColumnType.ofValues.filter { $0 != property.type }
      return try choose(types, .otherType)
    }
    guard let type = ColumnType.ofValues.first(where: { $0.propertyType == wanted }) else {
      throw .needsLinkTarget
    }
    guard type != property.type else {
      throw .hasTypeAlready(property: property.name, type: wanted)
    }
    return type
  }

  mutating func changeOptionality() throws(SchemaRefusal) {
    let (index, position) = try findProperty(.propertyOfEitherOptionality) {
      $0.type != .link && $0.type != .mixed
    }
    schema.classes[index].properties[position].isOptional.toggle()
    let property = schema.classes[index].properties[position]
    note(
      .optionality(
        place: SchemaProperty(schema.classes[index].name, property.name),
        isOptional: property.isOptional))
  }

  mutating func changeCollection() throws(SchemaRefusal) {
    let wanted = fault.collection
    let (index, position) = try findProperty(.propertyForCollection) {
      [self] property in
      let isEmbedded = property.target.map { schema.isEmbedded($0) } ?? false
      return property.collection != wanted && !(isEmbedded && wanted == .set)
    }
    let property = schema.classes[index].properties[position]
    let isEmbedded = property.target.map { schema.isEmbedded($0) } ?? false
    let kinds = CollectionKind.allCases.filter {
      $0 != property.collection && !(isEmbedded && $0 == .set)
    }
    let kind = if let wanted { wanted } else { try choose(kinds, .otherCollection) }
    schema.classes[index].properties[position].collection = kind
    note(
      .collection(
        place: SchemaProperty(schema.classes[index].name, property.name), collection: kind,
        before: property.collection
      ))
  }

  mutating func changeLinkTarget() throws(SchemaRefusal) {
    let (index, position) = try findProperty(.propertyOfLinks) { [self] property in
      property.target.map { !schema.isEmbedded($0) } ?? false
    }
    let property = schema.classes[index].properties[position]
    let others = schema.classes.filter {
      $0.kind == .topLevel && $0.primaryKey != nil && $0.name != property.target
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
    schema.classes[index].properties[position].target = target
    note(
      .linkTarget(
        place: SchemaProperty(schema.classes[index].name, property.name), target: target,
        before: property.target ?? .empty))
  }

  mutating func addProperty() throws(SchemaRefusal) {
    let index = try findClass(.anyClass)
    let wanted = fault.type ?? .string
    guard let type = ColumnType.ofValues.first(where: { $0.propertyType == wanted }) else {
      throw .linksCannotBeAdded
    }
    let name = fault.property.map { RealmString($0) } ?? schema.classes[index].freeName("added")
    guard schema.classes[index].index(of: name) == nil,
      schema.classes[index].primaryKey?.name != name
    else { throw .hasProperty(SchemaProperty(schema.classes[index].name, name)) }
    schema.classes[index].properties.append(
      EditedSchema.Property(name: name, type: type, isOptional: true))
    note(.propertyAdded(place: SchemaProperty(schema.classes[index].name, name), type: wanted))
  }
}

extension EditedSchema {
  func isEmbedded(_ name: RealmString) -> Bool {
    index(of: name).map { classes[$0].kind == .embedded } ?? false
  }
}

extension ColumnType {
  fileprivate static let ofValues = ofProperties.filter { $0 != .link }
}
