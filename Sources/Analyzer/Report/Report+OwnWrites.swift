// The writes as a person counts them.
extension Report {
  /// The writes that somebody made: without the edits that Realm records for the deletion of an
  /// object, which are part of that one write (`docs/report.md`, "Deletions").
  package var ownWrites: some Collection<JudgedWrite> {
    writes.lazy.filter { $0.impliedBy == nil }
  }

  /// How many writes somebody made.
  package var ownWriteCount: Int { ownWrites.count }

  /// How many of them had a fate.
  package func ownCount(of fate: Fate) -> Int { ownWrites.count { $0.fate == fate } }

  /// How many of them had each fate that any has.
  package var ownTotals: [(fate: Fate, count: Int)] {
    var counts: [Fate: Int] = [:]
    for write in ownWrites { counts[write.fate, default: 0] += 1 }
    return Fate.allCases.compactMap { fate in counts[fate].map { (fate, $0) } }
  }
}
