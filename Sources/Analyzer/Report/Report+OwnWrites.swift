// The writes as a person counts them.
extension Report {
  /// The app's own writes: without the edits that Realm records for the deletion of an
  /// object, which are part of that one write (`docs/report.md`, "Deletions").
  package var ownWrites: some Collection<JudgedWrite> { writes.lazy.filter { $0.impliedBy == nil } }

  package var ownWriteCount: Int { writes.indices.count { writes[$0].impliedBy == nil } }

  package func ownCount(of fate: Fate) -> Int {
    // Field by field: to take whole writes out would be most of the work.
    writes.indices.count { writes[$0].fate == fate && writes[$0].impliedBy == nil }
  }

  package var ownTotals: [(fate: Fate, count: Int)] {
    var counts: [Fate: Int] = [:]
    for index in writes.indices where writes[index].impliedBy == nil {
      counts[writes[index].fate, default: 0] += 1
    }
    return Fate.allCases.compactMap { fate in counts[fate].map { (fate, $0) } }
  }
}
