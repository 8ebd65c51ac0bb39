internal import RealmModel
internal import Replayer
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

  /// What one mode does.
  package struct Column: Hashable, Sendable {
    package var mode: ResetMode
    /// Whether the mode throws away what is unsynced: as it is meant to, or as it ended here.
    package var discards: Bool
    /// How many writes count.
    package var counted: Int
    /// How many of them the server has in the end.
    package var kept: Int
    package var unknown: Int
    package var conflicted: Int
    /// What the mode destroys, in numbers.
    package var harm: HarmCounts

    package init(
      mode: ResetMode, discards: Bool = false, counted: Int, kept: Int, unknown: Int,
      conflicted: Int, harm: HarmCounts
    ) {
      self.mode = mode
      self.discards = discards
      self.counted = counted
      self.kept = kept
      self.unknown = unknown
      self.conflicted = conflicted
      self.harm = harm
    }
  }

  /// What the modes do with one class.
  package struct Row: Hashable, Sendable {
    package var name: RealmString
    package var columns: [Column]
  }

  /// The modes that keep most; none where all keep the same.
  package var keepsMost: [ResetMode] {
    let most = total.map(\.kept).max() ?? 0
    let modes = total.filter { $0.kept == most }.map(\.mode)
    return modes.count == total.count ? [] : modes
  }
}

extension ModeComparison {
  /// What each mode keeps and costs.
  package var matrix: ModeMatrix {
    let counted = reports[0].writes.indices.filter { index in
      reports.allSatisfy { $0.writes[index].counts }
    }
    let byClass = Dictionary(grouping: counted) { reports[0].writes[$0].address.className }
    let harmed = reports.map { $0.harm.countsByClass(of: $0.writes) }
    let names = Set(byClass.keys).union(harmed.flatMap(\.keys)).sorted()
    let rows = names.map { name in
      ModeMatrix.Row(
        name: name,
        columns: zip(reports, harmed).map { report, harmed in
          report.column(of: byClass[name] ?? [], harmed[name] ?? HarmCounts())
        })
    }
    let total = reports.map { $0.column(of: counted, $0.harm.counts) }
    return ModeMatrix(total: total, classes: rows)
  }
}

extension Report {
  fileprivate func column(of indexes: [Int], _ harm: HarmCounts) -> ModeMatrix.Column {
    func count(_ isCounted: (JudgedWrite) -> Bool) -> Int {
      indexes.count { isCounted(writes[$0]) }
    }
    return ModeMatrix.Column(
      mode: mode, discards: mode == .discardLocal || result == .discarded,
      counted: indexes.count, kept: count(\.isKept), unknown: count { $0.fate == .unknown },
      conflicted: count { $0.fate == .conflicted }, harm: harm)
  }
}

extension JudgedWrite {
  /// Whether it is anything to lose.
  fileprivate var counts: Bool {
    fate != .superseded && impliedBy == nil && reason != .needless(.madeOnDevice)
  }

  /// Whether the server has the write's effect in the end.
  fileprivate var isKept: Bool {
    switch fate {
    case .recovered, .redundant: true
    case .conflicted: winner != nil
    case .lost, .stranded, .pending, .superseded, .unknown: false
    }
  }
}
