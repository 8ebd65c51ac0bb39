package import TraceFormat

/// A state in canonical JSON (`docs/conformance.md`) as a changeset that builds it.
///
/// The canonical form has no internal keys: objects are numbered in the order in which they stand, and
/// properties in that of their names.
package struct CanonicalListing {
  private var builder = ChangesetBuilder()
  private var classes: [RealmString: ClassSchema] = [:]

  /// The changeset of a state; throws where something else was expected.
  package static func changeset(of state: JSONNode) throws(JSONShapeFailure) -> Changeset {
    var listing = CanonicalListing()
    var members = try JSONMembers(state)
    let classes = try members.require("classes").namedMembers()
    try members.finish()
    for (name, node) in classes { listing.classes[name] = try ClassSchema(canonical: name, node) }
    listing.builder.addClasses(classes.compactMap { listing.classes[$0.name] })
    var objects: [(place: ObjectName, members: JSONNode, schema: ClassSchema)] = []
    for (name, node) in classes { try listing.addObjects(name, node, &objects) }
    for (place, members, schema) in objects {
      for (name, value) in try members.namedMembers() where name != schema.primaryKey {
        try listing.putProperty(
          value, of: schema, name, at: LocationValue(place.className, place.key, name))
      }
    }
    return listing.builder.changeset
  }

  /// Reads a file of a state as a snapshot; throws where it is not a state, with the place.
  package static func snapshot(
    parsing file: [UInt8], role: Snapshot.Role, memory: MemoryLimit
  ) throws(JSONShapeFailure) -> Snapshot {
    let listed = try JSONNode.reading(file, sizeMax: .max, memory: memory) {
      node throws(JSONShapeFailure) -> Changeset in try Self.changeset(of: node)
    }
    return Snapshot(role: role, changesets: [listed.encoded()])
  }

  private mutating func addObjects(
    _ name: RealmString, _ node: JSONNode,
    _ objects: inout [(place: ObjectName, members: JSONNode, schema: ClassSchema)]
  ) throws(JSONShapeFailure) {
    guard let schema = classes[name], schema.kind != .embedded else { return }
    let list = try node.namedMembers().first { $0.name == "objects" }?.node
    for (index, object) in try (list?.elements() ?? []).enumerated() {
      var key = PrimaryKeyValue.globalKey(GlobalKey(high: 0, low: UInt64(index)))
      if let property = schema.primaryKey {
        let value = try object.namedMembers().first { $0.name == property }?.node
        guard let value else { throw object.failure(expected: "the primary key") }
        key = try PrimaryKeyValue(value)
      }
      builder.createObject(name, key)
      objects.append((ObjectName(className: name, key: key), object, schema))
    }
  }

  private mutating func putProperty(
    _ node: JSONNode, of schema: ClassSchema, _ name: RealmString, at place: LocationValue
  ) throws(JSONShapeFailure) {
    guard let property = schema.property(name) else {
      throw node.failure(expected: "a property of the class")
    }
    guard property.collection == .list else {
      if property.collection == .single {
        return try put(node, property, at: place) { $0.initialize($1, to: $2) }
      }
      return try fill(node, property, at: place)
    }
    try fill(list: node, property, at: place)
  }

  private mutating func fill(
    list node: JSONNode, _ property: PropertySchema, at place: LocationValue
  ) throws(JSONShapeFailure) {
    for (index, element) in try node.elements().enumerated() {
      try put(element, property, at: place.appending(.index(UInt32(index)))) {
        $0.arrayInsert($1, $2, priorSize: UInt32(index))
      }
    }
  }

  private mutating func fill(
    _ node: JSONNode, _ property: PropertySchema, at place: LocationValue
  ) throws(JSONShapeFailure) {
    switch node.tagged {
    case ("list", let content)?: try fill(list: content, property, at: place)
    case ("set", let content)?:
      for element in try content.elements() { builder.setInsert(place, try PayloadValue(element)) }
    case ("dictionary", let content)?:
      for (key, value) in try content.namedMembers() {
        try put(value, property, at: place.appending(.key(key))) { $0.update($1, to: $2) }
      }
    default: throw node.failure(expected: "a collection")
    }
  }

  private mutating func put(
    _ node: JSONNode, _ property: PropertySchema, at place: LocationValue,
    _ instruction: (inout ChangesetBuilder, LocationValue, PayloadValue) -> Void
  ) throws(JSONShapeFailure) {
    switch node.tagged {
    case ("embedded", let content)?:
      guard let schema = property.target.flatMap({ classes[$0] }) else {
        throw node.failure(expected: "no embedded object")
      }
      instruction(&builder, place, .objectValue)
      for (name, value) in try content.namedMembers() {
        try putProperty(value, of: schema, name, at: place.appending(.key(name)))
      }
    case ("list", _)?:
      instruction(&builder, place, .list)
      try fill(node, property, at: place)
    case ("dictionary", _)?:
      instruction(&builder, place, .dictionary)
      try fill(node, property, at: place)
    default: instruction(&builder, place, try PayloadValue(node))
    }
  }
}
