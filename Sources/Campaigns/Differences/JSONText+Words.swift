package import TraceFormat

extension JSONText {
  /// A value of a canonical state (`docs/changesets.md`, "Values as JSON") for people, on one line of
  /// at most so many columns.
  package func words(columns: Int) -> String {
    // Far more than a line holds is never put together.
    var left = columns * 4
    return words(&left).shortened(to: columns)
  }

  private func words(_ left: inout Int) -> String {
    guard left > 0 else { return "…" }
    let text: String
    switch self {
    case .null: text = "null"
    case .bool(let value): text = String(value)
    case .number(let digits): text = digits
    case .string(let string): text = RealmString(string).quotedText(scalars: left)
    case .array(let elements): text = Self.words(elements, "[", "]", &left) { $0.words(&$1) }
    case .object(let members): text = Self.words(members, &left)
    }
    left -= text.utf8.count
    return text
  }

  private static func words<Part>(
    _ all: [Part], _ open: String, _ close: String, _ left: inout Int,
    _ words: (Part, inout Int) -> String
  ) -> String {
    var parts: [String] = []
    for part in all {
      parts.append(words(part, &left))
      if left <= 0 { break }
    }
    if parts.count < all.count { parts.append("…") }
    return open + parts.joined(separator: ", ") + close
  }

  private static func words(_ members: [Member], _ left: inout Int) -> String {
    if members.count == 1, let text = tagged(members[0], &left) { return text }
    return words(members, "{", "}", &left) { member, left in
      "\(member.realmName.shortName): \(member.value.words(&left))"
    }
  }

  /// A value that says its type; nil for what no value is printed as. Collections and embedded objects
  /// are taken apart here, because a state shows the lists of properties bare.
  private static func tagged(_ member: Member, _ left: inout Int) -> String? {
    switch (member.name, member.value) {
    case ("$link", .array(let parts)) where parts.count == 2:
      string(parts[0]).map { "\($0.shortName) \(parts[1].words(&left))" }
    case ("$set", .array(let elements)): words(elements, "{", "}", &left) { $0.words(&$1) }
    case ("$embedded", .object(let members)): words(members.filter(\.value.isSet), &left)
    case ("$list", let value), ("$dictionary", let value), ("$embedded", let value):
      value.words(&left)
    case ("$string", _): string(.object([member]))?.quotedText(scalars: left)
    default: scalar(member)
    }
  }

  // What only looks like a string of Realm, or like a value, is none, and is shown as it is.
  private static func string(_ json: JSONText) -> RealmString? {
    try? JSONNode(json).realmString()
  }

  private static func scalar(_ member: Member) -> String? {
    (try? Value(JSONNode(.object([member]))))?.scalarText(namesType: false)
  }

  /// Whether there is anything to show; an embedded object is recognized by what it has.
  fileprivate var isSet: Bool {
    switch self {
    case .null, .object([Member("$list", .array([]))]), .object([Member("$set", .array([]))]),
      .object([Member("$dictionary", .object([]))]):
      false
    default: true
    }
  }
}
