internal import TraceFormat

/// What stands for the values below one property: drawn anew for each set of values, and handed out in
/// their order, so that nothing is told but which are equal and which comes first.
struct ValuePseudonyms: Sendable {
  private var values: [Value: Value] = [:]
  private var keys: [RealmString: RealmString] = [:]
  /// Where something is added to numbers: what all of them are multiplied with.
  private(set) var factor: Int64?

  /// - Parameter avoided: numbers that none of the new ones should be.
  init(
    _ seen: SeenValues, of property: PropertyName, _ key: ScrubKey, avoiding avoided: Set<UInt64>
  ) {
    if seen.isCounted { factor = CountedNumbers.factor(of: property, key) }
    let sorted = SortedValues(seen.values)
    if factor == nil {
      draw(sorted.numbers, property, key, "numbers") { ranks, draws in
        NumberRanks.pseudonyms(of: ranks, &draws, avoiding: avoided)
      }
    }
    draw(sorted.texts, property, key, "texts") { TextRanks.texts(for: $0, &$1) }
    draw(sorted.binaries, property, key, "binaries") { TextRanks.binaries(for: $0, &$1) }
    draw(sorted.dates, property, key, "dates") { DateRanks.pseudonyms(of: $0, &$1) }
    draw(sorted.identifiers, property, key, "identifiers") {
      IdentifierRanks.pseudonyms(of: $0, &$1)
    }
    draw(keys: seen.keys.sorted(), property, key)
  }

  private mutating func draw(keys names: [RealmString], _ property: PropertyName, _ key: ScrubKey) {
    guard !names.isEmpty else { return }
    let seed = property.parts + [Array("keys".utf8)] + names.map { Array($0.bytes) }
    var draws = KeyedNumbers(key, seed: [key.code(.sequence, seed)])
    for (name, pseudonym) in TextRanks.keys(for: names, &draws) { keys[name] = pseudonym }
  }

  /// Draws for one kind of values. What is drawn depends on all of them, so that the like-ranked values of
  /// two traces do not get the same pseudonym.
  private mutating func draw<Ranked: Collection>(
    _ ranked: Ranked, _ property: PropertyName, _ key: ScrubKey, _ kind: String,
    _ pseudonyms: (Ranked, inout KeyedNumbers) -> [(Value, Value)]
  ) where Ranked.Element: SeedPart {
    guard !ranked.isEmpty else { return }
    var seed = property.parts + [Array(kind.utf8)]
    for element in ranked { seed.append(element.seedBytes) }
    // One code of all of it, which may be long.
    var draws = KeyedNumbers(key, seed: [key.code(.sequence, seed)])
    for (value, pseudonym) in pseudonyms(ranked, &draws) { values[value] = pseudonym }
  }

  /// What stands for a value; nil for one that the trace does not show.
  subscript(_ value: Value) -> Value? {
    if let factor, let number = CountedNumbers.pseudonym(of: value, factor) { return number }
    return values[value]
  }

  /// What stands for the key of a dictionary; nil for one that the trace does not show.
  subscript(key name: RealmString) -> RealmString? { keys[name] }
}

protocol SeedPart {
  var seedBytes: [UInt8] { get }
}

extension Value: SeedPart {
  var seedBytes: [UInt8] {
    switch self {
    case .string(let text), .binary(let text): Array(text.bytes)
    default: Array("\(self)".utf8)
    }
  }
}

extension [Value]: SeedPart {
  var seedBytes: [UInt8] {
    var bytes: [UInt8] = []
    for value in self {
      let part = value.seedBytes
      bytes.append(littleEndian: UInt64(part.count))
      bytes += part
    }
    return bytes
  }
}
