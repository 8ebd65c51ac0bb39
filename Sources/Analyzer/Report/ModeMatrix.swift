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
    let modes = total.surelyLeast({ -$0.kept - $0.unknown }, { -$0.kept }).map(\.mode)
    return modes.count == total.count ? [] : modes
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
    let classes = countedClasses
    let harmed = reports.map { $0.harm.countsByClass(of: $0.writes) }
    let names = Set(classes.names).union(harmed.flatMap(\.keys)).sorted()
    let kept = reports.map { $0.keptByClass(classes) }
    let rows = names.map { name in
      let number = classes.numbers[name]
      return ModeMatrix.Row(
        name: name,
        columns: reports.indices.map { index in
          var column = number.map { kept[index][$0] } ?? reports[index].emptyColumn
          column.harm = harmed[index][name] ?? HarmCounts()
          return column
        })
    }
    let total = zip(reports, kept).map { report, kept in
      var column = kept.reduce(into: report.emptyColumn) { $0.add($1) }
      column.harm = report.harm.counts
      return column
    }
    return ModeMatrix(total: total, classes: rows)
  }

  /// The classes of the writes that count in every mode.
  private var countedClasses: CountedClasses {
    var classes = CountedClasses(writeCount: reports[0].writes.count)
    let stranded = reports.map { Set($0.harm.stranded) }
    for index in reports[0].writes.indices
    where zip(reports, stranded).allSatisfy({ $0.writes.counts(at: index, stranded: $1) }) {
      classes.byWrite[index] = classes.number(of: reports[0].writes[index].address.className)
    }
    return classes
  }
}

private struct CountedClasses {
  private(set) var names: [RealmString] = []
  private(set) var numbers: [RealmString: Int] = [:]
  /// That of the class asked for last, which is mostly asked for again.
  private var last = 0
  /// The class of each write; -1 for one that does not count.
  var byWrite: [Int]

  init(writeCount: Int) { byWrite = [Int](repeating: -1, count: writeCount) }

  mutating func number(of name: RealmString) -> Int {
    if last < names.count, names[last] == name { return last }
    last = numbers.number(of: name)
    if last == names.count { names.append(name) }
    return last
  }
}

extension ModeMatrix.Column {
  fileprivate mutating func add(_ other: Self) {
    counted += other.counted
    kept += other.kept
    unknown += other.unknown
    conflicted += other.conflicted
  }
}

extension Report {
  fileprivate var emptyColumn: ModeMatrix.Column {
    ModeMatrix.Column(mode: mode, discards: mode == .discardLocal || result == .discarded)
  }

  /// What the mode keeps of each class, without its harm.
  fileprivate func keptByClass(_ classes: CountedClasses) -> [ModeMatrix.Column] {
    var counts = [ModeMatrix.Column](repeating: emptyColumn, count: classes.names.count)
    for index in writes.indices where classes.byWrite[index] >= 0 {
      let number = classes.byWrite[index]
      counts[number].counted += 1
      // Field by field: to take a whole write out would be most of the work.
      switch writes[index].fate {
      case .recovered, .redundant: counts[number].kept += 1
      case .conflicted:
        counts[number].conflicted += 1
        if writes[index].winner != nil { counts[number].kept += 1 }
      case .unknown: counts[number].unknown += 1
      case .lost, .stranded, .pending, .superseded: break
      }
    }
    return counts
  }
}

extension [JudgedWrite] {
  /// Whether a write is anything to lose.
  ///
  /// - Parameter stranded: the stranded ones that no later write replaced.
  fileprivate func counts(at index: Int, stranded: Set<Int>) -> Bool {
    guard self[index].fate != .superseded, self[index].impliedBy == nil else { return false }
    if self[index].fate == .stranded { return stranded.contains(index) }
    if case .needless(.madeOnDevice) = self[index].reason { return false }
    return true
  }
}
