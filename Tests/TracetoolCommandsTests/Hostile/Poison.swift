import TraceFormat

/// What an input must not get onto a terminal, into a log or into the commands of a runner.
enum Poison {
  /// For names, which Realm keeps short.
  static let name = "\u{1B}[7m\n::forged\u{9B}\u{202E}"

  /// For all else: escapes of ECMA-48 with and without ESC, ends of lines of every kind, a line that looks like one of
  /// ours, commands of runners, and each character that turns the direction of writing.
  static let text =
    "\u{1B}[7m\u{1B}]0;t\u{7}\u{8}\r\nerror: forged\n::forged\u{B}##[forged]\u{C}\u{7F}\u{85}\u{9B}2J\u{90}"
    + "\u{2028}error: forged\u{2029}"
    + "\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}"

  /// What is wrong with bytes that were printed; nil where nothing is.
  ///
  /// - Parameter isPage: Whether it is a form in which a line means nothing, and a tab is a blank.
  static func fault(in printed: [UInt8], isPage: Bool = false) -> String? {
    guard let text = String(validating: printed, as: UTF8.self) else { return "it is not UTF-8" }
    let colors = /\u{1B}\[(0|1|2|31|32)m/
    let plain = text.replacing(colors, with: "")
    for scalar in plain.unicodeScalars
    where steers(scalar) && !(isPage && scalar == "\t") {
      return "U+\(String(scalar.value, radix: 16)) in \(surroundings(of: scalar, in: plain))"
    }
    if plain.contains("##[forged]") { return "a command of a runner" }
    for line in isPage ? [] : plain.split(separator: "\n") {
      let begin = line.drop { $0 == " " }
      for forged in ["error: forged", "::forged"] where begin.hasPrefix(forged) {
        return "the line \(line.prefix(120).debugDescription)"
      }
    }
    return nil
  }

  /// Whether a character moves a cursor, ends a line or turns the direction of writing.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n": false
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": true
    case "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: false
    }
  }

  private static func surroundings(of scalar: Unicode.Scalar, in text: String) -> String {
    let line = text.split(separator: "\n").first { $0.unicodeScalars.contains(scalar) } ?? ""
    return String(line.prefix(200)).debugDescription
  }
}

/// Poisons every name, value and text of events, each the same wherever it stands.
struct Poisoning: EventRewriting {
  mutating func className(_ name: RealmString) -> RealmString { named(name) }
  mutating func property(_ name: RealmString, of className: RealmString) -> RealmString {
    named(name)
  }
  mutating func pathKey(_ key: RealmString, below place: LocationValue) -> RealmString {
    named(key)
  }
  mutating func unusedString(_ string: RealmString) -> RealmString { named(string) }

  mutating func primaryKey(
    _ key: PrimaryKeyValue, of className: RealmString
  ) -> PrimaryKeyValue {
    guard case .string(let text) = key else { return key }
    return .string(poisoned(text))
  }

  mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue {
    guard case .value(.string(let text)) = value else { return value }
    return .value(.string(poisoned(text)))
  }

  mutating func text(_ text: String, _ field: TextField) -> String { text + Poison.text }
  mutating func query(_ query: String, of className: RealmString) -> String { query + Poison.text }
  mutating func bytes(_ bytes: [UInt8], _ field: BytesField) -> [UInt8] {
    bytes + Array(Poison.text.utf8)
  }

  mutating func unknownMember(_ member: JSONText.Member) -> JSONText.Member {
    JSONText.Member(member.name + Poison.name, member.value.poisoned)
  }

  private func named(_ name: RealmString) -> RealmString {
    RealmString(Array(name.bytes) + Array(Poison.name.utf8))
  }

  private func poisoned(_ text: RealmString) -> RealmString {
    RealmString(Array(text.bytes) + Array(Poison.text.utf8))
  }
}

extension JSONText {
  /// The value with every text and every name in it poisoned.
  var poisoned: JSONText {
    switch self {
    case .string(let text): .string(text + Poison.text)
    case .array(let elements): .array(elements.map(\.poisoned))
    case .object(let members):
      .object(members.map { Member($0.name + Poison.name, $0.value.poisoned) })
    case .null, .bool, .number: self
    }
  }

  /// The value without members that are such texts.
  func withoutTexts(_ isLeftOut: (String) -> Bool) -> JSONText {
    guard case .object(let members) = self else { return self }
    let kept = members.filter {
      if case .string(let text) = $0.value { !isLeftOut(text) } else { true }
    }
    return .object(kept.map { Member($0.name, $0.value.withoutTexts(isLeftOut)) })
  }

  /// The value with one text or one name in it poisoned: each in turn.
  var poisonedInTurn: [JSONText] {
    switch self {
    case .string: return [poisoned]
    case .null, .bool: return []
    case .number: return [.string(Poison.text)]
    case .array(let elements):
      return elements.indices.flatMap { index in
        elements[index].poisonedInTurn.map { JSONText.array(elements.replacing(index, with: $0)) }
      }
    case .object(let members):
      return members.indices.flatMap { index in
        let member = members[index]
        let values = member.value.poisonedInTurn.map { Member(member.name, $0) }
        let all = values + [Member(member.name + Poison.name, member.value)]
        return all.map { JSONText.object(members.replacing(index, with: $0)) }
      }
    }
  }
}

extension Array {
  fileprivate func replacing(_ index: Int, with element: Element) -> [Element] {
    var copy = self
    copy[index] = element
    return copy
  }
}
