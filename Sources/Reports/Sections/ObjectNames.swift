internal import Analyzer
internal import Phrasebook
internal import TraceFormat

/// Names for objects that are short and still tell them apart within one class of a report.
struct ObjectNames {
  private var names: [PrimaryKeyValue: String] = [:]

  init(_ keys: [PrimaryKeyValue]) {
    // The shortest cut that keeps the identifiers apart; all of each where none does.
    let digits = keys.map { ($0, Self.digits($0)) }
    guard digits.contains(where: { $0.1 != nil }) else {
      for key in keys { names[key] = key.shortText }
      return
    }
    let cut = [(4, 4), (6, 6), (8, 8)].first { head, tail in
      let names = digits.map { TextBytes(Self.cut($0.1 ?? $0.0.shortText, head, tail)) }
      return Set(names).count == Set(keys).count
    }
    for (key, digits) in digits {
      if let digits, let cut {
        names[key] = Self.cut(digits, cut.0, cut.1)
      } else {
        names[key] = key.shortText
      }
    }
  }

  func name(of key: PrimaryKeyValue) -> String { names[key] ?? key.shortText }

  /// The digits of keys that are long and say nothing to a reader.
  private static func digits(_ key: PrimaryKeyValue) -> String? {
    switch key {
    case .objectID(let value): value.text
    case .uuid(let value): value.text
    default: nil
    }
  }

  private static func cut(_ digits: String, _ head: Int, _ tail: Int) -> String {
    "\(digits.prefix(head))…\(digits.suffix(tail))"
  }
}
