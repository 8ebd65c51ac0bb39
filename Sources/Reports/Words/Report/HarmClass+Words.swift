package import Analyzer
internal import TraceFormat

extension HarmClass {
  /// What stands above what was destroyed so.
  package var title: String {
    switch self {
    case .lost: "Lost"
    case .stranded: "Left in the device's file alone"
    case .overwritten: Heading.overwritten
    case .doubled: "Done twice"
    case .acknowledgedLost: Heading.acknowledgedLost
    }
  }

  /// What is counted.
  package var noun: String {
    switch self {
    case .lost, .stranded: "write"
    case .overwritten, .doubled: "place"
    case .acknowledgedLost: "value"
    }
  }

  /// Such as `2 writes lost`.
  package func words(_ count: Int) -> String {
    switch self {
    case .lost: "\(Phrase.count(count, "write")) lost"
    case .stranded: "\(Phrase.count(count, "write")) left in the device's file"
    case .overwritten: "\(Phrase.count(count, "place")) of the server's data overwritten"
    case .doubled: "\(Phrase.count(count, "change")) made twice"
    case .acknowledgedLost: "\(Phrase.count(count, "synced value")) gone"
    }
  }

  /// Such as `28 writes to 11 objects (notes, visits and 5 more)`.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - objectCount: in how many objects.
  ///   - properties: of which properties, the most frequent first.
  package func words(for count: Int, in objectCount: Int, _ properties: [String]) -> String {
    let what = Phrase.count(count, noun)
    let preposition = noun == "write" ? "to" : "in"
    let objects =
      objectCount == 0 ? what : "\(what) \(preposition) \(Phrase.count(objectCount, "object"))"
    let shown = properties.prefix(propertiesMax)
    guard !shown.isEmpty else { return objects }
    let rest = properties.count - shown.count
    let names =
      rest == 0
      ? Phrase.list(Array(shown))
      : shown.joined(separator: ", ") + " " + Phrase.rest(rest)
    return "\(objects) (\(names))"
  }

  private var propertiesMax: Int { 4 }
}

extension HarmCounts {
  /// What there is of each class, such as `2 writes lost and 1 change made twice`; nil where there is
  /// nothing.
  package var words: String? {
    let parts = HarmClass.allCases.filter { self[$0] > 0 }.map { $0.words(self[$0]) }
    return parts.isEmpty ? nil : Phrase.list(parts)
  }
}

extension HarmCounts.Column {
  /// What stands before the numbers, in few columns.
  package var title: String {
    switch self {
    case .overwritten: "overwritten"
    case .doubled: "doubled"
    case .acknowledgedLost: "synced, gone"
    case .merged: "merged"
    case .deviceWon: "device won"
    case .serverWon: "server won"
    }
  }
}

extension Breakdown.Counts {
  /// Such as `31 lost, 2 superseded`.
  package var words: String {
    Fate.allCases.compactMap { fate in fates[fate].map { "\($0) \(fate.rawValue)" } }
      .joined(separator: ", ")
  }
}

extension Breakdown.PropertyLine {
  /// The property, or what stands in the place of its name for the whole class or object.
  package var title: String { name?.shortName ?? "(\(scope.rawValue))" }
}
