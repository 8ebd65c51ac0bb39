import RealmModel
import TraceFormat

// Changes of classes and primary keys
extension SchemaEdit {
  mutating func removeClass() throws(FaultRefusal) {
    let edited = schema.classes.remove(at: try findClass("class"))
    note(
      fault.change == .unknownClass
        ? "the server never had class \(edited.name)" : "class \(edited.name) is gone")
    noteObjects(of: edited)
    dropProperties { $0.target == edited.name }
  }

  /// Removes properties that the change leaves without a meaning.
  private mutating func dropProperties(where isDropped: (EditedSchema.Property) -> Bool) {
    for index in schema.classes.indices {
      let edited = schema.classes[index]
      for property in edited.properties where isDropped(property) {
        note("property \(edited.name).\(property.name) is gone with it")
      }
      schema.classes[index].properties.removeAll(where: isDropped)
    }
  }

  mutating func changePrimaryKeyType() throws(FaultRefusal) {
    let index = try findClass("class with a primary key") { $0.primaryKey != nil }
    guard let key = schema.classes[index].primaryKey else { return }
    let types: [ColumnType] = [.int, .string, .objectID, .uuid]
    let others = types.filter { $0 != key.type }
    let type: ColumnType
    if let wanted = fault.type {
      guard let found = others.first(where: { $0.propertyType == wanted }) else {
        throw FaultRefusal(
          "the primary key of class \(schema.classes[index].name) cannot become \(wanted.rawValue)")
      }
      type = found
    } else {
      type = try choose(others, "other type")
    }
    schema.classes[index].primaryKey?.type = type
    note(
      "the primary key of class \(schema.classes[index].name) is of type "
        + "\(type.propertyType.rawValue) instead of \(key.type.propertyType.rawValue)")
  }

  mutating func renamePrimaryKey() throws(FaultRefusal) {
    let index = try findClass("class with a primary key") { $0.primaryKey != nil }
    guard let key = schema.classes[index].primaryKey else { return }
    let wish = fault.name.map { RealmString($0) }
    let name = wish ?? schema.classes[index].freeName(key.name.readableText)
    guard name != key.name, schema.classes[index].index(of: name) == nil else {
      throw FaultRefusal("class \(schema.classes[index].name) has a property \(name)")
    }
    schema.classes[index].primaryKey?.name = name
    note(
      "the primary key of class \(schema.classes[index].name) is called \(name) instead of "
        + "\(key.name)")
  }

  /// Objects live on where something links to them, as many times as something does.
  mutating func embedClass() throws(FaultRefusal) {
    let index = try findClass("class with a primary key") {
      $0.kind == .topLevel && $0.primaryKey != nil
    }
    let edited = schema.classes[index]
    schema.classes[index].kind = .embedded
    schema.classes[index].primaryKey = nil
    if let key = edited.primaryKey { schema.classes[index].properties.insert(key, at: 0) }
    note("class \(edited.name) is embedded, and its objects are parts of those that link to them")
    noteObjects(of: edited)
    dropProperties { $0.target == edited.name && $0.collection == .set }
  }

  /// Embedded objects get keys of their own, by which their holders link to them.
  mutating func unembedClass() throws(FaultRefusal) {
    let index = try findClass("embedded class") { $0.kind == .embedded }
    let key = schema.classes[index].freeName("_id")
    schema.classes[index].kind = .topLevel
    schema.classes[index].primaryKey = EditedSchema.Property(name: key, type: .objectID)
    note("class \(schema.classes[index].name) is no longer embedded and has a primary key \(key)")
  }

  mutating func addClass() throws(FaultRefusal) {
    let name = fault.className.map { RealmString($0) } ?? schema.freeName("Added")
    guard schema.index(of: name) == nil else {
      throw FaultRefusal("the server has a class \(name)")
    }
    schema.classes.append(
      EditedSchema.Class(
        name: name, kind: .topLevel, source: nil,
        primaryKey: EditedSchema.Property(name: "_id", type: .objectID),
        properties: [EditedSchema.Property(name: "text", type: .string, isOptional: true)]))
    note("the server has a new class \(name)")
  }
}
