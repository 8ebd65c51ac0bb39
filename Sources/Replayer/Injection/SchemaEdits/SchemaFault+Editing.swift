import FaultPlans
import RealmModel
import TraceFormat

typealias EditedServer = (state: RealmState, effects: [FaultEffect])

extension SchemaFault {
  private struct Edit: CachedResult {
    static let countMax = 2
    var fault: SchemaFault
    var numbers: SeededNumbers
    var server: RealmState
    var edited: Result<EditedServer, SchemaRefusal>
  }

  /// A server's state under the changed schema, and what that did; throws why there is nothing of the kind to change.
  func edited(
    _ server: RealmState, _ numbers: SeededNumbers, _ cache: ReplayCache
  ) throws(FaultRefusal) -> EditedServer {
    let known = cache.result { (known: Edit) in
      known.fault == self && known.numbers == numbers && known.server.isIdentical(to: server)
    } otherwise: {
      let edited = Result { () throws(SchemaRefusal) -> EditedServer in
        var edit = SchemaEdit(self, server, numbers)
        try edit.perform()
        return (SchemaRebuild.rebuild(server, edit.schema), edit.effects)
      }
      return Edit(fault: self, numbers: numbers, server: server, edited: edited)
    }
    do throws(SchemaRefusal) {
      return try known.edited.get()
    } catch {
      throw FaultRefusal.schema(error).suggesting(from: server)
    }
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
    (self.fault, self.state, self.numbers) = (fault, state, numbers)
    schema = EditedSchema(state)
  }

  mutating func perform() throws(SchemaRefusal) {
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

  mutating func note(_ effect: SchemaEffect) { effects.append(FaultEffect(.schema(effect))) }

  mutating func noteObjects(of edited: EditedSchema.Class) {
    guard let key = edited.source, state.tables[key.slot].objectCount > 0 else { return }
    let objects = state.keys(of: edited.name).map {
      ObjectName(className: edited.name, key: $0)
    }
    effects.append(FaultEffect(.objectsRemoved(className: edited.name), objects: objects))
  }
}

// Finding what is meant
extension SchemaEdit {
  /// One of several, by the seed.
  mutating func choose<Element>(_ elements: [Element], _ subject: SchemaRefusal.Subject)
    throws(SchemaRefusal) -> Element
  {
    guard let element = elements.randomElement(using: &numbers) else { throw .nothing(subject) }
    return element
  }

  mutating func findClass(
    _ subject: SchemaRefusal.Subject, where isSuitable: (EditedSchema.Class) -> Bool = { _ in true }
  ) throws(SchemaRefusal) -> Int {
    guard let name = fault.className else {
      return try choose(schema.classes.indices.filter { isSuitable(schema.classes[$0]) }, subject)
    }
    let className = RealmString(name)
    guard let index = schema.index(of: className) else { throw .noClass(className) }
    guard isSuitable(schema.classes[index]) else {
      throw .unsuitableClass(className: className, subject: subject)
    }
    return index
  }

  mutating func findProperty(
    _ subject: SchemaRefusal.Subject,
    where isSuitable: (EditedSchema.Property) -> Bool = { _ in true }
  ) throws(SchemaRefusal) -> EditedSchema.Position {
    let named = fault.property.map { RealmString($0) }
    let isClassNamed = fault.className != nil
    func isMeant(_ property: EditedSchema.Property) -> Bool {
      named.map { $0 == property.name } ?? isSuitable(property)
    }
    let index = try findClass(.classWithSuchProperty) {
      isClassNamed || $0.properties.contains(where: isMeant)
    }
    let edited = schema.classes[index]
    let properties = edited.properties.indices.filter { isMeant(edited.properties[$0]) }
    guard let named else { return (index, try choose(properties, subject)) }
    guard let property = properties.first else {
      let place = SchemaProperty(edited.name, named)
      throw edited.primaryKey?.name == named ? .isPrimaryKey(place) : .noProperty(place)
    }
    guard isSuitable(edited.properties[property]) else {
      throw .unsuitableProperty(place: SchemaProperty(edited.name, named), subject: subject)
    }
    return (index, property)
  }
}
