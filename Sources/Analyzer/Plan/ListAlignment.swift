internal import TraceFormat

/// Which elements of a list are those of an earlier form of it.
struct ListAlignment {
  /// What became of an earlier element, by its index in the later list.
  private(set) var laterIndexes: [Int?]
  /// For each element of the later list the earlier one that it was; nil for one that is new.
  private(set) var earlierIndexes: [Int?]

  /// Where lists differ over a longer stretch, its elements are compared at their places alone.
  private static let alignedMax = 1000

  /// Aligns lists: what is equal and in order first, then what is equal elsewhere, which was moved, then
  /// what replaces something else, which was set.
  init(_ earlier: [Value], _ later: [Value]) {
    laterIndexes = Array(repeating: nil, count: earlier.count)
    earlierIndexes = Array(repeating: nil, count: later.count)
    let (old, new) = (earlier.map(\.appearance), later.map(\.appearance))
    let alignment = SequenceAlignment(old, new, alignedMax: Self.alignedMax)
    for stretch in alignment.stretches where stretch.isSame {
      for (i, j) in zip(stretch.first, stretch.second) { pair(i, j) }
    }
    if alignment.isAligned { pairMoved(old, new) }
    pairSet(earlier, later)
  }

  private mutating func pair(_ earlier: Int, _ later: Int) {
    laterIndexes[earlier] = later
    earlierIndexes[later] = earlier
  }

  private mutating func pairMoved(_ old: [Value.Appearance], _ new: [Value.Appearance]) {
    var places: [Value.Appearance: [Int]] = [:]
    for i in old.indices.reversed() where laterIndexes[i] == nil {
      places[old[i], default: []].append(i)
    }
    for j in new.indices where earlierIndexes[j] == nil {
      if let i = places[new[j]]?.popLast() { pair(i, j) }
    }
  }

  /// Elements that stand between the same two others on both sides.
  private mutating func pairSet(_ earlier: [Value], _ later: [Value]) {
    var i = 0
    for j in later.indices {
      if let partner = earlierIndexes[j] {
        i = max(i, partner + 1)
      } else if i < earlier.count, laterIndexes[i] == nil,
        earlier[i].isEmbedded == later[j].isEmbedded
      {
        pair(i, j)
        i += 1
      }
    }
  }
}
