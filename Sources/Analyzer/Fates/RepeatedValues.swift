package import RealmModel

/// Which writes show what an earlier one shows: a report in JSON has what is large once (`docs/report.md`, "JSON").
package struct RepeatedValues {
  /// By write the earlier one, as indexes; only where the values are large.
  package private(set) var earlier: [Int: Int] = [:]

  package init(in writes: [JudgedWrite]) {
    /// The last write to each place that its values are written with.
    var written: [Address: Int] = [:]
    for index in writes.indices where writes[index].seen.value.isLarge {
      let place = writes[index].address.outerPlace
      // Mostly these are the very same in memory, and equal without a look.
      if let first = written[place], writes[first].seen == writes[index].seen {
        earlier[index] = first
      } else {
        written[place] = index
      }
    }
  }
}

extension Address {
  /// The place whose values a write to it shows: itself, or the list that its path leads through.
  package var outerPlace: Address {
    guard let index = path.firstIndex(where: \.isIndex) else { return self }
    var place = self
    place.path.removeSubrange(index...)
    return place
  }
}
