internal import Analyzer
internal import Phrasebook
internal import TraceFormat

extension OutcomeDifference {
  typealias Write = OutcomeSummary.Write

  /// The changes of fates, then of rules, then of values, then the writes that only one side has or
  /// that stand in another transaction.
  static func writeChanges(
    _ old: [Write], _ new: [Write], _ sides: ComparedSides
  ) -> [Change] {
    let matched = MatchedWrites(old, new)
    return fateChanges(matched.pairs, sides) + ruleChanges(matched.pairs, sides)
      + valueChanges(matched.pairs, sides)
      + [
        strangers(matched.added, WriteChange.new),
        strangers(matched.gone, WriteChange.gone),
        moved(matched.pairs),
      ].compactMap { $0 }
  }

  private static func fateChanges(
    _ pairs: [MatchedWrites.Pair], _ sides: ComparedSides
  ) -> [Change] {
    let moved = pairs.filter { $0.old.fate != $0.new.fate }
    return Fate.allCases.flatMap { from in
      Fate.allCases.compactMap { to -> Change? in
        let group = moved.filter { $0.old.fate == from && $0.new.fate == to }
        guard !group.isEmpty else { return nil }
        return Change(
          to.loss == from.loss ? .other : to.loss < from.loss ? .better : .worse,
          of: .fates,
          WriteChange.fate(group.count, from: from, to: to, sides),
          group.map { detail($0.new, was: $0.old.rule, line: $0.old.line) })
      }
    }
  }

  private static func ruleChanges(
    _ pairs: [MatchedWrites.Pair], _ sides: ComparedSides
  ) -> [Change] {
    let moved = pairs.filter { $0.old.fate == $0.new.fate && $0.old.rule != $0.new.rule }
    guard !moved.isEmpty else { return [] }
    return [
      Change(
        .other, WriteChange.rule(moved.count, sides),
        moved.map { detail($0.new, was: $0.old.rule, line: $0.old.line) })
    ]
  }

  /// Compares the values afterwards, where both sides know them.
  private static func valueChanges(
    _ pairs: [MatchedWrites.Pair], _ sides: ComparedSides
  ) -> [Change] {
    let details = pairs.compactMap { pair -> Detail? in
      guard pair.old.fate == pair.new.fate, let old = pair.old.after, let new = pair.new.after,
        !old.looksLike(new)
      else { return nil }
      let values =
        "\(old.json.text().shortened(to: 60)), now \(new.json.text().shortened(to: 60))"
      return Detail(
        text: "\(pair.new.position) \(pair.new.text): \(values)", line: pair.old.line,
        place: pair.new.place)
    }
    guard !details.isEmpty else { return [] }
    return [Change(.other, WriteChange.value(details.count, sides), details)]
  }

  private static func strangers(_ writes: [Write], _ words: (Int) -> String) -> Change? {
    guard !writes.isEmpty else { return nil }
    return Change(.other, of: .fates, words(writes.count), details(of: writes))
  }

  /// Each write with its fate.
  static func details(of writes: [Write]) -> [Detail] {
    writes.map {
      Detail(
        text: "\($0.position) \($0.text): \($0.fate.rawValue) [\($0.rule)]", line: $0.line,
        place: $0.place)
    }
  }

  private static func moved(_ pairs: [MatchedWrites.Pair]) -> Change? {
    let details = pairs.filter { $0.old.position != $0.new.position }.map {
      Detail(text: "\($0.old.position), now \($0.new.position): \($0.new.text)", line: $0.old.line)
    }
    return details.isEmpty ? nil : Change(.other, WriteChange.moved(details.count), details)
  }

  private static func detail(_ write: Write, was rule: String, line: Int?) -> Detail {
    let rules = rule == write.rule ? "[\(rule)]" : "[\(rule), now \(write.rule)]"
    return Detail(
      text: "\(write.position) \(write.text) \(rules)", line: line, place: write.place)
  }
}

extension Fate {
  /// How much of a write is lost: what is said to be worse has more of it.
  fileprivate var loss: Int {
    switch self {
    case .recovered, .pending, .superseded, .redundant: 0
    case .conflicted: 1
    case .unknown: 2
    case .stranded: 3
    case .lost: 4
    }
  }
}
