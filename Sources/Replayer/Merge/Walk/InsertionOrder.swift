import TraceFormat

/// The insertions of two sides into one list, in the order in which a merge leaves them (`docs/merge.md`,
/// "array-insert-and-array-insert").
///
/// Each has the number of common elements before it; with those of its own side before it that is its index.
///
/// - Complexity: O(log *n*) for an insertion behind all others of its side; one in front of others moves them.
struct InsertionOrder {
  private struct Insertion: BitwiseCopyable {
    var commonBefore: Int
    /// Of theirs which one it is; of ours how many of theirs are before it.
    var value: Int
  }

  private var theirs: ContiguousArray<Insertion> = []
  private var ours: ContiguousArray<Insertion> = []
  /// A binary tree, its root at 1: the least number among theirs in each stretch. It has more leaves than there
  /// are numbers.
  private var least: ContiguousArray<Int>

  /// - Parameter indexes: Where each of theirs was inserted, in the order in which they were made.
  init(theirs indexes: [Int]) {
    for (number, index) in indexes.enumerated() {
      let place = Self.place(of: index, in: theirs)
      theirs.insert(Insertion(commonBefore: index - place, value: number), at: place)
    }
    var leafCount = 1
    while leafCount <= theirs.count { leafCount *= 2 }
    least = ContiguousArray(repeating: .max, count: 2 * leafCount)
    for (place, insertion) in theirs.enumerated() { least[leafCount + place] = insertion.value }
    for node in (1..<leafCount).reversed() {
      least[node] = min(least[2 * node], least[2 * node + 1])
    }
  }

  /// The first insertion that has so many elements of its side or more before it.
  private static func place(of index: Int, in side: ContiguousArray<Insertion>) -> Int {
    side.indices.partitioningIndex { side[$0].commonBefore + $0 >= index }
  }

  /// Inserts one of ours, and returns how many of theirs are before it.
  ///
  /// Between its neighbours it stands behind the last of theirs with a number below `known`.
  mutating func insert(at index: Int, behindTheirsBelow known: Int) -> Int {
    let place = Self.place(of: index, in: ours)
    let common = index - place
    let first = max(
      place > 0 ? ours[place - 1].value : 0, theirs.partitioningIndex { $0.commonBefore >= common })
    let last = min(
      place < ours.count ? ours[place].value : .max,
      theirs.partitioningIndex { $0.commonBefore > common })
    let before = max(first, end(ofTheirsBelow: known, before: last))
    ours.insert(Insertion(commonBefore: common, value: before), at: place)
    return before
  }

  /// The place behind the last of theirs that is before a place and has a number below another; 0 if none is.
  private func end(ofTheirsBelow known: Int, before place: Int) -> Int {
    let leafCount = least.count / 2
    var node = leafCount + place
    repeat {
      while node % 2 == 0 { node /= 2 }
      guard node > 1 else { return 0 }
      node -= 1
    } while least[node] >= known
    while node < leafCount { node = least[2 * node + 1] < known ? 2 * node + 1 : 2 * node }
    return node - leafCount + 1
  }

  /// How many of ours are before each of theirs, in the order in which they were made.
  var oursBeforeTheirs: [Int] {
    var (counts, next) = ([Int](repeating: 0, count: theirs.count), 0)
    for (place, insertion) in theirs.enumerated() {
      while next < ours.count, ours[next].value <= place { next += 1 }
      counts[insertion.value] = next
    }
    return counts
  }
}
