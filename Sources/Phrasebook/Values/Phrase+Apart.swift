package import Analyzer
internal import TraceFormat

extension Phrase {
  /// What is seen at one place, for people, each on one line of at most so many columns.
  ///
  /// Values that differ are shown to differ: where what is cut off is all that does, each is shown from shortly
  /// before the first difference on.
  package static func apart(_ sightings: [Sighting], columns: Int) -> [String] {
    let texts = sightings.map { $0.text(columns: columns) }
    let alike = sightings.indices.filter { index in
      sightings.indices.contains { other in
        sightings[other] != sightings[index] && texts[other].hasSameBytes(as: texts[index])
      }
    }
    guard !alike.isEmpty else { return texts }
    let whole = sightings.map { Array($0.text(columns: wholeColumns)) }
    let common = alike.dropFirst().reduce(whole[alike[0]].count) { count, index in
      min(count, zip(whole[index], whole[alike[0]]).prefix { $0 == $1 }.count)
    }
    let start = max(0, common - columns / 3)
    return texts.enumerated().map { index, text in
      guard alike.contains(index) else { return text }
      return ("…" + String(whole[index].dropFirst(start))).shortened(to: columns)
    }
  }

  /// Where values are looked at as wholes.
  private static let wholeColumns = 100_000
}
