internal import RealmModel
internal import Replayer
package import TraceFormat

/// What each mode keeps and costs, in numbers (`docs/report.md`, "Modes side by side").
///
/// Writes that are superseded in any mode do not count.
package struct ModeMatrix: Hashable, Sendable {
  /// Of all classes together, one column a mode.
  package var total: [Column]
  /// Of each class with writes, sorted by name.
  package var classes: [Row]

  /// What one mode does.
  package struct Column: Hashable, Sendable {
    package var mode: ResetMode
    /// How many writes count.
    package var counted: Int
    /// How many of them the server has in the end.
    package var kept: Int
    package var lost: Int
    package var stranded: Int
    package var unknown: Int
    package var conflicted: Int
    /// At how many places the server's data is overwritten.
    package var overwritten: Int

    package init(
      mode: ResetMode, counted: Int, kept: Int, lost: Int, stranded: Int, unknown: Int,
      conflicted: Int, overwritten: Int
    ) {
      self.mode = mode
      self.counted = counted
      self.kept = kept
      self.lost = lost
      self.stranded = stranded
      self.unknown = unknown
      self.conflicted = conflicted
      self.overwritten = overwritten
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
      !reports.contains { $0.writes[index].fate == .superseded }
    }
    let byClass = Dictionary(grouping: counted) { reports[0].writes[$0].address.className }
    let harmed = reports.map { report in
      Dictionary(grouping: report.overwrittenPlaces, by: \.className)
    }
    let names = Set(byClass.keys).union(harmed.flatMap(\.keys)).sorted()
    let rows = names.map { name in
      ModeMatrix.Row(
        name: name,
        columns: zip(reports, harmed).map { report, harmed in
          report.column(of: byClass[name] ?? [], overwritten: harmed[name]?.count ?? 0)
        })
    }
    let total = reports.map { $0.column(of: counted, overwritten: $0.overwrittenPlaces.count) }
    return ModeMatrix(total: total, classes: rows)
  }
}

extension Report {
  /// The places of the server's data at which the device won, a write hit what it was not made
  /// for, or the recovery did more than anybody asked for.
  fileprivate var overwrittenPlaces: Set<Address> {
    let conflicts = writes.lazy.filter { $0.fate == .conflicted && $0.winner != .both }
    return Set(conflicts.map(\.address)).union(collateral.map(\.address))
  }

  fileprivate func column(of indexes: [Int], overwritten: Int) -> ModeMatrix.Column {
    func count(_ isCounted: (JudgedWrite) -> Bool) -> Int {
      indexes.count { isCounted(writes[$0]) }
    }
    return ModeMatrix.Column(
      mode: mode, counted: indexes.count, kept: count(\.isKept), lost: count { $0.fate == .lost },
      stranded: count { $0.fate == .stranded }, unknown: count { $0.fate == .unknown },
      conflicted: count { $0.fate == .conflicted }, overwritten: overwritten)
  }
}

extension JudgedWrite {
  /// Whether the server has the write's effect in the end.
  fileprivate var isKept: Bool {
    switch fate {
    case .recovered, .redundant: true
    case .conflicted: winner != nil
    case .lost, .stranded, .superseded, .unknown: false
    }
  }
}
