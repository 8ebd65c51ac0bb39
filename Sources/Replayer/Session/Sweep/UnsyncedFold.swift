/// Follows from point to point which transactions are unsynced, as indexes in the timeline.
struct UnsyncedFold {
  /// Oldest first.
  private(set) var transactions: ArraySlice<Int> = []
  /// The transactions since the last reset that have been taken in, synced or not.
  private var known = 0..<0
  private var acknowledgedVersion: UInt64 = 0
  /// Tells whether merges have changed any of them.
  private var mergeGeneration = 0
  /// Whether each version is higher than the one before, as a client makes them.
  private var isAscending = true

  struct News {
    /// Whether the transactions go on from those of the last point; otherwise all are new.
    var isContinued: Bool
    var added: ArraySlice<Int>
    /// Those that were acknowledged.
    var dropped: [Int]
  }

  /// Goes on to a later point. Over all points this is linear in the transactions.
  mutating func advance(to point: SessionTimeline.Point, in timeline: SessionTimeline) -> News {
    let all = point.transactions
    let isContinued =
      all.lowerBound == known.lowerBound && all.upperBound >= known.upperBound
      && point.acknowledgedClientVersion >= acknowledgedVersion
      && point.merged.generation == mergeGeneration
    if !isContinued {
      self = UnsyncedFold()
      known = all.lowerBound..<all.lowerBound
      mergeGeneration = point.merged.generation
    }
    let dropped = drop(at: point, timeline)
    let count = transactions.count
    for index in all.dropFirst(known.count) where timeline.isUnsynced(index, at: point) {
      isAscending = isAscending && isLater(index, timeline)
      transactions.append(index)
    }
    (known, acknowledgedVersion) = (all, point.acknowledgedClientVersion)
    return News(isContinued: isContinued, added: transactions.dropFirst(count), dropped: dropped)
  }

  private func isLater(_ index: Int, _ timeline: SessionTimeline) -> Bool {
    guard let last = transactions.last else { return true }
    return timeline.transactions[index].clientVersion > timeline.transactions[last].clientVersion
  }

  private mutating func drop(at point: SessionTimeline.Point, _ timeline: SessionTimeline)
    -> [Int]
  {
    guard point.acknowledgedClientVersion != acknowledgedVersion else { return [] }
    var dropped: [Int] = []
    while let first = transactions.first, !timeline.isUnsynced(first, at: point) {
      dropped.append(transactions.removeFirst())
    }
    guard !isAscending else { return dropped }
    dropped += transactions.filter { !timeline.isUnsynced($0, at: point) }
    transactions.removeAll { !timeline.isUnsynced($0, at: point) }
    return dropped
  }
}
