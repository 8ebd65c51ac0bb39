internal import Analyzer

extension OutcomeDifference {
  typealias Write = OutcomeSummary.Write

  /// Writes that both sides have, with one fate on one side and one on the other.
  typealias FatePairs = (from: Fate, to: Fate, pairs: [MatchedWrites.Pair])

  static func byFates(_ pairs: [MatchedWrites.Pair]) -> [FatePairs] {
    Fate.allCases.flatMap { from in
      Fate.allCases.compactMap { to in
        let group = pairs.filter { $0.old.fate == from && $0.new.fate == to }
        return group.isEmpty ? nil : (from, to, group)
      }
    }
  }

  static func fateChanges(_ fates: [FatePairs]) -> [Change] {
    fates.filter { $0.from != $0.to }.map { from, to, pairs in
      Change(
        to.loss == from.loss ? .other : to.loss < from.loss ? .better : .worse,
        of: .fates, .fate(from: from, to: to), details: pairs.map(detail))
    }
  }

  /// The changes of rules, then of values, then the writes that only one side has or that stand in another
  /// transaction.
  static func writeChanges(_ matched: MatchedWrites) -> [Change] {
    ruleChanges(matched.pairs) + valueChanges(matched.pairs)
      + strangers(matched.added, .newWrites) + strangers(matched.gone, .goneWrites)
      + moved(matched.pairs)
  }

  private static func ruleChanges(_ pairs: [MatchedWrites.Pair]) -> [Change] {
    let moved = pairs.filter { $0.old.fate == $0.new.fate && $0.old.rule != $0.new.rule }
    guard !moved.isEmpty else { return [] }
    return [Change(.other, .rule, details: moved.map(detail))]
  }

  private static func valueChanges(_ pairs: [MatchedWrites.Pair]) -> [Change] {
    let details = pairs.compactMap { pair -> Detail? in
      guard pair.old.fate == pair.new.fate, let old = pair.old.after, let new = pair.new.after,
        !old.looksLike(new)
      else { return nil }
      return Detail(.value(pair.new, from: old, to: new), line: pair.old.line)
    }
    guard !details.isEmpty else { return [] }
    return [Change(.other, .value, details: details)]
  }

  /// That only one side has some writes; nothing where there are none.
  static func strangers(_ writes: [Write], _ what: OutcomeChange) -> [Change] {
    guard !writes.isEmpty else { return [] }
    let details = writes.map { Detail(.fate($0), line: $0.line) }
    return [Change(.other, of: .fates, what, details: details)]
  }

  private static func moved(_ pairs: [MatchedWrites.Pair]) -> [Change] {
    let details = pairs.filter { $0.old.position != $0.new.position }.map {
      Detail(.moved($0.new, from: $0.old.position), line: $0.old.line)
    }
    return details.isEmpty ? [] : [Change(.other, .movedWrites, details: details)]
  }

  private static func detail(_ pair: MatchedWrites.Pair) -> Detail {
    Detail(.write(pair.new, was: pair.old.rule), line: pair.old.line)
  }
}

extension Fate {
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
