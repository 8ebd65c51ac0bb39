// Values for people: short, on one line, whatever bytes they hold.

extension RealmString {
  /// The text in quotation marks, with everything escaped that could break a line or a terminal.
  /// Bytes that are not UTF-8 are given as hexadecimal digits, such as `bytes"ff00"`.
  public var quotedText: String {
    guard let text else { return "bytes\"\(Hex.encode(bytes))\"" }
    return "\"" + text.unicodeScalars.map(Self.escaped).joined() + "\""
  }

  /// The text as it is where it is an ordinary name, otherwise in quotation marks.
  public var nameText: String {
    let isPlain = !bytes.isEmpty && bytes.allSatisfy { Self.nameBytes.contains($0) }
    return isPlain ? readableText : quotedText
  }

  private static let nameBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8)

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": return "\\" + String(scalar)
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      return "\\u{" + String(scalar.value, radix: 16) + "}"
    default: return String(scalar)
    }
  }
}

extension PrimaryKeyValue {
  /// Such as `7`, `"a"`, `oid 65f1…`, `uuid 3b241101-…` or `{0003-01f4}`.
  public var text: String {
    switch self {
    case .null: "null"
    case .int(let value): String(value)
    case .string(let value): value.quotedText
    case .globalKey(let value): value.text
    case .objectID(let value): "oid \(value.text)"
    case .uuid(let value): "uuid \(value.text)"
    }
  }
}

extension PayloadValue {
  /// Such as `33`, `"urgent"`, `2024-05-01T12:00:00Z`, `Person[7]` or `new embedded object`.
  public var text: String {
    switch self {
    case .null: "null"
    case .int(let value): String(value)
    case .bool(let value): String(value)
    case .string(let value): value.quotedText
    case .binary(let bytes): Self.binaryText(bytes)
    case .timestamp(let value): value.text
    case .float(let bits): Self.numberText(Float(bitPattern: bits), "float", bits)
    case .double(let bits): Self.numberText(Double(bitPattern: bits), "double", bits)
    case .decimal(let value): "decimal \(value.text)"
    case .link(let table, let key): "\(table.nameText)[\(key.text)]"
    case .objectID(let value): "oid \(value.text)"
    case .uuid(let value): "uuid \(value.text)"
    case .objectValue: "new embedded object"
    case .dictionary: "new dictionary"
    case .list: "new list"
    case .set: "new set"
    case .erased: "erased"
    }
  }

  /// The most bytes of a binary that are shown.
  private static let shownBinarySizeMax = 16

  private static func binaryText(_ bytes: [UInt8]) -> String {
    let shown = Hex.encode(bytes.prefix(shownBinarySizeMax))
    return "<\(bytes.count) bytes\(shown.isEmpty ? "" : " ")\(shown)"
      + (bytes.count > shownBinarySizeMax ? "…>" : ">")
  }

  /// The shortest text that reads back as the number; the bits of a NaN, because they differ.
  private static func numberText(
    _ value: some BinaryFloatingPoint & CustomStringConvertible, _ type: String,
    _ bits: some FixedWidthInteger
  ) -> String {
    "\(type) " + (value.isNaN ? "nan(0x\(Hex.digits(of: bits)))" : value.description)
  }
}

extension LocationValue {
  /// Such as `Person[7].notes[3]` or `Person[7].meta["k"]`.
  public var text: String {
    "\(table.nameText)[\(object.text)].\(field.nameText)" + path.map(\.text).joined()
  }
}

extension PathStep {
  /// Such as `[3]` or `["k"]`.
  public var text: String {
    switch self {
    case .index(let index): "[\(index)]"
    case .key(let name): "[\(name.quotedText)]"
    }
  }
}
