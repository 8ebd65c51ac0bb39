public import RealmModel
public import TraceFormat

/// Compares states: classes by name, objects by primary key, properties by name, sets without order.
public enum StateDifference {
  /// How two states differ.
  public static func between(_ first: CanonicalState, _ second: CanonicalState)
    -> ContentDifference
  {
    var difference = ContentDifference(.states)
    let (known, others) = (
      Set(first.classes.map(\.name)),
      Dictionary(second.classes.map { ($0.name, $0.contents) }) { first, _ in first }
    )
    for (name, a) in first.classes {
      if let b = others[name] {
        a.compare(with: b, name, &difference)
      } else {
        difference.add(.init(.onlyInFirst, "class \(name.shortName)"))
      }
    }
    for (name, _) in second.classes where !known.contains(name) {
      difference.add(.init(.onlyInSecond, "class \(name.shortName)"))
    }
    return difference
  }
}

/// A state in canonical JSON (`docs/conformance.md`), taken apart.
public struct CanonicalState: Sendable {
  fileprivate var classes: [(name: RealmString, contents: ClassContents)] = []

  /// Takes a state apart.
  ///
  /// - Throws: where it is none.
  public init(_ state: JSONText) throws(JSONShapeFailure) {
    let node = try JSONNode(CanonicalDifference.comparable(state)).require("classes")
    for (name, node) in try node.namedMembers() { classes.append((name, try ClassContents(node))) }
  }

  /// The state of a Realm in memory.
  public init(_ state: RealmState) {
    do throws(JSONShapeFailure) {
      try self.init(state.canonicalJSON)
    } catch {
      preconditionFailure("a canonical state has its shape: \(error)")
    }
  }
}

private struct ClassContents: Sendable {
  var schema: JSONText
  /// The objects that have a primary key, by it, in order.
  var keyed: [(key: JSONText, object: JSONText)] = []
  /// The objects of a class without a primary key, which nothing but their contents tells apart.
  var unkeyed: [JSONText] = []

  init(_ node: JSONNode) throws(JSONShapeFailure) {
    schema = node.without("objects").json
    _ = try node.members()
    let primaryKey = try node.member("primaryKey")?.realmString().jsonName
    for object in try node.member("objects")?.elements() ?? [] {
      _ = try object.members()
      guard let primaryKey else {
        unkeyed.append(object.json)
        continue
      }
      guard let key = object.member(primaryKey) else {
        throw object.failure(expected: "a member `\(primaryKey)`, the primary key", found: "none")
      }
      keyed.append((key.json, object.json))
    }
  }

  func compare(
    with other: ClassContents, _ className: RealmString, _ difference: inout ContentDifference
  ) {
    let name = className.shortName
    if schema == other.schema {
      difference.sameCount += 1
    } else {
      let values = ValueDifference.all(schema, other.schema)
      difference.add(.init(.changed, "class \(name)", values))
    }
    difference.add(
      keyed, other.keyed, by: \.key, name: { "\(name) \($0.key.words(columns: 40))" },
      values: {
        let values = ValueDifference.all($0.object, $1.object)
        return values.isEmpty ? nil : values
      })
    difference.add(
      unkeyed, other.unkeyed, by: \.self, name: { "\(name) \($0.words(columns: 40))" },
      values: { _, _ in nil })
  }
}
