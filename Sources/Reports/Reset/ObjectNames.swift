internal import TraceFormat

/// Names for objects that are short and still tell them apart within one class of a report: of a long key
/// its end, six digits at least.
struct ObjectNames {
  private var names: [PrimaryKeyValue: String] = [:]

  init(_ keys: [PrimaryKeyValue], isWhole: Bool = false) {
    guard !isWhole else {
      names = Dictionary(keys.map { ($0, Self.whole($0)) }) { first, _ in first }
      return
    }
    let digits = keys.map { ($0, Self.digits($0)) }
    // The shortest end that keeps the identifiers apart; all of each where none does.
    let size = stride(from: 6, through: 16, by: 2).first { size in
      let names = digits.map { TextBytes(Self.end($0.1 ?? $0.0.shortText, size)) }
      return Set(names).count == Set(keys).count
    }
    for (key, digits) in digits {
      names[key] = digits.flatMap { text in size.map { Self.end(text, $0) } } ?? key.shortText
    }
  }

  func name(of key: PrimaryKeyValue) -> String { names[key] ?? key.shortText }

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
