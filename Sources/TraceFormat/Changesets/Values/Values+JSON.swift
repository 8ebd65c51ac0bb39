// Values as canonical states print them (`docs/changesets.md`, "Values as JSON"): what JSON has no
// type for is an object of one member, whose name begins with `$` and says the type.

extension JSONText {
  /// An object of one member that says what type its value has.
  public static func tagged(_ tag: String, _ value: JSONText) -> JSONText {
    .object([Member("$" + tag, value)])
  }
}

extension RealmString {
  /// The text; or, where the bytes are not UTF-8, `{"$string":"hex"}`.
  public var json: JSONText {
    text.map { .string($0) } ?? .tagged("string", .string(Hex.encode(bytes)))
  }

  /// What the name of a JSON member begins with that gives the bytes in hexadecimal.
  private static let nameEscape = "$string:"

  /// The bytes as the name of a member of JSON: the text; or `$string:hex` where they are not UTF-8, or
  /// begin like that themselves, so that no two strings have one name.
  public var jsonName: String {
    if let text, !text.beginsWithBytes(of: Self.nameEscape) { return text }
    return escapedName
  }

  var escapedName: String { Self.nameEscape + Hex.encode(bytes) }

  /// Reads ``jsonName``; nil for what that never is.
  package init?(jsonName name: String) { self.init(name) { $0.jsonName } }

  /// Reads a form that is the text or else ``escapedName``; nil for what that never is.
  init?(_ name: String, as form: (RealmString) -> String) {
    guard name.beginsWithBytes(of: Self.nameEscape) else {
      self.init(name)
      return
    }
    let digits = Array(name.utf8.dropFirst(Self.nameEscape.utf8.count))
    guard let bytes = Hex.decode(ascii: digits) else { return nil }
    self.init(bytes)
    guard form(self).hasSameBytes(as: name) else { return nil }
  }

  /// Whether a member's name means other bytes than its own.
  fileprivate static func isEscaped(_ name: String) -> Bool { name.beginsWithBytes(of: nameEscape) }
}

extension JSONText.Member {
  /// The string of Realm that the member is named by (``RealmString/jsonName``); what is none stands for itself.
  package var realmName: RealmString { RealmString(jsonName: name) ?? RealmString(name) }

  /// Whether the name begins with `$` and says the type of the value, as far as that can be told from it.
  package var isTag: Bool { name.beginsWithBytes(of: "$") && !RealmString.isEscaped(name) }
}

extension PrimaryKeyValue {
  /// The key as canonical states print it, such as `{"$int":"7"}`.
  public var json: JSONText {
    switch self {
    case .null: .null
    case .int(let value): .tagged("int", .wide(value))
    case .string(let value): value.json
    case .globalKey(let key): .tagged("globalKey", .array([.wide(key.high), .wide(key.low)]))
    case .objectID(let value): value.json
    case .uuid(let value): value.json
    }
  }
}

extension Value {
  /// The value as canonical states print it; a link without target is null.
  public var json: JSONText {
    switch self {
    case .null: .null
    case .int(let value): .tagged("int", .wide(value))
    case .bool(let value): .bool(value)
    case .string(let value): value.json
    case .binary(let value): .tagged("binary", .string(Hex.encode(value.bytes)))
    case .timestamp(let value): value.json
    case .float(let bits): .tagged("float", .string(Hex.digits(of: bits)))
    case .double(let bits): .tagged("double", .string(Hex.digits(of: bits)))
    case .decimal(let value): .tagged("decimal", .string(value.text))
    case .objectID(let value): value.json
    case .uuid(let value): value.json
    case .link(let link):
      link.isResolved ? .tagged("link", .array([link.className.json, link.key.json])) : .null
    case .embedded(let object): .tagged("embedded", Self.json(object.properties))
    case .list(let elements): .tagged("list", .array(elements.map(\.json)))
    case .set(let elements): .tagged("set", .array(elements.map(\.json)))
    case .dictionary(let entries): .tagged("dictionary", Self.json(entries))
    }
  }

  private static func json(_ entries: [Entry]) -> JSONText {
    .object(entries.map { JSONText.Member($0.key.jsonName, $0.value.json) })
  }
}

extension PayloadValue {
  /// The value; what makes something empty is printed as that empty thing, and `erased` as `{"$erased":true}`.
  public var json: JSONText {
    switch self {
    case .value(let value): value.json
    case .objectValue: .tagged("embedded", .object([]))
    case .dictionary: Value.dictionary([]).json
    case .list: Value.list([]).json
    case .set: Value.set([]).json
    case .erased: .tagged("erased", .bool(true))
    }
  }
}

extension PathStep {
  /// A number for a list index, a string for a name.
  public var json: JSONText {
    switch self {
    case .index(let index): .integer(Int(index))
    case .key(let name): name.json
    }
  }
}

extension ObjectID {
  /// `{"$oid":"…"}` with 24 hexadecimal digits.
  public var json: JSONText { .tagged("oid", .string(text)) }
}

extension RealmUUID {
  /// `{"$uuid":"…"}` in the usual form.
  public var json: JSONText { .tagged("uuid", .string(text)) }
}

extension Timestamp {
  /// Seconds as a string, because they have 64 bits, and nanoseconds as a number.
  public var json: JSONText { .tagged("timestamp", parts) }

  /// Seconds and nanoseconds, as files have them.
  package var parts: JSONText { .array([.wide(seconds), .integer(Int(nanoseconds))]) }
}
