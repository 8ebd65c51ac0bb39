package import TraceFormat

/// A class as people write it: in scenarios, and in schemas that are tried out
/// (`docs/scenario.md`, "Schema"; `docs/preflight.md`, "The schema").
package struct WrittenClass: Hashable, Sendable {
  package var name: String
  package var kind: TableKind
  /// The name of the primary key property, which is one of `properties`.
  package var primaryKey: String?
  package var properties: [WrittenProperty]

  package init(
    name: String, kind: TableKind, primaryKey: String?, properties: [WrittenProperty]
  ) {
    self.name = name
    self.kind = kind
    self.primaryKey = primaryKey
    self.properties = properties
  }

  package func property(_ name: String) -> WrittenProperty? {
    properties.first { $0.name == name }
  }
  package var primaryKeyProperty: WrittenProperty? { primaryKey.flatMap(property) }
}

extension WrittenClass {
  /// Reads a class: `{"primaryKey": "_id", "properties": {…}}`, `embedded` or `asymmetric`.
  package init(name: String, _ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    try self.init(name: name, &members)
    try members.finish()
  }

  /// The same where the members stand beside others, as in an operation.
  package init(name: String, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    let isEmbedded = try members.take("embedded")?.bool() ?? false
    let isAsymmetric = try members.take("asymmetric")?.bool() ?? false
    let key = members.take("primaryKey")
    self.init(
      name: name, kind: isEmbedded ? .embedded : isAsymmetric ? .asymmetric : .topLevel,
      primaryKey: try key?.string(), properties: [])
    for (name, type) in try members.require("properties").members() {
      properties.append(try WrittenProperty(name: name, notation: type))
    }
    try checkPrimaryKey(key ?? members.node, isBoth: isEmbedded && isAsymmetric)
  }

  private func checkPrimaryKey(_ node: JSONNode, isBoth: Bool) throws(JSONShapeFailure) {
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
      [.int, .string, .objectID, .uuid].map(WrittenType.scalar).contains(property.type)
    else { throw node.failure(expected: "a property of type int, string, objectId or uuid") }
  }

  /// The class as a file has it.
  package var json: JSONText {
    .members([
      "embedded": kind == .embedded ? .bool(true) : nil,
      "asymmetric": kind == .asymmetric ? .bool(true) : nil,
      "primaryKey": primaryKey.map { .string($0) },
      "properties": .object(properties.map { .init($0.name, .string($0.notation)) }),
    ])
  }
}
