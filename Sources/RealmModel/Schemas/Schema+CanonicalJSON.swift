package import TraceFormat

// Classes and properties as a state in canonical JSON has them (`docs/conformance.md`), without their names.

extension PropertySchema {
  /// The property in canonical form.
  package var canonicalJSON: JSONText {
    .members([
      "type": .string(type.rawValue),
      "collection": collection == .single ? nil : .string("\(collection)"),
      "optional": .bool(isOptional),
      "target": target?.json,
    ])
  }

  /// Reads a property in canonical form.
  package init(canonical name: RealmString, _ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let collection: CollectionKind
    let kind = members.take("collection")
    switch try kind?.string() {
    case nil: collection = .single
    case "list"?: collection = .list
    case "set"?: collection = .set
    case "dictionary"?: collection = .dictionary
    default: throw node.failure(expected: "a list, a set or a dictionary")
    }
    self.init(
      name: name, type: try members.require("type").choice(),
      isOptional: try members.require("optional").bool(), collection: collection,
      target: try members.take("target")?.realmString())
    try members.finish()
  }
}

extension ClassSchema {
  /// Reads a class in canonical form, which may have more, such as its objects.
  package init(canonical name: RealmString, _ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let kind = try TableKind(canonical: try members.require("kind"))
    let key = members.take("primaryKey")
    var properties: [PropertySchema] = []
    for (name, node) in try members.require("properties").namedMembers() {
      properties.append(try PropertySchema(canonical: name, node))
    }
    self.init(
      name: name, kind: kind, primaryKey: key?.json == .null ? nil : try key?.realmString(),
      properties: properties)
  }
}

extension TableKind {
  /// The name of the kind in canonical form.
  package var canonicalName: String {
    switch self {
    case .topLevel: "topLevel"
    case .embedded: "embedded"
    case .asymmetric: "asymmetric"
    }
  }

  fileprivate init(canonical node: JSONNode) throws(JSONShapeFailure) {
    switch try node.string() {
    case "topLevel": self = .topLevel
    case "embedded": self = .embedded
    case "asymmetric": self = .asymmetric
    default:
      throw node.failure(expected: JSONNode.alternatives(["topLevel", "embedded", "asymmetric"]))
    }
  }
}
