package import Analyzer

/// Writes of one reset that have one fate on one side, and one on the other.
package struct PairedFates: Sendable {
  package var reset: String
  package var first: Fate
  package var second: Fate
  /// In order; at most ``OutcomeDifference/Change/detailsMax``.
  package var writes: [PairedWrite]
  /// How many there are in all.
  package var count: Int

  package struct PairedWrite: Sendable {
    package var write: OutcomeSummary.Write
    package var firstRule: CitedRule
    package var secondRule: CitedRule
  }

  /// The writes that both sides have, reset by reset, by what became of them on either.
  static func all(_ first: [OutcomeSummary], _ second: [OutcomeSummary]) -> [PairedFates] {
    MatchedResets(first, second).pairs.flatMap { pair -> [PairedFates] in
      guard let old = pair.old, let new = pair.new else { return [] }
      let writes = MatchedWrites(old.writes, new.writes).pairs
      return Fate.allCases.flatMap { from in
        Fate.allCases.compactMap { to -> PairedFates? in
          let group = writes.filter { $0.old.fate == from && $0.new.fate == to }
          guard !group.isEmpty else { return nil }
          let kept = group.prefix(OutcomeDifference.Change.detailsMax).map {
            PairedWrite(write: $0.new, firstRule: $0.old.rule, secondRule: $0.new.rule)
          }
          return PairedFates(
            reset: new.reset, first: from, second: to, writes: kept, count: group.count)
        }
      }
    }
  }
}
