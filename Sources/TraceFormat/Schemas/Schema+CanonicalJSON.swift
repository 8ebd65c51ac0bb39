// Classes and properties as a state in canonical JSON has them (`docs/conformance.md`), without their names.

extension PropertySchema {
  package var canonicalJSON: JSONText {
    .members([
      "type": .string(type.rawValue),
      "collection": collection == .single ? nil : .string(collection.name),
      "optional": .bool(isOptional),
      "target": target?.json,
    ])
  }

  package init(canonical name: RealmString, _ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let collections: [CollectionKind] = [.list, .set, .dictionary]
    let collection = try members.take("collection")?.named(collections, \.name) ?? .single
    self.init(
      name: name, type: try members.require("type").choice(),
      isOptional: try members.require("optional").bool(), collection: collection,
      target: try members.take("target")?.realmString())
    try members.finish()
    guard (type == .link) == (target != nil) else {
      throw node.failure(
        expected: type == .link ? "a `target`, as the type is link" : "no `target`")
    }
  }
}

extension ClassSchema {
  /// Reads a class in canonical form, which may have more, such as its objects.
  package init(canonical name: RealmString, _ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let kind = try members.require("kind").named(TableKind.allCases, \.name)
    let key = members.take("primaryKey")
    let properties = try members.require("properties").namedMembers()
      .map(PropertySchema.init(canonical:_:))
    self.init(
      name: name, kind: kind, primaryKey: key?.json == .null ? nil : try key?.realmString(),
      properties: properties)
    if let key, primaryKey != nil { try checkPrimaryKey(key) }
  }
}
