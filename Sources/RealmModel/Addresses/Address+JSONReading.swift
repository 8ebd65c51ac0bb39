public import TraceFormat

extension Address {
  /// Reads ``json``; throws where in it something else was expected; members that it does not have are refused.
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    try self.init(&members)
    try members.finish()
  }

  /// Reads the members of ``json`` among others; throws where in them something else was expected.
  package init(_ members: inout JSONMembers) throws(JSONShapeFailure) {
    self.init(
      className: try members.require("class").realmString(),
      object: try members.take("object").map(PrimaryKeyValue.init),
      property: try members.take("property")?.realmString())
    for step in try members.take("path")?.elements() ?? [] { path.append(try PathStep(step)) }
  }

  /// The place, without what it does not go as far as.
  public var json: JSONText { .object(members(hasEmptyPath: false)) }

  /// The place as every form that is JSON has it: `class`, `object`, `property` and `path`, in this order.
  ///
  /// - Parameter hasEmptyPath: whether `path` is there where the place is not below a property.
  package func members(hasEmptyPath: Bool = true) -> [JSONText.Member] {
    JSONText.members([
      "class": className.json, "object": object.map(\.json), "property": property.map(\.json),
      "path": path.isEmpty && !hasEmptyPath ? nil : .array(path.map(\.json)),
    ]).members
  }
}

extension Address: JSONWritten, Decodable {
  /// A place, as far as it is given.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }
}
