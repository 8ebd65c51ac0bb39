internal import RealmModel
internal import TraceFormat

/// One object of a state as the canonical form has it, so that it can be compared with one of a file.
struct CanonicalObject {
  private let key: PrimaryKeyValue
  private let className: RealmString
  private let state: RealmState

  init(_ key: PrimaryKeyValue, _ className: RealmString, _ state: RealmState) {
    (self.key, self.className, self.state) = (key, className, state)
  }

  /// The object, with sets of links sorted as ``CanonicalDifference`` compares them; nil where it is absent.
  var json: JSONText? {
    state.object(key, of: className).map { properties in
      CanonicalDifference.comparable(json(properties, of: state.schema(of: className)))
    }
  }

  private func json(_ properties: [Value.Entry], of schema: ClassSchema?) -> JSONText {
    .object(
      properties.map { JSONText.Member($0.key.jsonName, json($0.value, schema?.property($0.key))) })
  }

  /// A value; a list is bare as a property, and of links without target nothing is shown in collections of
  /// links.
  private func json(_ value: Value, _ property: PropertySchema?) -> JSONText {
    switch value {
    case .list(let elements) where property?.collection == .list:
      return .array(shown(elements, property).map { json($0, nil) })
    case .set(let elements): return .tagged("set", .array(shown(elements, property).map(\.json)))
    case .dictionary(let entries):
      let members = entries.map { JSONText.Member($0.key.jsonName, json($0.value, nil)) }
      return .tagged("dictionary", .object(members))
    case .embedded(let object):
      return .tagged("embedded", json(object.properties, of: state.schema(of: object.className)))
    default: return value.json
    }
  }

  private func shown(_ elements: [Value], _ property: PropertySchema?) -> [Value] {
    guard property?.type == .link else { return elements }
    return elements.filter { element in
      if case .link(let link) = element { link.isResolved } else { true }
    }
  }
}
