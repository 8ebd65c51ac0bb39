/// A JSON value whose members keep the order they were given in, and its deterministic text.
///
/// Foundation's encoder neither keeps an order of meaning (`class` before `property`) nor promises
/// the same bytes on every platform; canonical states, `cat` and the reports need both.
public enum JSONText: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, already in JSON's notation.
  case number(String)
  /// A string, unescaped.
  case string(String)
  /// A list of values.
  case array([JSONText])
  /// Members, in the order they were given in.
  case object([Member])

  /// A name and a value of an object.
  public struct Member: Hashable, Sendable {
    /// The name, unescaped.
    public var name: String
    /// The value.
    public var value: JSONText

    /// A member of an object.
    public init(_ name: String, _ value: JSONText) {
      (self.name, self.value) = (name, value)
    }
  }
}

// Texts are equal where their bytes are, as everywhere in Realm; their hashes may well be those of
// `String`, which are equal for more.
extension JSONText {
  /// Whether both are the same value, members in the same order.
  public static func == (a: JSONText, b: JSONText) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let x), .bool(let y)): x == y
    case (.number(let x), .number(let y)), (.string(let x), .string(let y)): x.hasSameBytes(as: y)
    case (.array(let x), .array(let y)): x == y
    case (.object(let x), .object(let y)): x == y
    default: false
    }
  }

  /// A number that every JSON reader holds exactly; use ``wide(_:)`` for 64-bit identifiers.
  public static func integer(_ value: Int) -> JSONText { .number(String(value)) }

  /// A 64-bit value as a string, because many JSON readers round numbers above 2^53.
  public static func wide(_ value: some FixedWidthInteger) -> JSONText { .string(String(value)) }

  /// An object whose members stand in the given order.
  public static func members(_ pairs: KeyValuePairs<String, JSONText?>) -> JSONText {
    .object(pairs.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// How the text is laid out.
  public enum Layout: Sendable {
    /// On one line, without spaces.
    case compact
    /// One member a line, indented by two spaces.
    case indented
    /// As indented, but a list or an object that fits on a line stands on one: for files that people read and write.
    case readable
    /// On one line, with spaces.
    case spaced

    /// How long a line of readable text gets, in characters.
    fileprivate static let readableLineMax = 100

    /// What stands deeper stands on one line: a hundred levels, each two spaces further to the right than the
    /// one around it, would be little else than spaces.
    package static let linesDepthMax = 32

    fileprivate var breaksLines: Bool { self == .indented || self == .readable }
  }

  /// The text, without a line feed at the end.
  public func text(_ layout: Layout = .compact, escaping: Escaping = .visible) -> String {
    var bytes: [UInt8] = []
    write(into: &bytes, layout: layout, escaping: escaping)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text as UTF-8.
  public func write(
    into bytes: inout [UInt8], layout: Layout = .compact, escaping: Escaping = .visible
  ) {
    JSONForm(layout: layout, escaping: escaping).write(self, into: &bytes, depth: 0)
  }
}

struct JSONForm: Sendable {
  let layout: JSONText.Layout
  let escaping: JSONText.Escaping
  /// What stands so deep stands on one line.
  var linesDepthMax = JSONText.Layout.linesDepthMax

  func write(_ value: JSONText, into bytes: inout [UInt8], depth: Int) {
    guard depth < linesDepthMax || !layout.breaksLines else {
      return JSONForm(layout: .spaced, escaping: escaping).write(value, into: &bytes, depth: depth)
    }
    if layout == .readable, let line = readableLine(value, depth: depth) {
      bytes.append(contentsOf: line.utf8)
      return
    }
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let digits): bytes.append(contentsOf: digits.utf8)
    case .string(let text): JSONText.writeString(text, into: &bytes, escaping)
    case .array(let elements):
      writeList(elements, "[", "]", into: &bytes, depth: depth) {
        write($0, into: &$1, depth: depth + 1)
      }
    case .object(let members):
      writeList(members, "{", "}", into: &bytes, depth: depth) {
        writeName($0.name, into: &$1)
        write($0.value, into: &$1, depth: depth + 1)
      }
    }
  }

  /// A list or an object on one line, if it fits; the whole text never stands on one.
  private func readableLine(_ value: JSONText, depth: Int) -> String? {
    guard depth > 0 else { return nil }
    switch value {
    case .array(let elements) where !elements.isEmpty: break
    case .object(let members) where !members.isEmpty: break
    default: return nil
    }
    let line = value.text(.spaced, escaping: escaping)
    return depth * 2 + line.count <= JSONText.Layout.readableLineMax ? line : nil
  }

  private func writeList<Element>(
    _ elements: [Element], _ open: String, _ close: String, into bytes: inout [UInt8],
    depth: Int, writeElement: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(contentsOf: open.utf8)
    for (index, element) in elements.enumerated() {
      separate(index, into: &bytes, depth: depth)
      writeElement(element, &bytes)
    }
    if !elements.isEmpty { breakLine(into: &bytes, depth: depth) }
    bytes.append(contentsOf: close.utf8)
  }

  func writeName(_ name: String, into bytes: inout [UInt8]) {
    JSONText.writeString(name, into: &bytes, escaping)
    bytes.append(UInt8(ascii: ":"))
    if layout != .compact { bytes.append(UInt8(ascii: " ")) }
  }

  func separate(_ index: Int, into bytes: inout [UInt8], depth: Int) {
    if index > 0 { bytes.append(contentsOf: (layout == .spaced ? ", " : ",").utf8) }
    breakLine(into: &bytes, depth: depth + 1)
  }

  /// Begins a line so deep, where the layout has lines.
  func breakLine(into bytes: inout [UInt8], depth: Int) {
    guard layout.breaksLines else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}

extension JSONText.Member {
  /// Whether both have the same name and value.
  public static func == (a: Self, b: Self) -> Bool { a.isNamed(b.name) && a.value == b.value }

  package func isNamed(_ other: String) -> Bool { name.hasSameBytes(as: other) }
}
