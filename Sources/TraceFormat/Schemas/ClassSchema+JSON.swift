// Classes as people write them (`docs/scenario.md`, "Schema"; `docs/preflight.md`, "The schema").
extension ClassSchema {
  /// Reads a class: `{"primaryKey": "_id", "properties": {…}}`, `embedded` or `asymmetric`.
  ///
  /// - Throws: the first place that is not a class of a Realm.
  package init(name: RealmString, _ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    try self.init(name: name, &members)
    try members.finish()
  }

  /// The same where the members are next to others, as in an operation.
  package init(name: RealmString, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    let isEmbedded = try members.take("embedded")?.bool() ?? false
    let isAsymmetric = try members.take("asymmetric")?.bool() ?? false
    let key = members.take("primaryKey")
    self.init(
      name: name, kind: isEmbedded ? .embedded : isAsymmetric ? .asymmetric : .topLevel,
      primaryKey: try key?.realmString(), properties: [])
    for (name, type) in try members.require("properties").namedMembers() {
      properties.append(try PropertySchema(name: name, notation: type))
    }
    try checkPrimaryKey(key ?? members.node, isBoth: isEmbedded && isAsymmetric)
  }

  func checkPrimaryKey(_ node: JSONNode, isBoth: Bool = false) throws(JSONShapeFailure) {
    guard !isBoth else { throw node.failure(expected: "`embedded` or `asymmetric`", found: "both") }
    guard primaryKey != nil else {
      guard kind != .asymmetric else {
        throw node.failure(expected: "a `primaryKey`, as the class is asymmetric", found: "none")
      }
      return
    }
    guard kind != .embedded else {
      throw node.failure(expected: "no `primaryKey`, as the class is embedded")
    }
    guard let property = primaryKeyProperty, property.collection == .single,
      [.int, .string, .objectId, .uuid].contains(property.type)
    else { throw node.failure(expected: "a property of type int, string, objectId or uuid") }
  }

  package var primaryKeyProperty: PropertySchema? { primaryKey.flatMap(property) }

  package var json: JSONText {
    .members([
      "embedded": kind == .embedded ? .bool(true) : nil,
      "asymmetric": kind == .asymmetric ? .bool(true) : nil,
      "primaryKey": primaryKey?.json,
      "properties": .object(
        properties.map { .init($0.name.jsonName, .string($0.notation)) }),
    ])
  }
}
