internal import RealmModel

/// Which writes show what an earlier one shows: a report in JSON has what is large once (`docs/report.md`, "JSON").
package struct RepeatedValues: Sendable {
  /// By write the earlier one, as indexes; only where the values are large.
  package private(set) var earlier: [Int: Int] = [:]
  /// The same of what a correct recovery would leave there.
  package private(set) var earlierIdeal: [Int: Int] = [:]

  package init(in writes: [JudgedWrite]) {
    /// The last write to each place that its values are written with, and what a correct recovery leaves.
    var (written, ideal): ([Address: Int], [Address: Int]) = ([:], [:])
    for index in writes.indices where writes[index].seen.value.isLarge {
      let place = writes[index].address.comparable
      // Mostly these are the very same in memory, and equal without a look.
      if let first = written[place], writes[first].seen == writes[index].seen {
        earlier[index] = first
      } else {
        written[place] = index
      }
      guard let after = writes[index].defect?.idealAfter else { continue }
      if let first = ideal[place], writes[first].defect?.idealAfter == after {
        earlierIdeal[index] = first
      } else {
        ideal[place] = index
      }
    }
  }
}
