internal import Analyzer
internal import Phrasebook
internal import TraceFormat

extension OutcomeDifference {
  typealias Write = OutcomeSummary.Write

  /// The changes of fates, then of rules, then of values, then the writes that only one side has.
  static func writeChanges(_ old: [Write], _ new: [Write]) -> [Change] {
    let matched = MatchedWrites(old, new)
    return fateChanges(matched.pairs) + ruleChanges(matched.pairs) + valueChanges(matched.pairs)
      + [
        strangers(matched.added, WriteChange.new),
        strangers(matched.gone, WriteChange.gone),
      ].compactMap { $0 }
  }

  private static func fateChanges(_ pairs: [MatchedWrites.Pair]) -> [Change] {
    let moved = pairs.filter { $0.old.fate != $0.new.fate }
    return Fate.allCases.flatMap { from in
      Fate.allCases.compactMap { to -> Change? in
        let group = moved.filter { $0.old.fate == from && $0.new.fate == to }
        guard !group.isEmpty else { return nil }
        return Change(
          to.loss == from.loss ? .other : to.loss < from.loss ? .better : .worse,
          WriteChange.fate(group.count, from: from, to: to),
          group.map { detail($0.new, was: $0.old.rule, line: $0.old.line) })
      }
    }
  }

  private static func ruleChanges(_ pairs: [MatchedWrites.Pair]) -> [Change] {
    let moved = pairs.filter { $0.old.fate == $0.new.fate && $0.old.rule != $0.new.rule }
    guard !moved.isEmpty else { return [] }
    return [
      Change(
        .other, WriteChange.rule(moved.count),
        moved.map { detail($0.new, was: $0.old.rule, line: $0.old.line) })
    ]
  }

  /// Compares the values afterwards, where both sides know them.
  private static func valueChanges(_ pairs: [MatchedWrites.Pair]) -> [Change] {
    let details = pairs.compactMap { pair -> Detail? in
      guard pair.old.fate == pair.new.fate, let old = pair.old.after, let new = pair.new.after,
        !old.looksLike(new)
      else { return nil }
      let values =
        "\(old.json.text().shortened(to: 60)), now \(new.json.text().shortened(to: 60))"
      return Detail(text: "\(pair.new.position) \(pair.new.text): \(values)", line: pair.old.line)
    }
    guard !details.isEmpty else { return [] }
    return [Change(.other, WriteChange.value(details.count), details)]
  }

  private static func strangers(_ writes: [Write], _ words: (Int) -> String) -> Change? {
    guard !writes.isEmpty else { return nil }
    let details = writes.map {
      Detail(text: "\($0.position) \($0.text): \($0.fate.rawValue) [\($0.rule)]", line: $0.line)
    }
    return Change(.other, words(writes.count), details)
  }

  private static func detail(_ write: Write, was rule: String, line: Int?) -> Detail {
    let rules = rule == write.rule ? "[\(rule)]" : "[\(rule), now \(write.rule)]"
    return Detail(text: "\(write.position) \(write.text) \(rules)", line: line)
  }
}

/// The writes of two summaries, each with its counterpart.
private struct MatchedWrites {
  struct Pair {
    var old: OutcomeSummary.Write
    var new: OutcomeSummary.Write
  }

  private(set) var pairs: [Pair] = []
  private(set) var added: [OutcomeSummary.Write] = []
  private(set) var gone: [OutcomeSummary.Write] = []

  /// Writes are the same if they do the same at the same place of the same transaction. A trace can
  /// hold a transaction twice; then the first stands against the first.
  init(_ old: [OutcomeSummary.Write], _ new: [OutcomeSummary.Write]) {
    var indexes: [Key: [Int]] = [:]
    for index in old.indices.reversed() { indexes[Key(old[index]), default: []].append(index) }
    var isMatched = [Bool](repeating: false, count: old.count)
    for write in new {
      if let index = indexes[Key(write)]?.popLast() {
        isMatched[index] = true
        pairs.append(Pair(old: old[index], new: write))
      } else {
        added.append(write)
      }
    }
    gone = old.indices.filter { !isMatched[$0] }.map { old[$0] }
  }

  private struct Key: Hashable {
    var position: String
    /// By its bytes: the places of two writes may look alike.
    var text: TextBytes

    init(_ write: OutcomeSummary.Write) {
      position = write.position
      text = TextBytes(write.text)
    }
  }
}

extension Fate {
  /// How much of a write is lost: what is said to be worse has more of it.
  fileprivate var loss: Int {
    switch self {
    case .recovered, .superseded, .redundant: 0
    case .conflicted: 1
    case .unknown: 2
    case .stranded: 3
    case .lost: 4
    }
  }
}
