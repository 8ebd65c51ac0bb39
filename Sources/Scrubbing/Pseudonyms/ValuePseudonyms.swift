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
    /// What is drawn depends on all values of a kind, so that the like-ranked values of two traces do not get the same
    /// pseudonym.
    func draw<Pseudonyms>(
      _ kind: String, _ seeds: [[UInt8]], _ pseudonyms: (inout KeyedNumbers) -> [Pseudonyms]
    ) -> [Pseudonyms] {
      guard !seeds.isEmpty else { return [] }
      // One code of all of it, which may be long.
      let code = key.code(.sequence, property.parts + [Array(kind.utf8)] + seeds)
      var draws = KeyedNumbers(key, seed: [code])
      return pseudonyms(&draws)
    }
    let sorted = SortedValues(seen.values)
    var all: [(Value, Value)] = []
    if seen.isCounted {
      factor = CountedNumbers.factor(of: property, key)
    } else {
      all += draw("numbers", sorted.numbers.map(Value.seedBytes)) {
        NumberRanks.pseudonyms(of: sorted.numbers, &$0, avoiding: avoided)
      }
    }
    for (kind, values, pseudonyms) in [
      ("texts", sorted.texts, TextRanks.texts), ("binaries", sorted.binaries, TextRanks.binaries),
      ("dates", sorted.dates, DateRanks.pseudonyms),
      ("identifiers", sorted.identifiers, IdentifierRanks.pseudonyms),
    ] {
      all += draw(kind, values.map(\.seedBytes)) { pseudonyms(values, &$0) }
    }
    for (value, pseudonym) in all { values[value] = pseudonym }
    let names = seen.keys.sorted()
    let keys = draw("keys", names.map { Array($0.bytes) }) { TextRanks.keys(for: names, &$0) }
    for (name, pseudonym) in keys { self.keys[name] = pseudonym }
  }

  /// What stands for a value; nil for one that the trace does not show.
  subscript(_ value: Value) -> Value? {
    if let factor, let number = CountedNumbers.pseudonym(of: value, factor) { return number }
    return values[value]
  }

  /// What stands for the key of a dictionary; nil for one that the trace does not show.
  subscript(key name: RealmString) -> RealmString? { keys[name] }
}

extension Value {
  var seedBytes: [UInt8] {
    switch self {
    case .string(let text), .binary(let text): Array(text.bytes)
    default: Array("\(self)".utf8)
    }
  }

  /// Those of values of one rank, each with its size before it.
  fileprivate static func seedBytes(of rank: [Value]) -> [UInt8] {
    rank.flatMap { value in
      let part = value.seedBytes
      var bytes: [UInt8] = []
      bytes.append(littleEndian: UInt64(part.count))
      return bytes + part
    }
  }
}
