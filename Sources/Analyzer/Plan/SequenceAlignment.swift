/// Two sequences side by side: what is in both, in order, and what stands between.
package struct SequenceAlignment {
  /// A stretch that is the same in both, or what one has in place of the other's.
  package struct Stretch: Equatable {
    package var isSame: Bool
    package var first: Range<Int>
    package var second: Range<Int>
  }

  package private(set) var stretches: [Stretch] = []
  /// Whether what differs was aligned element by element, and was not too long for that.
  package private(set) var isAligned = true

  /// Aligns the sequences of two arrays by what is equal in them.
  ///
  /// - Parameter alignedMax: sequences whose differing middle parts are longer are not aligned element by element.
  /// - Complexity: As that of `difference(from:)`, for at most so many elements each; linear in what is
  ///   before and behind.
  package init<Element: Hashable>(
    _ first: [Element], _ second: [Element], alignedMax: Int = 2000
  ) {
    let prefix = zip(first, second).prefix { $0 == $1 }.count
    let rest = min(first.count, second.count) - prefix
    let suffix = zip(first.reversed(), second.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let middle = (prefix..<first.count - suffix, prefix..<second.count - suffix)
    add(isSame: true, 0..<prefix, 0..<prefix)
    isAligned = max(middle.0.count, middle.1.count) <= alignedMax
    if isAligned {
      align(first, second, middle.0, middle.1)
    } else {
      add(isSame: false, middle.0, middle.1)
    }
    add(
      isSame: true, middle.0.upperBound..<first.count, middle.1.upperBound..<second.count)
  }

  private mutating func align<Element: Hashable>(
    _ first: [Element], _ second: [Element], _ left: Range<Int>, _ right: Range<Int>
  ) {
    let changes = second[right].difference(from: first[left])
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(left.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(right.lowerBound + offset)
      }
    }
    var (i, j) = (left.lowerBound, right.lowerBound)
    while i < left.upperBound || j < right.upperBound {
      let (i0, j0) = (i, j)
      while i < left.upperBound, removed.contains(i) { i += 1 }
      while j < right.upperBound, inserted.contains(j) { j += 1 }
      add(isSame: false, i0..<i, j0..<j)
      let (i1, j1) = (i, j)
      while i < left.upperBound, j < right.upperBound, !removed.contains(i), !inserted.contains(j) {
        i += 1
        j += 1
      }
      add(isSame: true, i1..<i, j1..<j)
    }
  }

  private mutating func add(isSame: Bool, _ first: Range<Int>, _ second: Range<Int>) {
    guard !first.isEmpty || !second.isEmpty else { return }
    stretches.append(Stretch(isSame: isSame, first: first, second: second))
  }
}
