import RealmModel
import TraceFormat

extension SchemaFault {
  /// The server's state under the changed schema, and what the change did.
  ///
  /// - Throws: why there is nothing of the kind to change.
  func edited(_ server: RealmState, _ numbers: inout SeededNumbers) throws(FaultRefusal)
    -> (state: RealmState, effects: [FaultEffect])
  {
    var edit = SchemaEdit(self, server, numbers)
    try edit.perform()
    numbers = edit.numbers
    return (SchemaRebuild.rebuild(server, edit.schema), edit.effects)
  }
}

/// A change of a schema while it is worked out: what was named is found, what was left open chosen.
struct SchemaEdit {
  let fault: SchemaFault
  let state: RealmState
  var numbers: SeededNumbers
  var schema: EditedSchema
  var effects: [FaultEffect] = []

  init(_ fault: SchemaFault, _ state: RealmState, _ numbers: SeededNumbers) {
    self.fault = fault
    self.state = state
    self.numbers = numbers
    schema = EditedSchema(state)
  }

  mutating func perform() throws(FaultRefusal) {
    switch fault.change {
    case .removeClass, .unknownClass: try removeClass()
    case .removeProperty: try removeProperty()
    case .changeType: try changeType()
    case .changeOptionality: try changeOptionality()
    case .changeCollection: try changeCollection()
    case .changePrimaryKeyType: try changePrimaryKeyType()
    case .renamePrimaryKey: try renamePrimaryKey()
    case .embedClass: try embedClass()
    case .unembedClass: try unembedClass()
    case .changeLinkTarget: try changeLinkTarget()
    case .addClass: try addClass()
    case .addProperty: try addProperty()
    }
  }

  mutating func note(_ text: String) { effects.append(FaultEffect(.schemaChanged, text)) }

  /// Notes that all objects of a class are gone.
  mutating func noteObjects(of edited: EditedSchema.Class) {
    guard let key = edited.source, state.tables[key.slot].objectCount > 0 else { return }
    let objects = state.keys(of: edited.name).map {
      ObjectName(className: edited.name, key: $0)
    }
    let count = objects.count == 1 ? "its object is" : "its \(objects.count) objects are"
    effects.append(
      FaultEffect(
        .objectsRemoved, "\(count) gone with class \(edited.name)", objects: objects))
  }
}

// Finding what is meant
extension SchemaEdit {
  /// One of several, by the seed.
  mutating func choose<Element>(_ elements: [Element], _ what: String) throws(FaultRefusal)
    -> Element
  {
    guard let element = elements.randomElement(using: &numbers) else {
      throw FaultRefusal("the server has no \(what)")
    }
    return element
  }

  /// The class that is meant, by its index.
  mutating func findClass(
    _ what: String, where isSuitable: (EditedSchema.Class) -> Bool = { _ in true }
  ) throws(FaultRefusal) -> Int {
    guard let name = fault.className else {
      return try choose(schema.classes.indices.filter { isSuitable(schema.classes[$0]) }, what)
    }
    guard let index = schema.index(of: RealmString(name)) else {
      throw FaultRefusal("the server has no class \(name)")
    }
    guard isSuitable(schema.classes[index]) else {
      throw FaultRefusal("class \(name) is no \(what)")
    }
    return index
  }

  /// The property that is meant, by the indexes of its class and in it.
  mutating func findProperty(
    _ what: String, where isSuitable: (EditedSchema.Property) -> Bool = { _ in true }
  ) throws(FaultRefusal) -> (class: Int, property: Int) {
    let named = fault.property.map { RealmString($0) }
    let isClassNamed = fault.className != nil
    func isMeant(_ property: EditedSchema.Property) -> Bool {
      named.map { $0 == property.name } ?? isSuitable(property)
    }
    let index = try findClass("class with such a property") {
      isClassNamed || $0.properties.contains(where: isMeant)
    }
    let edited = schema.classes[index]
    let properties = edited.properties.indices.filter { isMeant(edited.properties[$0]) }
    guard let named else { return (index, try choose(properties, what)) }
    guard let property = properties.first else {
      let isKey = edited.primaryKey?.name == named
      throw FaultRefusal(
        isKey
          ? "\(edited.name).\(named) is the primary key"
          : "class \(edited.name) has no property \(named)")
    }
    guard isSuitable(edited.properties[property]) else {
      throw FaultRefusal("\(edited.name).\(named) is no \(what)")
    }
    return (index, property)
  }
}
