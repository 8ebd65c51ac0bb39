/// A value of a JSON file together with its place, so that every refusal can name it.
package struct JSONNode {
  package let json: JSONText
  private let place: Place

  /// A step and what it starts from. Only a refusal makes a path of it: the paths of all elements of a list would
  /// take the list's own once for each.
  private indirect enum Place: Sendable {
    case path(String)
    case member(String, Place)
    case element(Int, Place)

    var path: String {
      switch self {
      case .path(let path): path
      case .member(let name, let object): memberPath(name, of: object.path)
      case .element(let index, let array): elementPath(index, of: array.path)
      }
    }
  }

  package init(_ json: JSONText, path: String = "") { self.init(json, .path(path)) }

  private init(_ json: JSONText, _ place: Place) { (self.json, self.place) = (json, place) }

  /// The place as a JSON path; empty for the file.
  package var path: String { place.path }

  package func failure(expected: String, found: String? = nil) -> JSONShapeFailure {
    JSONShapeFailure(path: path, expected: expected, found: found ?? excerpt)
  }

  /// The value as a reader of the message recognises it, cut where it is long.
  var excerpt: String {
    let text = json.text()
    return text.count <= 60 ? text : "\(text.prefix(57))..."
  }

  /// The value as a text; throws where it is none.
  package func string() throws(JSONShapeFailure) -> String {
    guard case .string(let text) = json else { throw failure(expected: "a string") }
    return text
  }

  /// The value as a flag; throws where it is none.
  package func bool() throws(JSONShapeFailure) -> Bool {
    guard case .bool(let value) = json else { throw failure(expected: "true or false") }
    return value
  }

  /// The value as an integer; throws where it is none, or too large for the type.
  package func integer<T: FixedWidthInteger>(_: T.Type = T.self) throws(JSONShapeFailure) -> T {
    guard case .number(let digits) = json, let value = T(digits) else {
      throw failure(expected: "an integer from \(T.min) to \(T.max)")
    }
    return value
  }

  /// Refuses another version of a form than those that are read.
  package func checkVersion(
    _ version: Int, since first: Int? = nil, of forms: String
  ) throws(JSONShapeFailure) {
    guard try ((first ?? version)...version).contains(integer(Int.self)) else {
      let expected = first.map { "a version of \(forms) from \($0) to \(version)" }
      throw failure(expected: expected ?? "version \(version) of \(forms)")
    }
  }

  /// The value as an integer of 64 bits, which stands in a string (``JSONText/wide(_:)``).
  ///
  /// - Throws: where it is none, too large for the type, or written otherwise than with digits alone.
  package func wide<T: FixedWidthInteger>(_: T.Type = T.self) throws(JSONShapeFailure) -> T {
    guard case .string(let digits) = json, let value = T(digits), String(value) == digits else {
      throw failure(expected: "an integer from \(T.min) to \(T.max) as a string")
    }
    return value
  }

  /// The elements of an array; throws where it is none.
  package func elements() throws(JSONShapeFailure) -> [JSONNode] {
    guard case .array(let elements) = json else { throw failure(expected: "an array") }
    return elements.enumerated().map { JSONNode($1, .element($0, place)) }
  }

  /// The members of an object, in the order of the file.
  package func members() throws(JSONShapeFailure) -> [(name: String, node: JSONNode)] {
    guard case .object(let members) = json else { throw failure(expected: "an object") }
    return members.map { ($0.name, JSONNode($0.value, .member($0.name, place))) }
  }

  package func choice<T: CaseIterable & RawRepresentable<String>>(
    _: T.Type = T.self
  ) throws(JSONShapeFailure) -> T {
    guard case .string(let text) = json, let value = T(rawValue: text),
      value.rawValue.hasSameBytes(as: text)
    else { throw failure(expected: Self.alternatives(T.allCases.map(\.rawValue))) }
    return value
  }

  /// That of some values which has the name that stands here.
  package func named<Named>(
    _ values: [Named], _ name: (Named) -> String
  ) throws(JSONShapeFailure) -> Named {
    guard let value = values.first(where: { .string(name($0)) == json }) else {
      throw failure(expected: Self.alternatives(values.map(name)))
    }
    return value
  }

  /// What is expected where one of several words may stand.
  package static func alternatives(_ names: some Sequence<String>) -> String {
    "one of " + names.map { "`\($0)`" }.joined(separator: ", ")
  }

  package func memberPath(_ name: String) -> String { Self.memberPath(name, of: path) }

  static func memberPath(_ name: String, of path: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }

  static func elementPath(_ index: Int, of path: String) -> String { "\(path)[\(index)]" }

  /// Reads a JSON file, such as one that people write.
  ///
  /// - Parameters:
  ///   - sizeMax: the most bytes that are read.
  ///   - memory: what the file may take in memory.
  ///   - read: makes something of the whole file.
  /// - Throws: where the file is larger, is not JSON, or is not what `read` expects, with the line and the column.
  package static func reading<File>(
    _ file: [UInt8], sizeMax: Int, memory: MemoryLimit = .unlimited,
    _ read: (JSONNode) throws(JSONShapeFailure) -> File
  ) throws(JSONShapeFailure) -> File {
    guard file.count <= sizeMax else {
      throw JSONShapeFailure(path: "", expected: "at most \(sizeMax) bytes", found: "\(file.count)")
    }
    let json: JSONText
    do throws(DecodingFailure) {
      json = try JSONText(parsing: file, memory: memory)
    } catch {
      throw error.memoryDemand.map { .tooLarge($0) } ?? JSONShapeFailure(of: file)
    }
    do { return try read(JSONNode(json)) } catch { throw error.placed(in: file) }
  }
}

/// The members of an object of which each is known by name; whatever is left over is refused.
package struct JSONMembers {
  package let node: JSONNode
  private var left: [TextBytes: JSONNode] = [:]
  private var order: [String] = []
  private var asked: [String] = []

  /// The members of an object; throws where it is none.
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.node = node
    for (name, member) in try node.members() {
      left[TextBytes(name)] = member
      order.append(name)
    }
  }

  /// The member of a name, or nil; it is not left over any more.
  package mutating func take(_ name: String) -> JSONNode? {
    asked.append(name)
    return left.removeValue(forKey: TextBytes(name))
  }

  /// The member of a name; throws where there is none.
  package mutating func require(_ name: String) throws(JSONShapeFailure) -> JSONNode {
    guard let member = take(name) else {
      throw node.failure(expected: "a member `\(name)`", found: "none")
    }
    return member
  }

  /// Passes over members that follow from others.
  package mutating func skip(_ names: String...) { for name in names { _ = take(name) } }

  /// Refuses a member that nobody asked for: a misspelt name must not be passed over in silence.
  package func finish() throws(JSONShapeFailure) {
    guard let stray = order.first(where: { left[TextBytes($0)] != nil }) else { return }
    var failure = node.failure(
      expected: asked.isEmpty ? "no members" : JSONNode.alternatives(asked),
      found: "`\(stray)`")
    failure.member = stray
    throw failure
  }
}

extension JSONNode {
  /// The member of a name, or nil; for objects whose other members do not matter.
  package func member(_ name: String) -> JSONNode? {
    json.member(name).map { JSONNode($0, .member(name, place)) }
  }

  /// The member of a name, for objects whose other members do not matter; throws where there is none.
  package func require(_ name: String) throws(JSONShapeFailure) -> JSONNode {
    guard let member = member(name) else {
      throw failure(expected: "a member `\(name)`", found: "none")
    }
    return member
  }

  package func only(_ name: String) -> JSONNode { keeping { $0.isNamed(name) } }

  package func without(_ name: String) -> JSONNode { keeping { !$0.isNamed(name) } }

  private func keeping(_ isKept: (JSONText.Member) -> Bool) -> JSONNode {
    guard case .object(let members) = json else { return self }
    return JSONNode(.object(members.filter(isKept)), place)
  }
}

/// The names of an object's members so far, each with where it stands: a name that stands twice is refused,
/// because readers differ in which of the two members they believe.
struct JSONMemberNames {
  // Most objects have a handful of members, for which comparing costs less than hashing.
  private var few: [(name: String, offset: Int)] = []
  private var many: [TextBytes: Int] = [:]
  private static let fewMax = 12

  /// Takes in a name; gives the offset of the same one where it stood before.
  mutating func insert(_ name: String, at offset: Int) -> Int? {
    guard many.isEmpty else { return many.updateValue(offset, forKey: TextBytes(name)) }
    if let same = few.first(where: { $0.name.hasSameBytes(as: name) }) { return same.offset }
    few.append((name, offset))
    if few.count > Self.fewMax {
      many = Dictionary(uniqueKeysWithValues: few.map { (TextBytes($0.name), $0.offset) })
      few = []
    }
    return nil
  }
}
