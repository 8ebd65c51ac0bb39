internal import TraceFormat

/// What the script of a page draws on demand, as compact JSON: every text is there once, and so is every
/// column of numbers, so that a page grows with what is different and not with what there is.
///
/// The texts are shown as they are here: what would not be seen as what it is stands by its number already.
struct HTMLData {
  /// A column of a table: its name, and the number of each row.
  typealias Column = (name: String, numbers: [Int])

  private var texts: [JSONText] = []
  private var textNumbers: [TextBytes: Int] = [:]
  private var columns: [JSONText] = []
  private var columnNumbers: [[Int]: Int] = [:]
  private var reports: [JSONText.Member] = []

  /// - Parameter documentation: where names are explained; nil if nowhere.
  init(documentation: String?) {
    self.documentation = documentation
    // What is not there has the number 0.
    _ = number(of: "")
  }

  private let documentation: String?

  /// The number of a text.
  ///
  /// - Parameter ending: What it probably ends with, and other texts too.
  mutating func number(of text: String, ending: String = "") -> Int {
    keep(Self.shown(text), ending: Self.shown(ending))
  }

  /// The number of a text, or that of nothing.
  mutating func number(of text: String?) -> Int { text.map { number(of: $0) } ?? 0 }

  private static func shown(_ text: String) -> String {
    text.visible { $0 == "\n" || $0 == "\t" }
  }

  private mutating func keep(_ text: String, ending: String) -> Int {
    if let number = textNumbers[TextBytes(text)] { return number }
    let parts = Self.parts(of: text, ending: ending)
    let entry: JSONText =
      parts.count < 2
      ? .string(text) : Self.array(parts.map { keep($0, ending: "") })
    texts.append(entry)
    textNumbers[TextBytes(text)] = texts.count - 1
    return texts.count - 1
  }

  /// Parts that other texts probably have too, each shorter than the text: an ending, or the elements of
  /// a long list, which is there several times with little changes; none where the text is kept whole.
  private static func parts(of text: String, ending: String) -> [String] {
    let (count, endingCount) = (text.utf8.count, ending.utf8.count)
    let endsSo = text.utf8.suffix(endingCount).elementsEqual(ending.utf8)
    if endsSo, endingCount >= 8, endingCount < count {
      return [String(Substring(text.utf8.prefix(count - endingCount))), ending]
    }
    guard count > 64 else { return [] }
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

  /// A table of so many rows, whose columns have a number for each.
  mutating func table(_ count: Int, _ columns: [Column]) -> JSONText {
    let members = columns.map { name, values in
      JSONText.Member(name, Self.number(column(values)))
    }
    return .members(["count": Self.number(count), "columns": .object(members)])
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

  /// Adds what is known of a report.
  mutating func add(report: String, _ parts: KeyValuePairs<String, JSONText?>) {
    reports.append(.init(report, .members(parts)))
  }

  static func array(_ numbers: [Int]) -> JSONText { .array(numbers.map(number)) }

  private static func number(_ number: Int) -> JSONText { .number(String(number)) }

  /// The data as the content of a script element, in which nothing can end the element.
  ///
  /// - Parameter none: The texts that stand for there being no value.
  mutating func scriptText(none: [String]) -> String {
    let none = none.map { number(of: $0) }
    let json = JSONText.members([
      "documents": .string(documentation ?? ""), "none": Self.array(none),
      "texts": .array(texts), "columns": .array(columns), "reports": .object(reports),
    ])
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
