import TraceFormat

/// A state as the expectations write it: like the objects of a scenario file.
///
/// Canonical JSON names the type of each value; here an integer is a number, a set an array, a link
/// the primary key of its object, an embedded object an object.
enum PlainState {
  /// How a state differs from the objects that are expected, in words.
  static func differences(of state: JSONText, against expected: JSONText) -> [String] {
    guard case .object(let classes) = expected else { return ["no state is expected"] }
    return classes.flatMap { member -> [String] in
      guard let actual = state.member("classes")?.member(member.name) else {
        return ["class \(member.name) is missing"]
      }
      return differences(
        ofClass: member.name, objects(of: actual), against: elements(member.value))
    }
  }

  /// The text of each property's value, of all objects.
  static func values(of state: JSONText) -> [String: String] {
    var values: [String: String] = [:]
    guard case .object(let classes)? = state.member("classes") else { return values }
    for owner in classes {
      guard case .string(let keyName)? = owner.value.member("primaryKey") else { continue }
      for case .object(let members) in objects(of: owner.value) {
        let key = members.first { $0.name == keyName }?.value.text() ?? "null"
        for member in members {
          values["\(owner.name) \(key).\(member.name)"] = member.value.text()
        }
      }
    }
    return values
  }

  private static func objects(of json: JSONText) -> [JSONText] {
    elements(json.member("objects") ?? .null).map(plain)
  }

  private static func elements(_ json: JSONText) -> [JSONText] {
    if case .array(let elements) = json { elements } else { [] }
  }

  /// All objects are expected that there are; of each, the properties that are named.
  private static func differences(
    ofClass name: String, _ actual: [JSONText], against expected: [JSONText]
  ) -> [String] {
    var left = actual
    var found: [String] = []
    for object in expected {
      guard case .object(let members) = object, let key = members.first else { continue }
      guard let index = left.firstIndex(where: { $0.member(key.name) == key.value }) else {
        found.append("\(name) \(key.value.text()) is missing")
        continue
      }
      let other = left.remove(at: index)
      for member in members where !matches(other.member(member.name), member.value) {
        found.append(
          "\(name) \(key.value.text()).\(member.name) is "
            + "\(other.member(member.name)?.text() ?? "missing"), not \(member.value.text())")
      }
    }
    return found + left.map { "\(name) has \($0.text()), which is not expected" }
  }

  private static func matches(_ actual: JSONText?, _ expected: JSONText) -> Bool {
    if let choices = expected.member("$either") {
      return elements(choices).contains { matches(actual, $0) }
    }
    switch (actual, expected) {
    case (.array(let found)?, .array(let wanted)):
      return found.count == wanted.count && zip(found, wanted).allSatisfy(matches)
    case (.object(let found)?, .object(let wanted)):
      return Set(found.map(\.name)) == Set(wanted.map(\.name))
        && wanted.allSatisfy { matches(actual?.member($0.name), $0.value) }
    default: return actual == expected
    }
  }

  /// A value or an object of canonical JSON as a scenario file has it.
  private static func plain(_ json: JSONText) -> JSONText {
    switch json {
    case .array(let elements): .array(elements.map(plain))
    case .object(let members):
      members.count == 1 && members[0].name.hasPrefix("$")
        ? plain(members[0].name, members[0].value)
        : .object(members.map { JSONText.Member($0.name, plain($0.value)) })
    default: json
    }
  }

  private static func plain(_ type: String, _ value: JSONText) -> JSONText {
    switch (type, value) {
    case ("$int", .string(let digits)): .number(digits)
    case ("$link", .array(let parts)): plain(parts[1])
    case ("$set", .array(let members)):
      // A set has no order that an expectation could rely on.
      .array(members.map(plain).sorted { $0.text() < $1.text() })
    default: plain(value)
    }
  }
}
