internal import TraceFormat

/// What the script of a page draws on demand, as compact JSON: every text is there once, and so is every
/// column of numbers, so that a page grows with what is different and not with what there is.
///
/// The texts are shown as they are here: what would not be seen as what it is stands by its number already.
struct HTMLData {
  typealias Column = (name: String, numbers: [Int])

  /// A text with its number, from which the next one of its kind may differ little.
  struct Base {
    fileprivate var number: Int
    fileprivate var text: String
  }

  /// What stands for a whole text: of a list that grows, all its values would take the square of its length. Nobody
  /// who writes a trace knows the seed of the second number.
  private struct Digest: Hashable {
    private let bytes: UInt64
    private let seeded: Int

    init(_ text: String) { (bytes, seeded) = (XXH64.digest(Array(text.utf8)), text.hashValue) }
  }

  private var texts: [JSONText] = []
  private var textNumbers: [Digest: Int] = [:]
  private var columns: [JSONText] = []
  private var columnNumbers: [[Int]: Int] = [:]
  private var reports: [JSONText.Member] = []

  init() {
    // What is not there has the number 0.
    _ = number(of: "")
  }

  /// - Parameter ending: What the text probably ends with, and other texts too; as ``shown(_:)`` gives it.
  mutating func number(of text: String, ending: String = "") -> Int {
    keep(Self.shown(text), ending: ending)
  }

  mutating func number(of text: String?) -> Int { text.map { number(of: $0) } ?? 0 }

  /// The number of a text that probably has most in common with another one, as the next value of a list has; the
  /// text takes the other one's place.
  mutating func number(of text: String, after base: inout Base?) -> Int {
    let text = Self.shown(text)
    let digest = Digest(text)
    let known = textNumbers[digest]
    let entry = known == nil ? base.flatMap { Self.entry(of: text, after: $0) } : nil
    let number = known ?? entry.map { add(digest, as: $0) } ?? keep(text, ending: "")
    base = Base(number: number, text: text)
    return number
  }

  /// A text as what it has of another one's beginning and end, in units of UTF-16, and what is between them; nil
  /// where that saves little.
  private static func entry(of text: String, after base: Base) -> JSONText? {
    let (old, new) = (Array(base.text.utf16), Array(text.utf16))
    let most = min(old.count, new.count)
    var prefix = zip(old, new).prefix { $0 == $1 }.count
    if prefix > 0, UTF16.isLeadSurrogate(new[prefix - 1]) { prefix -= 1 }
    var suffix = zip(old.reversed(), new.reversed()).prefix(most - prefix).prefix { $0 == $1 }.count
    if suffix > 0, UTF16.isTrailSurrogate(new[new.count - suffix]) { suffix -= 1 }
    guard prefix + suffix > max(new.count / 2, sharedSizeMin) else { return nil }
    let middle = String(decoding: new[prefix..<new.count - suffix], as: UTF16.self)
    return .array([number(base.number), number(prefix), .string(middle), number(suffix)])
  }

  /// To name another text and what it has of it takes about as much.
  private static let sharedSizeMin = 20

  static func shown(_ text: String) -> String { text.visible { $0 == "\n" || $0 == "\t" } }

  private mutating func keep(_ text: String, ending: String) -> Int {
    let digest = Digest(text)
    if let number = textNumbers[digest] { return number }
    let parts = Self.parts(of: text, ending: ending)
    let entry: JSONText =
      parts.count < 2
      ? .string(text) : Self.array(parts.map { keep($0, ending: "") })
    return add(digest, as: entry)
  }

  private mutating func add(_ digest: Digest, as entry: JSONText) -> Int {
    texts.append(entry)
    textNumbers[digest] = texts.count - 1
    return texts.count - 1
  }

  /// A shorter text is kept as it is.
  private static let partedSizeMin = 64

  /// Parts that other texts probably have too, each shorter than the text: an ending, or the elements of
  /// a long list, which is there several times with little changes; none where the text is kept whole.
  private static func parts(of text: String, ending: String) -> [String] {
    let (count, endingCount) = (text.utf8.count, ending.utf8.count)
    let endsSo = text.utf8.suffix(endingCount).elementsEqual(ending.utf8)
    if endsSo, endingCount >= 8, endingCount < count {
      return [String(Substring(text.utf8.prefix(count - endingCount))), ending]
    }
    guard count > partedSizeMin else { return [] }
    var parts: [String] = []
    var rest = text.utf8[...]
    // A comma at the very end parts nothing.
    while let comma = rest.dropLast().firstIndex(of: UInt8(ascii: ",")) {
      let next = rest.index(after: comma)
      parts.append(String(Substring(rest[..<next])))
      rest = rest[next...]
    }
    return parts.isEmpty ? [] : parts + [String(Substring(rest))]
  }

  mutating func table(_ count: Int, _ columns: [Column]) -> JSONText {
    let members = columns.map { name, values in
      JSONText.Member(name, Self.number(column(values)))
    }
    return .members(["count": Self.number(count), "columns": .object(members)])
  }

  /// The same, with the steps from row to row of each column that is shorter so.
  mutating func steppedTable(_ table: NumberTable) -> JSONText {
    var members: [JSONText.Member] = []
    var stepped: [JSONText] = []
    for (name, values) in table.columns {
      let steps = zip(values, [0] + values).map { $0 - $1 }
      let isShorter = Self.digitCount(steps) < Self.digitCount(values)
      if isShorter { stepped.append(.string(name)) }
      members.append(.init(name, Self.number(column(isShorter ? steps : values))))
    }
    return .members([
      "count": Self.number(table.count), "columns": .object(members), "steps": .array(stepped),
    ])
  }

  private static func digitCount(_ numbers: [Int]) -> Int {
    numbers.reduce(0) { $0 + String($1).utf8.count }
  }

  /// The number of a column. One that has the same number in every row has it once.
  private mutating func column(_ values: [Int]) -> Int {
    let isConstant = values.allSatisfy { $0 == values.first }
    let kept = isConstant ? Array(values.prefix(1)) : values
    if let number = columnNumbers[kept] { return number }
    columns.append(Self.array(kept))
    columnNumbers[kept] = columns.count - 1
    return columns.count - 1
  }

  mutating func add(report: String, _ parts: KeyValuePairs<String, JSONText?>) {
    reports.append(.init(report, .members(parts)))
  }

  static func array(_ numbers: [Int]) -> JSONText { .array(numbers.map(number)) }

  private static func number(_ number: Int) -> JSONText { .number(String(number)) }

  /// The data as the content of a script element, in which nothing can end the element.
  ///
  /// - Parameters:
  ///   - none: The texts that stand for there being no value.
  ///   - documentation: where names are explained; nil if nowhere.
  mutating func scriptText(none: [String], documentation: String?) -> String {
    let none = none.map { number(of: $0) }
    return scriptText([
      .init("documents", .string(documentation ?? "")), .init("none", Self.array(none)),
      .init("reports", .object(reports)),
    ])
  }

  /// The same of any members that name texts and columns by their numbers.
  func scriptText(_ members: [JSONText.Member]) -> String {
    let json = JSONText.object(
      [.init("texts", .array(texts)), .init("columns", .array(columns))] + members)
    var bytes: [UInt8] = []
    for byte in json.text(.compact).utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += #"\u003c"#.utf8
      case UInt8(ascii: ">"): bytes += #"\u003e"#.utf8
      case UInt8(ascii: "&"): bytes += #"\u0026"#.utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

struct NumberTable {
  private(set) var columns: [HTMLData.Column]

  init(_ names: String...) { columns = names.map { ($0, []) } }

  var count: Int { columns[0].numbers.count }

  /// Adds a row, and gives its index.
  @discardableResult
  mutating func add(_ row: [Int]) -> Int {
    for (index, number) in row.enumerated() { columns[index].numbers.append(number) }
    return count - 1
  }
}
