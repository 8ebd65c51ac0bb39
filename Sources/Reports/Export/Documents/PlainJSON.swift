internal import Analyzer
internal import TraceFormat

extension PathStep {
  /// Whether it is a key that could be taken for the mark of a value's type.
  var looksLikeMark: Bool {
    if case .key(let key) = self { key.bytes.first == UInt8(ascii: "$") } else { false }
  }
}

/// Values as JSON has them by itself, for columns of JSON and for upload queues: numbers, strings, lists and
/// objects, with no mark of their type, which the schema tells. A value of type Mixed, whose type nothing else
/// tells, is marked where JSON has no type for it (`docs/export.md`, "Values").
struct PlainJSON {
  let schema: RealmSchema
  let allowsNUL: Bool

  /// The names, after a dollar sign, of a Mixed value's mark. The dictionaries of one have no such keys.
  static let marks = [
    "binary", "decimal", "double", "float", "link", "oid", "timestamp", "uuid",
  ]

  /// A value of a property or below it; `isMixed` for one whose type nothing else tells.
  func json(_ value: Value, isMixed: Bool) throws(ExportLimit) -> JSONText {
    switch value.withPlainNull {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .number(String(value))
    case .string(let value): return .string(try value.exportedText(allowsNUL: allowsNUL))
    case .float(let bits) where !isMixed: return Self.number(Float(bitPattern: bits))
    case .double(let bits):
      let number = Double(bitPattern: bits)
      return isMixed && !number.isFinite ? value.json : Self.number(number)
    case .list(let elements), .set(let elements):
      return .array(
        try elements.map { element throws(ExportLimit) in try json(element, isMixed: isMixed) })
    case .dictionary(let entries):
      // With such a key it could be taken for a value with a mark.
      guard !isMixed || !entries.contains(where: { PathStep.key($0.key).looksLikeMark }) else {
        throw .name
      }
      return try object(entries) { _ in isMixed }
    case .embedded(let object):
      return try self.object(object.properties) { name in
        schema[object.className]?.property(name)?.type == .mixed
      }
    case let other: return isMixed ? other.json : try unmarked(other)
    }
  }

  private func object(
    _ entries: [Value.Entry], isMixed: (RealmString) -> Bool
  ) throws(ExportLimit) -> JSONText {
    .object(
      try entries.map { entry throws(ExportLimit) in
        JSONText.Member(
          try entry.key.exportedText(allowsNUL: allowsNUL),
          try json(entry.value, isMixed: isMixed(entry.key)))
      })
  }

  /// A value of a type that JSON does not have, where the schema tells the type.
  private func unmarked(_ value: Value) throws(ExportLimit) -> JSONText {
    switch value {
    case .binary(let bytes): .string(Base64.encode(Array(bytes.bytes)))
    case .timestamp(let time): .string(time.text)
    case .decimal(let number): .string(number.text)
    case .objectID(let value): .string(value.text)
    case .uuid(let value): .string(value.text)
    case .link(let link): try key(link.exportedKey)
    default: throw .value
    }
  }

  func key(_ key: PrimaryKeyValue) throws(ExportLimit) -> JSONText {
    switch key {
    case .null: .null
    case .int(let value): .number(String(value))
    case .string(let value): .string(try value.exportedText(allowsNUL: allowsNUL))
    case .globalKey(let key): .string(key.text)
    case .objectID(let value): .string(value.text)
    case .uuid(let value): .string(value.text)
    }
  }

  /// The shortest number that reads back as this one, always with a fraction or an exponent; a name for what
  /// is not a JSON number.
  static func number(
    _ value: some BinaryFloatingPoint & CustomStringConvertible
  ) -> JSONText {
    if value.isNaN { return .string("NaN") }
    if value.isInfinite { return .string(value < 0 ? "-Infinity" : "Infinity") }
    return .number(value.description)
  }
}
