internal import TraceFormat

/// Turns the text form of a fault into its JSON form, word by word.
struct FaultWords {
  private var rest: Substring
  private let text: String

  init(_ text: String) {
    self.text = text
    rest = text[...]
  }

  /// Whether a text can stand for itself: a word that is not a number and has no sign with a meaning.
  static func isBare(_ text: String) -> Bool {
    guard !text.isEmpty, text.unicodeScalars.allSatisfy(isPlain) else { return false }
    if case .string = scalar(text) { return true }
    return false
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", "[", "]", "<", ">", "{", "}", "=",
      "!", "?":
      true
    default: scalar.properties.isAlphabetic
    }
  }

  /// A bare word: a number or a constant of JSON; what is not JSON is a string.
  private static func scalar(_ word: String) -> JSONText {
    switch try? JSONText(parsing: Array(word.utf8)) {
    case .number(let digits): .number(digits)
    case .bool(let value): .bool(value)
    case .null: .null
    default: .string(word)
    }
  }

  mutating func fault() throws(JSONShapeFailure) -> JSONText {
    var members: [JSONText.Member] = []
    if let relation = takeWord(among: TriggerRelation.allCases.map(\.rawValue)) {
      members.append(.init("relation", .string(relation)))
    }
    members.append(.init("event", .string(try takeName("an event"))))
    if let number = takeNumber() { members.append(.init("number", .number(number))) }
    if takeWord(among: ["of"]) != nil {
      guard takeWord(among: ["reset"]) != nil else { throw failure(expected: "`reset`") }
      guard let number = takeNumber() else { throw failure(expected: "the number of a reset") }
      members.append(.init("reset", .number(number)))
    }
    if takeWord(among: ["where"]) != nil {
      members.append(.init("where", .array(try takeConditions())))
    }
    guard take(":") else { throw failure(expected: "`:` and what happens") }
    members.append(.init("fault", .string(try takeName("the name of a fault"))))
    let parameters = try takeParameters()
    if !parameters.isEmpty { members.append(.init("parameters", .object(parameters))) }
    return .object(members)
  }

  private mutating func takeConditions() throws(JSONShapeFailure) -> [JSONText] {
    var conditions: [JSONText] = []
    repeat {
      let attribute = try takeName("an attribute")
      guard let comparison = takeComparison() else {
        throw failure(expected: JSONNode.alternatives(FaultComparison.allCases.map(\.rawValue)))
      }
      conditions.append(
        .members([
          "attribute": .string(attribute), "comparison": .string(comparison),
          "value": try takeValue(endsAtColon: true),
        ]))
    } while takeWord(among: ["and"]) != nil
    return conditions
  }

  private mutating func takeParameters() throws(JSONShapeFailure) -> [JSONText.Member] {
    var parameters: [JSONText.Member] = []
    while !isAtEnd {
      let name = try takeName("a parameter")
      // `Task.due` names a property as people do.
      if parameters.isEmpty, take(".") {
        parameters = [
          .init("class", .string(name)), .init("property", .string(try takeName("a property"))),
        ]
        continue
      }
      guard !parameters.contains(where: { $0.isNamed(name) }) else {
        throw failure(expected: "each parameter once", found: "`\(name)` again")
      }
      guard take("=") else { throw failure(expected: "`=` and the value of `\(name)`") }
      parameters.append(.init(name, try takeValue(endsAtColon: false)))
    }
    return parameters
  }
}

extension FaultWords {
  private mutating func skipSpace() { rest = rest.drop { $0 == " " } }

  private var isAtEnd: Bool { rest.allSatisfy { $0 == " " } }

  /// A name: letters, digits and hyphens.
  private mutating func peekName() -> Substring {
    skipSpace()
    return rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  private mutating func takeName(_ what: String) throws(JSONShapeFailure) -> String {
    let name = peekName()
    guard !name.isEmpty else { throw failure(expected: what) }
    rest = rest[name.endIndex...]
    return String(name)
  }

  private mutating func takeWord(among words: [String]) -> String? {
    let name = peekName()
    guard words.contains(String(name)) else { return nil }
    rest = rest[name.endIndex...]
    return String(name)
  }

  private mutating func takeNumber() -> String? {
    let name = peekName()
    guard !name.isEmpty, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt64(name)
    else { return nil }
    rest = rest[name.endIndex...]
    return String(number)
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    // By scalars: an accent at the beginning of a value is one character with the sign before it.
    guard rest.unicodeScalars.first == sign else { return false }
    rest.unicodeScalars.removeFirst()
    return true
  }

  private mutating func takeComparison() -> String? {
    skipSpace()
    let signs = FaultComparison.allCases.map(\.rawValue).sorted { $0.count > $1.count }
    let isNext = { [rest] (sign: String) in rest.unicodeScalars.starts(with: sign.unicodeScalars) }
    guard let sign = signs.first(where: isNext) else { return nil }
    rest.unicodeScalars.removeFirst(sign.unicodeScalars.count)
    return sign
  }

  /// A value: text in quotation marks as in JSON, or a word up to the next space.
  private mutating func takeValue(endsAtColon: Bool) throws(JSONShapeFailure) -> JSONText {
    guard rest.unicodeScalars.first != "\"" else { return try takeQuoted() }
    let word = rest.unicodeScalars.prefix { $0 != " " && !(endsAtColon && $0 == ":") }
    guard !word.isEmpty else { throw failure(expected: "a value") }
    rest = rest[word.endIndex...]
    return Self.scalar(String(word))
  }

  private mutating func takeQuoted() throws(JSONShapeFailure) -> JSONText {
    var isEscaped = false
    let inside = rest.unicodeScalars.dropFirst().prefix { sign in
      if isEscaped {
        isEscaped = false
        return true
      }
      isEscaped = sign == "\\"
      return sign != "\""
    }
    let end = inside.endIndex
    // What is not text in JSON is said to have been expected, by its column.
    guard end < rest.endIndex,
      let value = try? JSONText(parsing: Array(Substring(rest.unicodeScalars[...end]).utf8))
    else { throw failure(expected: "a text in quotation marks, as in JSON") }
    rest = rest[rest.unicodeScalars.index(after: end)...]
    return value
  }

  private func failure(expected: String, found: String? = nil) -> JSONShapeFailure {
    let left = rest.drop { $0 == " " }
    let column = text.distance(from: text.startIndex, to: left.startIndex) + 1
    return JSONShapeFailure(
      path: "column \(column)", expected: expected,
      found: found ?? (left.isEmpty ? "the end" : "`\(left.prefix(30))`"))
  }
}
