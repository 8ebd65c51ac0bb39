package import TraceFormat

/// Where two states in canonical JSON differ.
package struct CanonicalDifference: Codable, Hashable, Sendable {
  package enum What: Codable, Hashable, Sendable {
    case members(surplus: [String], missing: [String])
    case value(JSONText, expected: JSONText)

    enum ValueCodingKeys: String, CodingKey {
      case _0 = "found"
      case expected
    }
  }

  /// The names of members and the indexes of elements that lead there, each after a slash.
  package var place: String
  package var what: What

  package init(at place: String, _ what: What) {
    self.place = place
    self.what = what
  }

  /// The first difference between two states; nil if they are equal.
  ///
  /// Sets that hold links are compared as unordered: their order depends on internal keys.
  package static func first(of state: JSONText, against expected: JSONText)
    -> CanonicalDifference?
  {
    guard state != expected else { return nil }
    return difference(comparable(state), comparable(expected), at: "")
  }

  private static func difference(_ a: JSONText, _ b: JSONText, at place: String) -> Self? {
    guard a != b else { return nil }
    switch (a, b) {
    case (.object(let x), .object(let y))
    where x.count == y.count && zip(x, y).allSatisfy { $0.isNamed($1.name) }:
      return firstDifference(zip(x, y).lazy.map { ($0.value, $1.value, "\(place)/\($0.name)") })
    case (.array(let x), .array(let y)) where x.count == y.count:
      return firstDifference(zip(x, y).enumerated().lazy.map { ($1.0, $1.1, "\(place)/\($0)") })
    case (.object(let x), .object(let y)):
      let (names, otherNames) = (x.map(\.name), y.map(\.name))
      return Self(
        at: place,
        .members(
          surplus: Self.names(names, without: otherNames),
          missing: Self.names(otherNames, without: names)))
    default: return Self(at: place, .value(a, expected: b))
    }
  }

  private static func firstDifference(
    _ pairs: some Sequence<(JSONText, JSONText, String)>
  ) -> Self? {
    for (a, b, place) in pairs {
      if let found = difference(a, b, at: place) { return found }
    }
    return nil
  }

  private static func names(_ names: [String], without others: [String]) -> [String] {
    let known = Set(others.map { TextBytes($0) })
    return names.filter { !known.contains(TextBytes($0)) }
  }

  /// The state with the elements of every set that holds links sorted, as it is compared.
  package static func comparable(_ value: JSONText) -> JSONText {
    mapping(value) { $0.contains(where: isLink) ? sorted($0) : $0 }
  }

  /// The state with the elements of each set as a function has them.
  package static func mapping(
    _ value: JSONText, sets map: ([JSONText]) -> [JSONText]
  ) -> JSONText {
    switch value {
    case .array(let elements): return .array(elements.map { mapping($0, sets: map) })
    case .object(let members):
      if members.count == 1, members[0].name == "$set", case .array(let set) = members[0].value {
        return .members(["$set": .array(map(set))])
      }
      return .object(members.map { JSONText.Member($0.name, mapping($0.value, sets: map)) })
    default: return value
    }
  }

  /// The elements of a set in the order of their texts.
  package static func sorted(_ set: [JSONText]) -> [JSONText] {
    set.map { ($0, TextBytes($0.text(escaping: .least))) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private static func isLink(_ value: JSONText) -> Bool {
    if case .object(let members) = value { members.first?.name == "$link" } else { false }
  }
}
