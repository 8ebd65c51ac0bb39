/// Where an element of a set stands.
///
/// A plain binary search, comparison by comparison as Realm does it, because with NaN among the
/// elements there is no order and the way of searching decides what is found.
enum SetSearch {
  static func lowerBound(of value: Cell, in elements: CellList, isMixed: Bool) -> Int {
    var (first, count) = (0, elements.count)
    while count > 0 {
      let half = count / 2
      let isLess =
        isMixed
        ? CellOrder.compareMixed(elements[first + half], value) < 0
        : CellOrder.isTypedLess(elements[first + half], value)
      if isLess {
        first += half + 1
        count -= half + 1
      } else {
        count = half
      }
    }
    return first
  }

  /// Where the element is, or where it belongs.
  static func find(_ value: Cell, in elements: CellList, isMixed: Bool) -> (
    index: Int, isFound: Bool
  ) {
    let index = lowerBound(of: value, in: elements, isMixed: isMixed)
    guard index < elements.count else { return (index, false) }
    let isEqual =
      isMixed
      ? CellOrder.compareMixed(elements[index], value) == 0
      : CellOrder.isTypedEqual(elements[index], value)
    return (index, isEqual)
  }
}
