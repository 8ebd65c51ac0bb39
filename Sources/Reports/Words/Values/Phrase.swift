package import Analyzer
internal import TraceFormat

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  var uncapitalizedFirst: String { prefix(1).lowercased() + dropFirst() }
}

package enum Phrase {
  static let valueColumns = 40

  /// Such as `a`, `a and b`, `a, b and c`; or with another conjunction.
  package static func list(_ words: [String], _ conjunction: String = "and") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}

// What comes from the trace, made fit to be shown.
extension Phrase {
  /// A time in UTC; nil for sources that have no clock and count from 0.
  package static func when(_ microseconds: Int64) -> String? {
    guard microseconds.magnitude >= 86_400_000_000 else { return nil }
    return Timestamp(microseconds: microseconds).text
  }

  /// From when to when, behind what was done then, such as `, at …`; empty where that is not known.
  static func span(_ first: Int64, _ last: Int64) -> String {
    guard let start = when(first), let end = when(last) else { return "" }
    return start == end ? ", at \(start)" : ", from \(start) to \(end)"
  }

  /// What is seen at one place, for people, each on one line of at most so many columns.
  ///
  /// Values that differ are shown to differ: where what is cut off is all that does, each is shown from shortly
  /// before the first difference on.
  package static func apart(_ observed: [ObservedValue], columns: Int) -> [String] {
    let texts = observed.map { $0.text(columns: columns) }
    let alike = observed.indices.filter { index in
      observed.indices.contains { other in
        observed[other] != observed[index] && texts[other].hasSameBytes(as: texts[index])
      }
    }
    guard !alike.isEmpty else { return texts }
    let whole = observed.map { Array(wholeText(of: $0)) }
    guard alike.contains(where: { whole[$0] != whole[alike[0]] }) else {
      // A NaN may differ in its bits alone, a number in its type. A link whose target is gone is written as null is.
      let named = observed.map { $0.value?.scalarText(namesType: true) }
      guard alike.contains(where: { named[$0] != named[alike[0]] }) else { return texts }
      return texts.enumerated().map { index, text in
        guard alike.contains(index), let name = named[index] else { return text }
        return name.shortenedInMiddle(to: columns)
      }
    }
    let common = alike.dropFirst().reduce(whole[alike[0]].count) { count, index in
      min(count, zip(whole[index], whole[alike[0]]).prefix { $0 == $1 }.count)
    }
    let start = max(0, common - columns / 3)
    return texts.enumerated().map { index, text in
      guard alike.contains(index) else { return text }
      return ("…" + String(whole[index].dropFirst(start))).shortened(to: columns)
    }
  }

  private static let wholeColumns = 100_000

  /// Of bytes more than the few that are shown elsewhere.
  private static func wholeText(of seen: ObservedValue) -> String {
    guard case .value(.binary(let value)) = seen else { return seen.text(columns: wholeColumns) }
    return "<\(value.count.counted("byte")) \(Hex.encode(value.bytes.prefix(wholeColumns / 2)))>"
  }
}
