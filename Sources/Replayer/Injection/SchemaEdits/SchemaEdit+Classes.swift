import FaultPlans
import RealmModel
import TraceFormat

extension SchemaEdit {
  mutating func removeClass() throws(SchemaRefusal) {
    let edited = schema.classes.remove(at: try findClass(.anyClass))
    note(fault.change == .unknownClass ? .classNeverThere(edited.name) : .classRemoved(edited.name))
    noteObjects(of: edited)
    dropProperties { $0.target == edited.name }
  }

  private mutating func dropProperties(where isDropped: (EditedSchema.Property) -> Bool) {
    for index in schema.classes.indices {
      let edited = schema.classes[index]
      for property in edited.properties where isDropped(property) {
        note(.propertyDropped(SchemaProperty(edited.name, property.name)))
      }
      schema.classes[index].properties.removeAll(where: isDropped)
    }
  }

  mutating func changePrimaryKeyType() throws(SchemaRefusal) {
    let index = try findClass(.classWithPrimaryKey) { $0.primaryKey != nil }
    guard let key = schema.classes[index].primaryKey else { return }
    let types: [ColumnType] = [.int, .string, .objectID, .uuid]
    let others = types.filter { $0 != key.type }
    let type: ColumnType
    if let wanted = fault.type {
      guard let found = others.first(where: { $0.propertyType == wanted }) else {
        throw .primaryKeyCannotBecome(className: schema.classes[index].name, type: wanted)
      }
      type = found
    } else {
      type = try choose(others, .otherType)
    }
    schema.classes[index].primaryKey?.type = type
    note(
      .primaryKeyType(
        className: schema.classes[index].name, type: type.propertyType,
        before: key.type.propertyType))
  }

  mutating func renamePrimaryKey() throws(SchemaRefusal) {
    let index = try findClass(.classWithPrimaryKey) { $0.primaryKey != nil }
    guard let key = schema.classes[index].primaryKey else { return }
    let wish = fault.name.map { RealmString($0) }
    let name = wish ?? schema.classes[index].freeName(key.name.readableText)
    guard name != key.name, schema.classes[index].index(of: name) == nil else {
      throw .hasProperty(SchemaProperty(schema.classes[index].name, name))
    }
    schema.classes[index].primaryKey?.name = name
    note(.primaryKeyName(className: schema.classes[index].name, name: name, before: key.name))
  }

  /// Objects live on where something links to them, as many times as something does.
  mutating func embedClass() throws(SchemaRefusal) {
    let index = try findClass(.classWithPrimaryKey) {
      $0.kind == .topLevel && $0.primaryKey != nil
    }
    let edited = schema.classes[index]
    schema.classes[index].kind = .embedded
    schema.classes[index].primaryKey = nil
    if let key = edited.primaryKey { schema.classes[index].properties.insert(key, at: 0) }
    note(.classEmbedded(edited.name))
    noteObjects(of: edited)
    dropProperties { $0.target == edited.name && $0.collection == .set }
  }

  /// Embedded objects get keys of their own, by which their holders link to them.
  mutating func unembedClass() throws(SchemaRefusal) {
    let index = try findClass(.embeddedClass) { $0.kind == .embedded }
    let key = schema.classes[index].freeName("_id")
    schema.classes[index].kind = .topLevel
    schema.classes[index].primaryKey = EditedSchema.Property(name: key, type: .objectID)
    note(.classUnembedded(className: schema.classes[index].name, primaryKey: key))
  }

  mutating func addClass() throws(SchemaRefusal) {
    let name = fault.className.map { RealmString($0) } ?? schema.freeName("Added")
    guard schema.index(of: name) == nil else { throw .hasClass(name) }
    schema.classes.append(
      EditedSchema.Class(
        name: name, kind: .topLevel, source: nil,
        primaryKey: EditedSchema.Property(name: "_id", type: .objectID),
        properties: [EditedSchema.Property(name: "text", type: .string, isOptional: true)]))
    note(.classAdded(name))
  }
}
