// The JSON forms of `Values+JSON`, read back. Each value has one form, and nothing else is taken for it:
// what is read is written again as it was. As parts of facts they are coded so too; a coder that is not this
// project's gets that JSON as a text.

extension JSONNode {
  /// The only member of an object whose name begins with `$` and says the type of its value.
  package var tagged: (tag: String, content: JSONNode)? {
    guard case .object(let members) = json, members.count == 1, members[0].isTag
    else { return nil }
    return (
      // By bytes: a sign with an accent behind it is another character to Swift.
      String(Substring(members[0].name.utf8.dropFirst())),
      JSONNode(members[0].value, path: memberPath(members[0].name))
    )
  }

  /// The bytes that a string has the hexadecimal digits of; throws where it is not a string of lower-case digits.
  package func hexadecimal() throws(JSONShapeFailure) -> [UInt8] {
    let digits = try string()
    guard let bytes = Hex.decode(digits), Hex.encode(bytes) == digits else {
      throw failure(expected: "hexadecimal digits")
    }
    return bytes
  }

  /// A string of Realm: the text, or `{"$string":"hex"}` for bytes that are not UTF-8; throws where it is neither, or
  /// longer than Realm accepts.
  package func realmString() throws(JSONShapeFailure) -> RealmString {
    let string: RealmString
    if let (tag, content) = tagged, tag == "string" {
      string = RealmString(try content.hexadecimal())
    } else {
      string = RealmString(try self.string())
    }
    guard string.bytes.count <= ChangesetLimits.stringSizeMax, string.json == json else {
      throw failure(expected: "a string of Realm")
    }
    return string
  }

  /// The members of an object that are named by strings of Realm (``RealmString/jsonName``), in the order of the file.
  ///
  /// - Throws: where it is none; a name that is none, or longer than Realm accepts.
  package func namedMembers() throws(JSONShapeFailure) -> [(name: RealmString, node: JSONNode)] {
    try members().map { name, node throws(JSONShapeFailure) in
      guard let string = RealmString(jsonName: name) else {
        throw node.failure(
          expected: "after `$string:` the hexadecimal digits of bytes that are not text",
          found: "`\(name)`")
      }
      guard string.count <= ChangesetLimits.stringSizeMax else {
        throw failure(
          expected: "names of at most \(ChangesetLimits.stringSizeMax) bytes",
          found: "one of \(string.count)")
      }
      return (string, node)
    }
  }

  /// What a value's JSON form says, if it is a form of such a value at all and the only one.
  fileprivate func only<Read>(
    _ expected: String, _ read: Read?, _ form: (Read) -> JSONText
  ) throws(JSONShapeFailure) -> Read {
    guard let read, form(read) == json else { throw failure(expected: expected) }
    return read
  }
}

extension PrimaryKeyValue: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }

  /// Reads ``json``; throws where it is not the form of a key.
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    self = try node.only("a primary key", try Self.read(node)) { $0.json }
  }

  private static func read(_ node: JSONNode) throws(JSONShapeFailure) -> PrimaryKeyValue? {
    if node.json == .null { return PrimaryKeyValue.null }
    guard let (tag, content) = node.tagged else { return .string(try node.realmString()) }
    switch tag {
    case "int": return .int(try content.wide())
    case "string": return .string(try node.realmString())
    case "oid": return ObjectID(text: try content.string()).map { .objectID($0) }
    case "uuid": return RealmUUID(text: try content.string()).map { .uuid($0) }
    case "globalKey":
      let parts = try content.elements()
      guard parts.count == 2 else { return nil }
      return .globalKey(GlobalKey(high: try parts[0].wide(), low: try parts[1].wide()))
    default: return nil
    }
  }
}

extension Value: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }

  /// Reads ``json``. What that does not say is not known afterwards: the class of an embedded object,
  /// and that a link without target is more than null.
  ///
  /// - Throws: where in it something else was expected.
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    switch node.json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .string: self = .string(try node.realmString())
    default:
      guard let (tag, content) = node.tagged else { throw node.failure(expected: "a value") }
      if let collection = try Self.collection(tag, content) {
        self = collection
      } else {
        self = try Self.scalar(tag, content, node)
      }
    }
  }

  private static func collection(
    _ tag: String, _ content: JSONNode
  ) throws(JSONShapeFailure) -> Value? {
    switch tag {
    case "list": .list(try content.elements().map(Value.init))
    case "set": .set(try content.elements().map(Value.init))
    case "dictionary": .dictionary(try entries(content))
    case "embedded":
      .embedded(EmbeddedObject(className: .empty, properties: try entries(content)))
    default: nil
    }
  }

  private static func entries(_ node: JSONNode) throws(JSONShapeFailure) -> [Entry] {
    try node.namedMembers().map { name, value throws(JSONShapeFailure) in
      Entry(key: name, value: try Value(value))
    }
  }

  private static func scalar(
    _ tag: String, _ content: JSONNode, _ node: JSONNode
  ) throws(JSONShapeFailure) -> Value {
    let value: Value? =
      switch tag {
      case "int": .int(try content.wide())
      case "string": .string(try node.realmString())
      case "binary": .binary(RealmString(try content.hexadecimal()))
      case "timestamp": try Timestamp(parts: content).map { .timestamp($0) }
      case "float": UInt32(try content.string(), radix: 16).map { .float(bitPattern: $0) }
      case "double": UInt64(try content.string(), radix: 16).map { .double(bitPattern: $0) }
      case "decimal": Decimal128(text: try content.string()).map { .decimal($0) }
      case "oid": ObjectID(text: try content.string()).map { .objectID($0) }
      case "uuid": RealmUUID(text: try content.string()).map { .uuid($0) }
      case "link": try link(content)
      default: nil
      }
    return try node.only("a value", value) { $0.json }
  }

  private static func link(_ node: JSONNode) throws(JSONShapeFailure) -> Value? {
    let parts = try node.elements()
    guard parts.count == 2 else { return nil }
    return .link(try parts[0].realmString(), try PrimaryKeyValue(parts[1]))
  }
}

extension PayloadValue: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }

  /// Reads ``json``; throws where it is not the form of what an instruction carries.
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    let made: [PayloadValue] = [.objectValue, .dictionary, .list, .set, .erased]
    if let payload = made.first(where: { $0.json == node.json }) {
      self = payload
      return
    }
    let value = try Value(node)
    switch value {
    case .list, .set, .dictionary, .embedded:
      throw node.failure(expected: "what an instruction carries")
    default: self = .value(value)
    }
  }
}

extension Timestamp {
  /// Reads ``parts``, the first one by `seconds`; nil where there are not two.
  package init?(
    parts node: JSONNode,
    seconds: (JSONNode) throws(JSONShapeFailure) -> Int64 = { node throws(JSONShapeFailure) in
      try node.wide()
    }
  ) throws(JSONShapeFailure) {
    let parts = try node.elements()
    guard parts.count == 2 else { return nil }
    self.init(seconds: try seconds(parts[0]), nanoseconds: try parts[1].integer())
    guard nanoseconds.magnitude < 1_000_000_000 else {
      throw parts[1].failure(expected: "nanoseconds from -999999999 to 999999999")
    }
    guard hasOneSign else {
      throw node.failure(expected: "seconds and nanoseconds of one sign")
    }
  }
}

extension PathStep: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }

  /// Reads ``json``; throws where it is neither an index nor a name.
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    if case .number = node.json {
      self = .index(try node.integer())
    } else {
      self = .key(try node.realmString())
    }
  }
}

extension RealmString: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { self = try decoder.jsonNode().realmString() }
}

extension CollectionKind: Codable {
  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    self = try decoder.jsonNode().named(Self.allCases, \.name)
  }

  /// Writes the form that it has in a report's facts (`docs/report.md`).
  public func encode(to encoder: any Encoder) throws { try encoder.encode(.string(name)) }
}
