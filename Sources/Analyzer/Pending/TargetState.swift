internal import RealmModel
public import TraceFormat

/// What somebody else has now, as a state in canonical JSON (`docs/conformance.md`): a target that unsynced
/// writes are to be applied to.
public struct TargetState: Sendable {
  private struct Class {
    var schema: ClassSchema
    var json: JSONText
    /// By primary key; empty for a class without one.
    var objects: [JSONText: JSONText] = [:]
  }

  private var classes: [RealmString: Class] = [:]

  /// Takes a state apart.
  ///
  /// - Throws: where it is none.
  public init(_ state: JSONText) throws(JSONShapeFailure) {
    let node = try JSONNode(CanonicalDifference.comparable(state)).require("classes")
    for (name, node) in try node.namedMembers() { classes[name] = try Self.class(name, node) }
  }

  private static func `class`(
    _ name: RealmString, _ node: JSONNode
  ) throws(JSONShapeFailure) -> Class {
    var found = Class(schema: try ClassSchema(canonical: name, node), json: node.json)
    guard let primaryKey = found.schema.primaryKey?.jsonName else { return found }
    for object in try node.member("objects")?.elements() ?? [] {
      _ = try object.members()
      guard let key = object.member(primaryKey) else {
        throw object.failure(expected: "a member `\(primaryKey)`, the primary key", found: "none")
      }
      found.objects[key.json] = object.json
    }
    return found
  }

  /// Whether the target tells the objects of a class apart; nil where it has no such class.
  func hasKeys(_ className: RealmString) -> Bool? {
    classes[className].map { $0.schema.primaryKey != nil }
  }

  func schema(of className: RealmString) -> ClassSchema? { classes[className]?.schema }

  /// Whether a class is the same in another target, with all its objects.
  func hasSameClass(_ className: RealmString, as other: TargetState) -> Bool {
    classes[className]?.json == other.classes[className]?.json
  }

  /// Whether a property is the same in another target, with its values in all objects. In a class without
  /// primary key nothing tells the objects apart, so that the whole class has to be the same.
  func hasSameProperty(
    _ name: RealmString, of className: RealmString, as other: TargetState
  ) -> Bool {
    guard let one = classes[className], let two = other.classes[className],
      one.schema.primaryKey != nil, two.schema.primaryKey != nil
    else { return hasSameClass(className, as: other) }
    func values(_ found: Class) -> [JSONText: JSONText] {
      found.objects.compactMapValues { $0.member(name.jsonName) }
    }
    return one.schema.property(name) == two.schema.property(name) && values(one) == values(two)
  }

  func object(_ key: PrimaryKeyValue, of className: RealmString) -> JSONText? {
    classes[className]?.objects[key.json]
  }
}
