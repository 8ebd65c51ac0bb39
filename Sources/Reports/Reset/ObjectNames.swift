internal import Analyzer
internal import TraceFormat

/// Names for objects that are short and still tell them apart within one class of a report: of a long key
/// its end, six digits at least; of long texts that begin alike what differs.
struct ObjectNames {
  private let keys: Set<PrimaryKeyValue>
  private let isWhole: Bool
  /// The shortest end that keeps the identifiers apart; nil where none does.
  private var size: Int?
  private var namesApart: [PrimaryKeyValue: String] = [:]

  init(_ keys: Set<PrimaryKeyValue>, isWhole: Bool = false) {
    (self.keys, self.isWhole) = (keys, isWhole)
    guard !isWhole else { return }
    let digits = keys.compactMap(Self.digits)
    size = stride(from: 6, through: 16, by: 2).first { size in
      var ends: Set<TextBytes> = []
      return digits.allSatisfy { ends.insert(TextBytes(Self.end($0, size))).inserted }
    }
    let texts = keys.compactMap { key in
      if case .string(let text) = key, text.count <= Self.apartSizeMax { text } else { nil }
    }
    let alike = Dictionary(grouping: texts) { TextBytes(PrimaryKeyValue.string($0).shortText) }
    for texts in alike.values where (2...Self.apartMax).contains(texts.count) {
      tellApart(texts)
    }
  }

  private mutating func tellApart(_ texts: [RealmString]) {
    let seen = texts.map { ObservedValue.value(.string($0)) }
    let names = Phrase.apart(seen, columns: Phrase.valueColumns)
    for alike in Dictionary(grouping: texts.indices, by: { TextBytes(names[$0]) }).values {
      // Some of them may begin alike for longer than all of them do.
      if alike.count > 1, alike.count < texts.count {
        tellApart(alike.map { texts[$0] })
      } else {
        for index in alike { namesApart[.string(texts[index])] = names[index] }
      }
    }
  }

  /// More keys that begin alike, or longer ones, are not compared: each costs time with each other.
  private static let apartMax = 100
  private static let apartSizeMax = 1000

  func name(of key: PrimaryKeyValue) -> String {
    guard keys.contains(key) else { return key.shortText }
    if isWhole { return Self.whole(key) }
    return size.flatMap { size in Self.digits(key).map { Self.end($0, size) } } ?? namesApart[key]
      ?? key.shortText
  }

  /// Even longer keys are cut also where there is room.
  private static let wholeColumns = 400

  static func whole(_ key: PrimaryKeyValue) -> String {
    guard case .string(let text) = key else { return key.shortText }
    return text.quotedText(scalars: wholeColumns).shortened(to: wholeColumns)
  }

  /// The digits of keys that are long and say nothing to a reader.
  private static func digits(_ key: PrimaryKeyValue) -> String? {
    switch key {
    case .objectID(let value): value.text
    case .uuid(let value): value.text
    default: nil
    }
  }

  private static func end(_ digits: String, _ size: Int) -> String {
    digits.utf8.count > size + 2 ? "…\(digits.suffix(size))" : digits
  }
}
