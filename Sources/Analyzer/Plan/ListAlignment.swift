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
    let front = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - front
    let back = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    for index in 0..<front { pair(index, index) }
    for index in 0..<back { pair(old.count - 1 - index, new.count - 1 - index) }
    let (left, right) = (front..<old.count - back, front..<new.count - back)
    if max(left.count, right.count) <= Self.alignedMax {
      pairKept(old, new, left, right)
      pairMoved(old, new, left, right)
    }
    pairSet(earlier, later, left, right)
  }

  private mutating func pair(_ earlier: Int, _ later: Int) {
    laterIndexes[earlier] = later
    earlierIndexes[later] = earlier
  }

  /// What both have in the same order.
  private mutating func pairKept(
    _ old: [Value.Appearance], _ new: [Value.Appearance], _ left: Range<Int>, _ right: Range<Int>
  ) {
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in new[right].difference(from: old[left]) {
      switch change {
      case .remove(let offset, _, _): removed.insert(left.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(right.lowerBound + offset)
      }
    }
    let kept = zip(
      left.filter { !removed.contains($0) }, right.filter { !inserted.contains($0) })
    for (i, j) in kept { pair(i, j) }
  }

  private mutating func pairMoved(
    _ old: [Value.Appearance], _ new: [Value.Appearance], _ left: Range<Int>, _ right: Range<Int>
  ) {
    var places: [Value.Appearance: [Int]] = [:]
    for i in left.reversed() where laterIndexes[i] == nil { places[old[i], default: []].append(i) }
    for j in right where earlierIndexes[j] == nil {
      if let i = places[new[j]]?.popLast() { pair(i, j) }
    }
  }

  /// Elements that stand between the same two others on both sides.
  private mutating func pairSet(
    _ earlier: [Value], _ later: [Value], _ left: Range<Int>, _ right: Range<Int>
  ) {
    var i = left.lowerBound
    for j in right {
      if let partner = earlierIndexes[j] {
        i = max(i, partner + 1)
      } else if i < left.upperBound, laterIndexes[i] == nil,
        earlier[i].isEmbedded == later[j].isEmbedded
      {
        pair(i, j)
        i += 1
      }
    }
  }
}

extension Value {
  fileprivate var isEmbedded: Bool { if case .embedded = self { true } else { false } }
}
