internal import TraceFormat

/// How the values of each scalar type are written in a scenario.
///
/// Where the schema names the type, plain JSON does; where it doesn't (in Mixed), and for values
/// that JSON can't say, an object with one member whose name starts with `$` names the type.
enum ScenarioLiteral {
  static let tags: KeyValuePairs<String, PropertyType> = [
    "int": .int, "float": .float, "double": .double, "decimal": .decimal128, "binary": .data,
    "date": .date, "timestamp": .date, "oid": .objectId, "uuid": .uuid,
  ]

  /// Reads a value of a scalar type, plain or tagged; null is for the caller to decide.
  static func scalar(_ node: JSONNode, _ type: PropertyType) throws(JSONShapeFailure) -> Value {
    guard let (tag, content) = node.tagged else { return try plain(node, type) }
    if type == .string, tag == "string" { return try plain(node, type) }
    guard tags.contains(where: { $0.key == tag && $0.value == type }) else {
      throw node.failure(expected: "a value of type \(type.rawValue)")
    }
    return try plain(content, type)
  }

  static func plain(_ node: JSONNode, _ type: PropertyType) throws(JSONShapeFailure) -> Value {
    switch type {
    case .bool: .bool(try node.bool())
    case .int: .int(try int(node))
    case .string: .string(try node.realmString())
    case .data: .binary(RealmString(try hex(node, byteCount: nil)))
    case .date: .timestamp(try timestamp(node))
    case .float: .float(bitPattern: try float(node))
    case .double: .double(bitPattern: try double(node))
    case .decimal128: .decimal(try decimal(node))
    case .objectId:
      .objectID(try text(node, "a string of 24 hexadecimal digits", ObjectID.init(text:)))
    case .uuid:
      .uuid(
        try text(
          node, "a UUID such as \"00112233-4455-6677-8899-aabbccddeeff\"", RealmUUID.init(text:)))
    case .link, .mixed: throw node.failure(expected: "a value")
    }
  }

  static func int(_ node: JSONNode) throws(JSONShapeFailure) -> Int64 {
    if case .string(let digits) = node.json, let value = Int64(digits) { return value }
    return try node.integer()
  }

  /// A number, or the eight hexadecimal digits of its bits: the only way to write NaN.
  private static func float(_ node: JSONNode) throws(JSONShapeFailure) -> UInt32 {
    if case .string = node.json { return try hex(node, byteCount: 4).bigEndian() }
    guard case .number(let text) = node.json, let value = Float(text), value.isFinite else {
      throw node.failure(expected: "a number, or the 8 hexadecimal digits of a float's bits")
    }
    return value.bitPattern
  }

  private static func double(_ node: JSONNode) throws(JSONShapeFailure) -> UInt64 {
    if case .string = node.json { return try hex(node, byteCount: 8).bigEndian() }
    guard case .number(let text) = node.json, let value = Double(text), value.isFinite else {
      throw node.failure(expected: "a number, or the 16 hexadecimal digits of a double's bits")
    }
    return value.bitPattern
  }

  private static func decimal(_ node: JSONNode) throws(JSONShapeFailure) -> Decimal128 {
    let text: String
    switch node.json {
    case .string(let digits), .number(let digits): text = digits
    default: throw node.failure(expected: "a decimal number, as a string to keep its digits")
    }
    guard let value = Decimal128(text: text) else {
      throw node.failure(expected: "a decimal number of at most 34 digits")
    }
    return value
  }

  private static func text<Scalar>(
    _ node: JSONNode, _ expected: String, _ read: (String) -> Scalar?
  ) throws(JSONShapeFailure) -> Scalar {
    guard case .string(let text) = node.json, let value = read(text) else {
      throw node.failure(expected: expected)
    }
    return value
  }

  static func hex(_ node: JSONNode, byteCount: Int?) throws(JSONShapeFailure) -> [UInt8] {
    guard case .string(let text) = node.json, let bytes = Hex.decode(text),
      byteCount == nil || byteCount == bytes.count
    else {
      let count = byteCount.map { "\($0 * 2) " } ?? ""
      throw node.failure(expected: "a string of \(count)hexadecimal digits")
    }
    return bytes
  }

  /// A date: `2025-03-01T08:00:00.25Z`, always in UTC, or `["seconds", nanoseconds]` since 1970.
  static func timestamp(_ node: JSONNode) throws(JSONShapeFailure) -> Timestamp {
    if case .array = node.json, let time = try Timestamp(parts: node, seconds: int) { return time }
    return try text(node, "a date such as \"2025-03-01T08:00:00Z\"", Timestamp.init(text:))
  }

  static func microseconds(_ node: JSONNode) throws(JSONShapeFailure) -> Int64 {
    let time = try timestamp(node)
    guard time.seconds.magnitude < 1 << 42 else {
      throw node.failure(expected: "a time less than 2^42 seconds from 1970")
    }
    return time.seconds * 1_000_000 + Int64(time.nanoseconds / 1_000)
  }
}
