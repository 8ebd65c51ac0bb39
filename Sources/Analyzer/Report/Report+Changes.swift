extension Report {
  /// How many changes had each outcome that any has, in order; the counts add up to all changes.
  package var outcomeCounts: [(outcome: Change.Outcome, count: Int)] {
    var counts: [Change.Outcome: Int] = [:]
    for change in changes { counts[change.outcome, default: 0] += 1 }
    return Change.Outcome.allCases.compactMap { outcome in counts[outcome].map { (outcome, $0) } }
  }

  /// How many changes had an outcome.
  package func changeCount(_ outcome: Change.Outcome) -> Int {
    changes.count { $0.outcome == outcome }
  }
}
