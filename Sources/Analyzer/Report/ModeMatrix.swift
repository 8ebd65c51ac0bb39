internal import RealmModel
package import TraceFormat

/// What each mode keeps and costs, in numbers (`docs/report.md`, "Modes side by side").
///
/// Writes that are superseded in any mode do not count, nor do edits that are part of a deletion, nor
/// removals of what only an unsynced write had put there.
package struct ModeMatrix: Hashable, Sendable {
  /// Of all classes together, one column a mode.
  package var total: [Column]
  /// Of each class with writes, sorted by name.
  package var classes: [Row]

  package struct Column: Hashable, Sendable {
    package var mode: ResetMode
    /// Whether the mode throws away what is unsynced: as it is meant to, or as it ended here.
    package var discards: Bool
    package var counted = 0
    /// How many of them the server has in the end.
    package var kept = 0
    package var unknown = 0
    package var conflicted = 0
    package var harm = HarmCounts()
  }

  package struct Row: Hashable, Sendable {
    package var name: RealmString
    package var columns: [Column]
  }

  /// The modes that surely keep most; none where all keep the same, or it is not known which keep most.
  package var keepsMost: [ResetMode] {
    let most = total.surelyLeast({ -$0.kept - $0.unknown }, { -$0.kept })
    // What is not known of modes that discard and of others need not be the same.
    let isOpen = most.contains { $0.unknown > 0 } && Set(most.map(\.discards)).count > 1
    return isOpen || most.count == total.count ? [] : most.map(\.mode)
  }
}

extension Sequence {
  /// Those whose number is surely no larger than that of any other, where each is known within a range; equal ranges
  /// count as equal numbers.
  package func surelyLeast(_ least: (Element) -> Int, _ most: (Element) -> Int) -> [Element] {
    filter { own in
      allSatisfy { most(own) <= least($0) || (least(own), most(own)) == (least($0), most($0)) }
    }
  }
}

extension ModeComparison {
  package var matrix: ModeMatrix {
    let counted = countedWrites
    let harmed = reports.map { $0.harm.countsByClass(of: $0.writes) }
    let kept = reports.map { $0.keptByClass(counted) }
    let names = Set(kept.flatMap(\.keys)).union(harmed.flatMap(\.keys)).sorted()
    let rows = names.map { name in
      ModeMatrix.Row(
        name: name,
        columns: reports.indices.map { index in
          var column = kept[index][name] ?? reports[index].emptyColumn
          column.harm = harmed[index][name] ?? HarmCounts()
          return column
        })
    }
    let total = zip(reports, kept).map { report, kept in
      var column = kept.values.reduce(into: report.emptyColumn) { $0.add($1) }
      column.harm = report.harm.counts
      return column
    }
    return ModeMatrix(total: total, classes: rows)
  }

  private var countedWrites: [Int] {
    let stranded = reports.map { Set($0.harm.stranded) }
    return reports[0].writes.indices.filter { index in
      zip(reports, stranded).allSatisfy { $0.writes.counts(at: index, stranded: $1) }
    }
  }
}

extension ModeMatrix.Column {
  fileprivate mutating func add(_ other: Self) {
    counted += other.counted
    kept += other.kept
    unknown += other.unknown
    conflicted += other.conflicted
  }

  fileprivate mutating func count(_ fate: Fate, _ winner: Winner?) {
    counted += 1
    switch fate {
    case .recovered, .redundant: kept += 1
    case .conflicted:
      conflicted += 1
      if winner != nil { kept += 1 }
    case .unknown: unknown += 1
    case .lost, .stranded, .pending, .superseded: break
    }
  }
}

extension Report {
  fileprivate var emptyColumn: ModeMatrix.Column {
    ModeMatrix.Column(mode: mode, discards: mode == .discardLocal || result == .discarded)
  }

  /// What the mode keeps of each class, without its harm.
  fileprivate func keptByClass(_ counted: [Int]) -> [RealmString: ModeMatrix.Column] {
    counted.reduce(into: [:]) { columns, index in
      // Field by field: to take a whole write out would be most of the work.
      let (fate, winner) = (writes[index].fate, writes[index].winner)
      columns[writes[index].address.className, default: emptyColumn].count(fate, winner)
    }
  }
}

extension [JudgedWrite] {
  /// Whether a write is anything to lose; `stranded` are the stranded ones that no later write replaced.
  fileprivate func counts(at index: Int, stranded: Set<Int>) -> Bool {
    guard self[index].fate != .superseded, self[index].impliedBy == nil else { return false }
    if self[index].fate == .stranded { return stranded.contains(index) }
    if case .needless(.madeOnDevice) = self[index].reason { return false }
    return true
  }
}
