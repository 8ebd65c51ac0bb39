internal import RealmModel
public import TraceFormat

/// What somebody else has now, as a state in canonical JSON (`docs/conformance.md`): a target that unsynced
/// writes are to be applied to.
public struct TargetState: Sendable {
  private struct Class {
    var hasKey: Bool
    var objects: [JSONText: JSONText] = [:]
  }

  private var classes: [RealmString: Class] = [:]

  /// Takes a state apart.
  ///
  /// - Throws: where it is none.
  public init(_ state: JSONText) throws(JSONShapeFailure) {
    let node = try JSONNode(CanonicalDifference.comparable(state)).require("classes")
    for (name, node) in try node.namedMembers() {
      classes[name] = try Self.objects(of: node)
    }
  }

  private static func objects(of node: JSONNode) throws(JSONShapeFailure) -> Class {
    let primaryKey = try node.member("primaryKey")?.realmString().jsonName
    var found = Class(hasKey: primaryKey != nil)
    guard let primaryKey else { return found }
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
  func hasKeys(_ className: RealmString) -> Bool? { classes[className]?.hasKey }

  /// An object; nil where the target does not have it.
  func object(_ key: PrimaryKeyValue, of className: RealmString) -> JSONText? {
    classes[className]?.objects[key.json]
  }
}
