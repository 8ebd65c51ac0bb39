internal import Analyzer
internal import Phrasebook
internal import TraceFormat

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
    case .array(let elements): text = Self.words(elements, "[", "]", &left)
    case .object(let members): text = Self.words(members, &left)
    }
    left -= text.utf8.count
    return text
  }

  private static func words(
    _ elements: [JSONText], _ open: String, _ close: String, _ left: inout Int
  ) -> String {
    var parts: [String] = []
    for element in elements {
      parts.append(element.words(&left))
      if left <= 0 { break }
    }
    if parts.count < elements.count { parts.append("…") }
    return open + parts.joined(separator: ", ") + close
  }

  private static func words(_ members: [Member], _ left: inout Int) -> String {
    if members.count == 1, let text = tagged(members[0], &left) { return text }
    var parts: [String] = []
    for member in members {
      parts.append("\(RealmString(member.name).shortName): \(member.value.words(&left))")
      if left <= 0 { break }
    }
    if parts.count < members.count { parts.append("…") }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  /// A value that says its type; nil for what no value is printed as.
  private static func tagged(_ member: Member, _ left: inout Int) -> String? {
    switch (member.name, member.value) {
    case ("$int", .string(let digits)), ("$decimal", .string(let digits)): digits.plain
    case ("$oid", .string(let digits)), ("$uuid", .string(let digits)): digits.plain
    case ("$float", .string(let digits)):
      UInt32(digits, radix: 16).map { Float(bitPattern: $0).description }
    case ("$double", .string(let digits)):
      UInt64(digits, radix: 16).map { Double(bitPattern: $0).description }
    case ("$timestamp", .array(let parts)): timestamp(parts)
    case ("$binary", .string(let digits)):
      Hex.decode(digits).map { Value.binary(RealmString($0)).text }
    case ("$link", .array(let parts)) where parts.count == 2:
      if case .string(let name) = parts[0] {
        "\(RealmString(name).shortName) \(parts[1].words(&left))"
      } else {
        nil
      }
    case ("$set", .array(let elements)): words(elements, "{", "}", &left)
    case ("$embedded", .object(let members)): words(members.filter(\.value.isSet), &left)
    case ("$list", let value), ("$dictionary", let value), ("$embedded", let value):
      value.words(&left)
    case ("$present", _): "there"
    case ("$absent", _): "nothing"
    default: nil
    }
  }

  private static func timestamp(_ parts: [JSONText]) -> String? {
    guard parts.count == 2, case .string(let digits) = parts[0], let seconds = Int64(digits),
      case .number(let rest) = parts[1], let nanoseconds = Int32(rest)
    else { return nil }
    return Timestamp(seconds: seconds, nanoseconds: nanoseconds).text
  }
}

extension String {
  /// The text, if it is nothing but digits, letters and signs; it may come from a file.
  fileprivate var plain: String? {
    let isPlain = unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
    return isPlain && utf8.count <= 80 ? self : nil
  }
}

extension JSONText {
  /// Whether there is anything to show; an embedded object is told by what it has.
  fileprivate var isSet: Bool {
    switch self {
    case .null, .object([Member("$list", .array([]))]), .object([Member("$set", .array([]))]),
      .object([Member("$dictionary", .object([]))]):
      false
    default: true
    }
  }
}
