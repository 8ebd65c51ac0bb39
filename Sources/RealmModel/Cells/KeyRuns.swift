internal import TraceFormat

/// The positions of ascending keys: runs of consecutive keys, found by binary search.
///
/// Keys that a class counts out by itself are 0, 1, 2 and so on, and a position is then its key, which costs
/// one comparison. Keys that come from elsewhere, as those of a file, can be any numbers.
package struct KeyRuns: Hashable, Sendable {
  /// The runs after the first gap, ascending.
  private var farRuns: ContiguousArray<Run> = []
  /// Below this, positions are keys.
  var nearLimit = Int.max

  /// Consecutive keys; they end where the next run, or all keys, do.
  private struct Run: Hashable, Sendable, BitwiseCopyable {
    var firstKey: Int64
    var firstPosition: Int
  }

  package init() {}

  /// Notes that the key at a position is a certain one, be it not the one after the last.
  ///
  /// - Precondition: positions are given in order, and keys ascend.
  package mutating func append(_ key: ObjectKey, at position: Int) {
    if Int(key.rawValue) != position || position >= nearLimit { appendFar(key, at: position) }
  }

  mutating func appendFar(_ key: ObjectKey, at position: Int) {
    let expected = self.key(at: position)
    guard key != expected else { return }
    precondition(key > expected, "keys ascend")
    nearLimit = Swift.min(nearLimit, position)
    farRuns.append(Run(firstKey: key.rawValue, firstPosition: position))
  }

  /// The position of a key among so many; `Int.max` where it is none that was given.
  package func place(of key: ObjectKey, count: Int) -> Int {
    let value = Int(key.rawValue)
    return value < nearLimit ? value : farPlace(of: key, count: count)
  }

  func farPlace(of key: ObjectKey, count: Int) -> Int {
    let index = farRuns.partitioningIndex { $0.firstKey > key.rawValue }
    guard index > 0 else { return .max }
    let run = farRuns[index - 1]
    let (place, overflows) = run.firstPosition.addingReportingOverflow(
      Int(key.rawValue - run.firstKey))
    let end = index < farRuns.count ? farRuns[index].firstPosition : count
    return !overflows && place < end ? place : .max
  }

  /// The key that belongs to a position; after the last, the key of the next object.
  package func key(at position: Int) -> ObjectKey {
    position < nearLimit ? ObjectKey(Int64(position)) : farKey(at: position)
  }

  func farKey(at position: Int) -> ObjectKey {
    let run = farRuns[farRuns.partitioningIndex { $0.firstPosition > position } - 1]
    return ObjectKey(run.firstKey + Int64(position - run.firstPosition))
  }

  func isSame(as other: KeyRuns) -> Bool {
    farRuns.isIdentical(to: other.farRuns) || farRuns == other.farRuns
  }
}
