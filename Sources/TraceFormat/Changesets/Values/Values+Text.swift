// Values for people: short, on one line, whatever bytes they hold.

extension RealmString {
  /// The text in quotation marks, with everything escaped that could break a line or a terminal, or be
  /// taken for something else: another text never gives the same one, nor one that looks like it. Bytes that are not UTF-8 are given as hexadecimal digits, such as `bytes"ff00"`.
  public var quotedText: String {
    guard let text else { return "bytes\"\(Hex.encode(bytes))\"" }
    return "\"" + Self.inQuotation(text) + "\""
  }

  /// The text as it is where it is an ordinary name, otherwise in quotation marks.
  public var nameText: String {
    let isPlain = !bytes.isEmpty && bytes.allSatisfy(\.isNameByte)
    return isPlain ? readableText : quotedText
  }

  /// The text inside quotation marks. Of blanks those are seen that have a word on both sides.
  private static func inQuotation(_ text: String) -> String {
    var (isBehindWord, left) = (false, text.unicodeScalars.count)
    return text.shown { scalar in
      left -= 1
      defer { isBehindWord = scalar != " " }
      return switch scalar {
      case "\"", "\\": "\\" + String(scalar)
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case " " where !isBehindWord || left == 0: "\\u{20}"
      default: nil
      }
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

extension Value {
  /// Such as `33`, `"urgent"`, `2024-05-01T12:00:00Z`, `Person[7]` or `["a", decimal 1.50]`.
  public var text: String {
    switch self {
    case .string(let value): value.quotedText
    case .link(let link): "\(link.className.nameText)[\(link.key.text)]"
    case .list(let elements): Self.text(elements.map(\.text), "[", "]")
    case .set(let elements): Self.text(elements.map(\.text), "{", "}")
    case .dictionary(let entries): Self.text(entries)
    case .embedded(let object): Self.text(object.properties)
    default: scalarText(namesType: true) ?? ""
    }
  }

  private static func text(_ parts: [String], _ open: String, _ close: String) -> String {
    open + parts.joined(separator: ", ") + close
  }

  private static func text(_ entries: [Entry]) -> String {
    text(entries.map { "\($0.key.nameText): \($0.value.text)" }, "{", "}")
  }

  /// The text of null and of a scalar that is not a string; nil for all others, whose text depends on how
  /// much of it there is room for.
  ///
  /// - Parameter namesType: whether the types that could be taken for others are named, such as
  ///   `float 1.5` and `oid 65f1…`, and a NaN's bits are shown.
  package func scalarText(namesType: Bool) -> String? {
    func named(_ type: String, _ text: String) -> String { namesType ? "\(type) \(text)" : text }
    return switch self {
    case .null: "null"
    case .int(let value): String(value)
    case .bool(let value): String(value)
    case .binary(let value): Self.binaryText(value.bytes)
    case .timestamp(let value): value.text
    case .float(let bits):
      named("float", Self.numberText(Float(bitPattern: bits), bits, namesNaN: namesType))
    case .double(let bits):
      named("double", Self.numberText(Double(bitPattern: bits), bits, namesNaN: namesType))
    case .decimal(let value): named("decimal", value.text)
    case .objectID(let value): named("oid", value.text)
    case .uuid(let value): named("uuid", value.text)
    case .string, .link, .embedded, .list, .set, .dictionary: nil
    }
  }

  private static let shownBinarySizeMax = 16

  private static func binaryText(_ bytes: ArraySlice<UInt8>) -> String {
    let shown = Hex.encode(bytes.prefix(shownBinarySizeMax))
    return "<\(bytes.count) bytes\(shown.isEmpty ? "" : " ")\(shown)"
      + (bytes.count > shownBinarySizeMax ? "…>" : ">")
  }

  /// The shortest text that reads back as the number; of a NaN also the bits, if asked for, because they differ.
  private static func numberText(
    _ value: some BinaryFloatingPoint & CustomStringConvertible, _ bits: some FixedWidthInteger,
    namesNaN: Bool
  ) -> String {
    value.isNaN && namesNaN ? "nan(0x\(Hex.digits(of: bits)))" : value.description
  }
}

extension PayloadValue {
  /// The value as text, or such as `new embedded object`.
  public var text: String {
    switch self {
    case .value(let value): value.text
    case .objectValue: "new embedded object"
    case .dictionary: "new dictionary"
    case .list: "new list"
    case .set: "new set"
    case .erased: "erased"
    }
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
