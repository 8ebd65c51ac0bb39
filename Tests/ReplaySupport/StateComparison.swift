import RealmModel
import TraceFormat

/// The difference of two states; nothing if they are equal.
///
/// A link without target in a set of Mixed reads as null, wherever it stands. A reset makes a real
/// null of it, of which a set has one, in front. So nulls in sets count as one.
package func difference(_ state: RealmState, _ expected: RealmState, _ what: String) -> [String] {
  CanonicalDifference.first(
    of: withOneNull(state.canonicalJSON), against: withOneNull(expected.canonicalJSON)
  ).map { ["\(what): \($0)"] } ?? []
}

private func withOneNull(_ value: JSONText) -> JSONText {
  switch value {
  case .array(let elements): return .array(elements.map(withOneNull))
  case .object(let members):
    guard members.first?.name == "$set", case .array(let elements) = members[0].value,
      elements.contains(.null)
    else { return .object(members.map { JSONText.Member($0.name, withOneNull($0.value)) }) }
    return .members(["$set": .array([.null] + elements.filter { $0 != .null })])
  default: return value
  }
}
