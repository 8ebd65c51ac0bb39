/// Finds a small part of a list that still has a property, by leaving out ever smaller stretches
/// (delta debugging: Zeller and Hildebrandt, 2002).
///
/// The order of what is tried depends on nothing but the list, so the same input gives the same result.
struct Reduction {
  private(set) var candidatesLeft: Int
  private(set) var candidateCount = 0

  init(candidateCountMax: Int) { candidatesLeft = candidateCountMax }

  var isCutShort: Bool { candidatesLeft == 0 }

  /// The items that are left when no stretch of them, down to a single one, can be left out.
  ///
  /// - Parameter keeps: whether a part of the list still has the property. The whole list is taken to have it.
  /// - Complexity: O(*n* log *n*) candidates where items are independent, O(*n*²) at worst.
  mutating func reduce<Item>(_ items: [Item], keeps: ([Item]) -> Bool) -> [Item] {
    var kept = items
    var stretch = kept.count
    while stretch >= 1 {
      let hasLeftOut = leaveOut(stretch, of: &kept, keeps)
      // Single items are tried until none can go: one that had to stay may not have to any more.
      if stretch > 1 || !hasLeftOut { stretch /= 2 }
      stretch = min(stretch, kept.count)
    }
    return kept
  }

  /// Leaves out every stretch of a length that can be left out, from the end, where the latest
  /// events stand; whether there was one.
  private mutating func leaveOut<Item>(
    _ length: Int, of kept: inout [Item], _ keeps: ([Item]) -> Bool
  ) -> Bool {
    var hasLeftOut = false
    var end = kept.count
    while end > 0, candidatesLeft > 0 {
      let start = max(0, end - length)
      var candidate = kept
      candidate.removeSubrange(start..<end)
      if isKept(candidate, keeps) {
        kept = candidate
        hasLeftOut = true
      }
      end = start
    }
    return hasLeftOut
  }

  mutating func isKept<Candidate>(_ candidate: Candidate, _ keeps: (Candidate) -> Bool) -> Bool {
    guard candidatesLeft > 0 else { return false }
    candidatesLeft -= 1
    candidateCount += 1
    return keeps(candidate)
  }
}
