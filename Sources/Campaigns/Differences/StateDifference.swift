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
    compareKeyed(with: other, name, &difference)
    compareUnkeyed(with: other, name, &difference)
  }

  private func compareKeyed(
    with other: ClassContents, _ name: String, _ difference: inout ContentDifference
  ) {
    let others = Dictionary(other.keyed.map { ($0.key, $0.object) }) { first, _ in first }
    for (key, object) in keyed {
      let text = "\(name) \(key.words(columns: 40))"
      guard let counterpart = others[key] else {
        difference.add(.init(.onlyInFirst, text))
        continue
      }
      let values = ValueDifference.all(object, counterpart)
      if values.isEmpty {
        difference.sameCount += 1
      } else {
        difference.add(.init(.changed, text, values))
      }
    }
    let known = Set(keyed.map(\.key))
    for (key, _) in other.keyed where !known.contains(key) {
      difference.add(.init(.onlyInSecond, "\(name) \(key.words(columns: 40))"))
    }
  }

  private func compareUnkeyed(
    with other: ClassContents, _ name: String, _ difference: inout ContentDifference
  ) {
    var left = Dictionary(other.unkeyed.map { ($0, 1) }, uniquingKeysWith: +)
    for object in unkeyed {
      if let count = left[object], count > 0 {
        left[object] = count - 1
        difference.sameCount += 1
      } else {
        difference.add(.init(.onlyInFirst, "\(name) \(object.words(columns: 40))"))
      }
    }
    for object in other.unkeyed {
      guard let count = left[object], count > 0 else { continue }
      left[object] = count - 1
      difference.add(.init(.onlyInSecond, "\(name) \(object.words(columns: 40))"))
    }
  }
}
