import RealmModel
import TraceFormat

// Changes of properties
extension SchemaEdit {
  mutating func removeProperty() throws(FaultRefusal) {
    let (index, position) = try findProperty("property")
    let property = schema.classes[index].properties.remove(at: position)
    note("property \(schema.classes[index].name).\(property.name) is gone, with its values")
  }

  mutating func changeType() throws(FaultRefusal) {
    let (index, position) = try findProperty("property")
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
      "\(schema.classes[index].name).\(property.name) is of type \(type.propertyType.rawValue) "
        + "instead of \(property.type.propertyType.rawValue)")
  }

  private mutating func newType(unlike property: EditedSchema.Property) throws(FaultRefusal)
    -> ColumnType
  {
    guard let wanted = fault.type else {
      let types = ColumnType.ofValues.filter { $0 != property.type }
      return try choose(types, "other type")
    }
    guard let type = ColumnType.ofValues.first(where: { $0.propertyType == wanted }) else {
      throw FaultRefusal("a property that becomes a link needs `change-link-target`")
    }
    guard type != property.type else {
      throw FaultRefusal("property \(property.name) is of type \(wanted.rawValue) already")
    }
    return type
  }

  mutating func changeOptionality() throws(FaultRefusal) {
    let (index, position) = try findProperty("property that can be both optional and required") {
      $0.type != .link && $0.type != .mixed
    }
    schema.classes[index].properties[position].isOptional.toggle()
    let property = schema.classes[index].properties[position]
    note(
      "\(schema.classes[index].name).\(property.name) is "
        + (property.isOptional ? "optional" : "required, and its nulls are defaults"))
  }

  mutating func changeCollection() throws(FaultRefusal) {
    let wanted = fault.collection
    let (index, position) = try findProperty("property that could be that collection") {
      [self] property in
      let isEmbedded = property.target.map { schema.isEmbedded($0) } ?? false
      return property.collection != wanted && !(isEmbedded && wanted == .set)
    }
    let property = schema.classes[index].properties[position]
    let isEmbedded = property.target.map { schema.isEmbedded($0) } ?? false
    let kinds = CollectionKind.allCases.filter {
      $0 != property.collection && !(isEmbedded && $0 == .set)
    }
    let kind = if let wanted { wanted } else { try choose(kinds, "other collection") }
    schema.classes[index].properties[position].collection = kind
    note(
      "\(schema.classes[index].name).\(property.name) is a \(kind.noun) instead of a "
        + property.collection.noun)
  }

  mutating func changeLinkTarget() throws(FaultRefusal) {
    let (index, position) = try findProperty("property of links to objects") { [self] property in
      property.target.map { !schema.isEmbedded($0) } ?? false
    }
    let property = schema.classes[index].properties[position]
    let others = schema.classes.filter {
      $0.kind == .topLevel && $0.primaryKey != nil && $0.name != property.target
    }
    let target: RealmString
    if let name = fault.name {
      guard others.contains(where: { $0.name == RealmString(name) }) else {
        throw FaultRefusal("links cannot be made to lead to \(name)")
      }
      target = RealmString(name)
    } else {
      target = try choose(others, "other class that links could lead to").name
    }
    schema.classes[index].properties[position].target = target
    note(
      "\(schema.classes[index].name).\(property.name) links to \(target), and no longer to "
        + "\(property.target ?? .empty)")
  }

  mutating func addProperty() throws(FaultRefusal) {
    let index = try findClass("class")
    let wanted = fault.type ?? .string
    guard let type = ColumnType.ofValues.first(where: { $0.propertyType == wanted }) else {
      throw FaultRefusal("a property of links cannot be added")
    }
    let name = fault.property.map { RealmString($0) } ?? schema.classes[index].freeName("added")
    guard schema.classes[index].index(of: name) == nil,
      schema.classes[index].primaryKey?.name != name
    else { throw FaultRefusal("class \(schema.classes[index].name) has a property \(name)") }
    schema.classes[index].properties.append(
      EditedSchema.Property(name: name, type: type, isOptional: true))
    note(
      "class \(schema.classes[index].name) has a new property \(name) of type \(wanted.rawValue)")
  }
}

extension EditedSchema {
  func isEmbedded(_ name: RealmString) -> Bool {
    index(of: name).map { classes[$0].kind == .embedded } ?? false
  }
}

extension ColumnType {
  /// The types of values that are no links.
  fileprivate static let ofValues: [ColumnType] = [
    .int, .bool, .string, .binary, .mixed, .timestamp, .float, .double, .decimal, .objectID, .uuid,
  ]
}
