/// What was asked for last, up to a number of entries: what is asked for again soon is still there, and
/// what is not asked for any more goes.
package struct RecentEntries<Entry> {
  /// An entry that can be moved without copying it.
  private final class Kept {
    let entry: Entry
    init(_ entry: Entry) { self.entry = entry }
  }

  /// The one that was asked for last is the last one.
  private var entries: [Kept] = []
  private let countMax: Int

  package init(countMax: Int) { self.countMax = countMax }

  /// The last entry that is meant.
  package mutating func last(where isMeant: (Entry) -> Bool) -> Entry? {
    guard let index = entries.lastIndex(where: { isMeant($0.entry) }) else { return nil }
    let found = entries[index]
    if index < entries.count - 1 { entries.append(entries.remove(at: index)) }
    return found.entry
  }

  package mutating func add(_ entry: Entry) {
    if entries.count == countMax { entries.removeFirst() }
    entries.append(Kept(entry))
  }
}
