import RealmModel
import TraceFormat

extension ValueCopier {
  /// Makes a list of a fixed element type equal: what is common at the front and at the back
  /// stays, the middle is overwritten, inserted or removed.
  ///
  /// Links without target are hidden in both lists, and stay where they are in the destination.
  mutating func copyList(_ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair)
    throws(ResetFailure)
  {
    let elements = source.cell(from).elements.visible
    let present = destination.state.cell(to).elements.visible
    let shorter = min(elements.count, present.count)
    var position = 0
    while position < shorter,
      try compare(elements[position], present[position], pair).order == 0
    {
      position += 1
    }
    guard position < elements.count || elements.count != present.count else { return }
    var suffix = 0
    while suffix < shorter - position,
      try compare(
        elements[elements.count - 1 - suffix], present[present.count - 1 - suffix], pair
      ).order == 0
    {
      suffix += 1
    }
    let overlap = shorter - suffix
    let dropped = try overwrite(position..<overlap, of: to, with: elements, pair)
    try insert(elements[max(position, overlap)..<(elements.count - suffix)], into: to, suffix, pair)
    removeSurplus(of: to, from: elements.count - suffix, elements.count, suffix)
    for index in dropped.reversed() { destination.remove(at: storedIndex(index, to), in: to) }
  }

  /// Overwrites elements that differ; gives the indexes of those whose link has no target.
  private mutating func overwrite(
    _ range: Range<Int>, of list: CellAddress, with elements: CellList, _ pair: ColumnPair
  ) throws(ResetFailure) -> [Int] {
    var dropped: [Int] = []
    for index in range {
      let stored = storedIndex(index, list)
      let present = destination.state.cell(list).elements[stored]
      let (order, conversion) = try compare(elements[index], present, pair)
      guard order != 0 else { continue }
      let address = list.appending(.index(UInt32(stored)))
      switch conversion {
      case .newEmbedded(let object):
        track(object, try newEmbedded(pair) { $0.setEmbedded(at: address) })
      case .value(.null) where pair.destination.type == .link: dropped.append(index)
      case .value(let converted):
        try pair.check(converted)
        destination.set(converted, at: address)
      }
    }
    return dropped
  }

  private mutating func insert(
    _ elements: Slice<CellList>, into list: CellAddress, _ suffix: Int, _ pair: ColumnPair
  ) throws(ResetFailure) {
    for element in elements {
      let place = storedIndex(visibleCount(list) - suffix, list)
      switch try compare(element, .null, pair).conversion {
      case .newEmbedded(let object):
        track(object, try newEmbedded(pair) { $0.insertEmbedded(at: place, in: list) })
      case .value(.null) where pair.destination.type == .link: continue
      case .value(let converted):
        try pair.check(converted)
        destination.insert(converted, at: place, in: list)
      }
    }
  }

  /// Removes what is left over in front of the common end, hidden elements among it included.
  private mutating func removeSurplus(
    of list: CellAddress, from start: Int, _ count: Int, _ suffix: Int
  ) {
    let present = visibleCount(list)
    guard present > count else { return }
    let range = storedIndex(start, list)..<storedIndex(present - suffix, list)
    for index in range.reversed() { destination.remove(at: index, in: list) }
  }

  private func visibleCount(_ list: CellAddress) -> Int {
    guard destination.state.column(list).type == .link else {
      return destination.state.cell(list).elements.count
    }
    return destination.state.cell(list).elements.count { !$0.isDangling }
  }

  /// The index in the stored list of an index that does not count hidden elements.
  private func storedIndex(_ index: Int, _ list: CellAddress) -> Int {
    guard destination.state.column(list).type == .link else { return index }
    var stored = index
    for (position, element) in destination.state.cell(list).elements.enumerated()
    where element.isDangling {
      if position > stored { break }
      stored += 1
    }
    return stored
  }
}

extension Cell {
  fileprivate var isDangling: Bool { linkTarget?.key.isUnresolved ?? false }
}

extension CellList {
  fileprivate var visible: CellList { CellList(filter { !$0.isDangling }) }
}
