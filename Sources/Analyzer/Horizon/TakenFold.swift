internal import Replayer

/// Follows from point to point which unsynced transactions the server took.
struct TakenFold {
  private(set) var current = TakenTransactions()
  private let timeline: SessionTimeline
  private var search = TakenTransactions.Search()
  /// What the search has: unsynced transactions and changes of the server's.
  private var unsynced: [Int] = []
  private var changes = 0..<0

  init(_ timeline: SessionTimeline) { self.timeline = timeline }

  /// Goes on to a point; gives the transactions of which something else is known now.
  mutating func advance(to point: SessionTimeline.Point, _ unsynced: [Int]) -> [Int] {
    let last = current
    guard let changes = timeline.serverChangeIndexes(at: point) else {
      current = TakenTransactions()
      return unsynced.filter { last.has($0) != nil }
    }
    if !unsynced.starts(with: self.unsynced) || changes.lowerBound != self.changes.lowerBound {
      search = TakenTransactions.Search()
      (self.unsynced, self.changes) = ([], changes.lowerBound..<changes.lowerBound)
    }
    for index in changes.dropFirst(self.changes.count) {
      search.addServerChange(timeline.serverChanges[index])
    }
    for transaction in unsynced.dropFirst(self.unsynced.count) {
      search.add(timeline.transactions[transaction].changeset, transaction)
    }
    (self.unsynced, self.changes) = (unsynced, changes)
    current = search.found(base: point.base)
    return last == current ? [] : unsynced.filter { last.has($0) != current.has($0) }
  }
}
