internal import TraceFormat

/// A value of the scenario file together with its place, so that every refusal can name it.
struct ScenarioNode {
  let json: JSONText
  let path: String

  init(_ json: JSONText, path: String = "") {
    self.json = json
    self.path = path
  }

  /// The refusal of this value.
  func failure(expected: String, found: String? = nil) -> ScenarioFailure {
    ScenarioFailure(path: path, expected: expected, found: found ?? excerpt)
  }

  /// The value as a reader of the message recognises it, cut where it is long.
  var excerpt: String {
    let text = json.text()
    return text.count <= 60 ? text : "\(text.prefix(57))..."
  }

  func string() throws(ScenarioFailure) -> String {
    guard case .string(let text) = json else { throw failure(expected: "a string") }
    return text
  }

  func bool() throws(ScenarioFailure) -> Bool {
    guard case .bool(let value) = json else { throw failure(expected: "true or false") }
    return value
  }

  func integer<T: FixedWidthInteger>(_: T.Type = T.self) throws(ScenarioFailure) -> T {
    guard case .number(let digits) = json, let value = T(digits) else {
      throw failure(expected: "an integer from \(T.min) to \(T.max)")
    }
    return value
  }

  func elements() throws(ScenarioFailure) -> [ScenarioNode] {
    guard case .array(let elements) = json else { throw failure(expected: "an array") }
    return elements.enumerated().map { ScenarioNode($1, path: "\(path)[\($0)]") }
  }

  /// The members of an object, in the order of the file.
  func members() throws(ScenarioFailure) -> [(name: String, node: ScenarioNode)] {
    guard case .object(let members) = json else { throw failure(expected: "an object") }
    return members.map { ($0.name, ScenarioNode($0.value, path: memberPath($0.name))) }
  }

  /// One of the values that a vocabulary has.
  func choice<T: CaseIterable & RawRepresentable<String>>(
    _: T.Type = T.self
  ) throws(ScenarioFailure) -> T {
    guard case .string(let text) = json, let value = T(rawValue: text) else {
      throw failure(expected: Self.alternatives(T.allCases.map(\.rawValue)))
    }
    return value
  }

  static func alternatives(_ names: some Sequence<String>) -> String {
    "one of " + names.map { "`\($0)`" }.joined(separator: ", ")
  }

  func memberPath(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

/// The members of an object of which each is known by name; whatever is left over is refused.
struct ScenarioMembers {
  let node: ScenarioNode
  private var left: [String: ScenarioNode] = [:]
  private var order: [String] = []
  private var asked: [String] = []

  init(_ node: ScenarioNode) throws(ScenarioFailure) {
    self.node = node
    for (name, member) in try node.members() {
      left[name] = member
      order.append(name)
    }
  }

  mutating func take(_ name: String) -> ScenarioNode? {
    asked.append(name)
    return left.removeValue(forKey: name)
  }

  mutating func require(_ name: String) throws(ScenarioFailure) -> ScenarioNode {
    guard let member = take(name) else {
      throw node.failure(expected: "a member `\(name)`", found: "none")
    }
    return member
  }

  /// Refuses a member that nobody asked for: a misspelt name must not be passed over in silence.
  func finish() throws(ScenarioFailure) {
    guard let stray = order.first(where: { left[$0] != nil }) else { return }
    throw node.failure(expected: ScenarioNode.alternatives(asked), found: "`\(stray)`")
  }
}

extension ScenarioNode {
  func member(_ name: String) -> ScenarioNode? {
    json.member(name).map { ScenarioNode($0, path: memberPath(name)) }
  }

  /// The object with this member alone.
  func only(_ name: String) -> ScenarioNode {
    keeping { $0 == name }
  }

  /// The object without this member.
  func without(_ name: String) -> ScenarioNode {
    keeping { $0 != name }
  }

  private func keeping(_ isKept: (String) -> Bool) -> ScenarioNode {
    guard case .object(let members) = json else { return self }
    return ScenarioNode(.object(members.filter { isKept($0.name) }), path: path)
  }
}
