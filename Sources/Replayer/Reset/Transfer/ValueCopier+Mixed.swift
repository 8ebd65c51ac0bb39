import RealmModel
import TraceFormat

// Collections of Mixed. Realm Core compares links by their internal keys here, not by primary key, inserts elements at
// the index they have in the source, and puts a link without target in as it is (quirks R13 and R14).
extension ValueCopier {
  mutating func copyMixedList(_ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair)
    throws(ResetFailure)
  {
    let elements = source.cell(from).elements
    let present = destination.state.cell(to).elements
    var left = 0
    while left < min(elements.count, present.count), try match(elements[left], present[left], pair)
    {
      left += 1
    }
    var (right, presentRight) = (elements.count - 1, present.count - 1)
    while right >= left, presentRight >= left,
      try match(elements[right], present[presentRight], pair)
    {
      right -= 1
      presentRight -= 1
    }
    var dropped: [Int] = []
    let overlapEnd = min(right, presentRight)
    for index in stride(from: left, through: overlapEnd, by: 1) {
      if try overwriteMixed(index, elements[index], present[index], from, to, pair) {
        dropped.append(index)
      }
    }
    for index in stride(from: presentRight, to: right, by: -1) {
      destination.remove(at: index, in: to)
    }
    let inserted = max(left, overlapEnd + 1)..<max(left, right + 1)
    let skipped = try insertMixed(inserted, of: elements, from, to, pair)
    for index in dropped.reversed() { destination.remove(at: index, in: to) }
    if insertsAtSourceIndex, !skipped.isEmpty {
      noteOrder(of: to, elements.indices, inserted: inserted, skipped, dropped)
    }
  }

  /// Inserts elements that the destination lacks; gives the indexes of links without target, which are left out.
  private mutating func insertMixed(
    _ range: Range<Int>, of elements: CellList, _ from: CellAddress, _ to: CellAddress,
    _ pair: ColumnPair
  ) throws(ResetFailure) -> [Int] {
    var skipped: [Int] = []
    for index in range {
      let place = insertsAtSourceIndex ? index : index - skipped.count
      let isInserted = try insertMixed(
        elements[index], at: place, isShifted: place != index - skipped.count,
        from.appending(.index(UInt32(index))), to, pair)
      if !isInserted { skipped.append(index) }
    }
    return skipped
  }

  /// Overwrites an element that differs; true if it is a link without target, to be dropped.
  private mutating func overwriteMixed(
    _ index: Int, _ element: Cell, _ present: Cell, _ from: CellAddress, _ to: CellAddress,
    _ pair: ColumnPair
  ) throws(ResetFailure) -> Bool {
    let step = PathStep.index(UInt32(index))
    if let kind = element.collectionKind {
      guard try !match(element, present, pair) else { return false }
      if present.collectionKind != kind { destination.setCollection(kind, at: to.appending(step)) }
      try copyCollection(kind, from.appending(step), to.appending(step), pair)
      return false
    }
    let value = Self.visible(element)
    guard try !match(value, present, pair) else { return false }
    let converted = try convertMixed(value, pair)
    if case .link = value, converted.isNull { return true }
    destination.set(converted, at: to.appending(step))
    return false
  }

  /// Inserts an element; false if it is a link without target, which is left out.
  private mutating func insertMixed(
    _ element: Cell, at index: Int, isShifted: Bool, _ from: CellAddress, _ to: CellAddress,
    _ pair: ColumnPair
  ) throws(ResetFailure) -> Bool {
    let kind = element.collectionKind
    let value = Self.visible(element)
    let converted = if let kind { Cell.empty(kind) } else { try convertMixed(value, pair) }
    if case .link = value, converted.isNull { return false }
    if isShifted { note(.elementsOutOfOrder, at: to) }
    guard index <= destination.state.cell(to).elements.count else {
      throw ResetFailure(
        .rejectedByStorage, message: destination.state.outOfBounds(index, "insert()", to))
    }
    destination.insert(converted, at: index, in: to)
    if let kind { try copyCollection(kind, from, to.appending(.index(UInt32(index))), pair) }
    return true
  }

  mutating func copyCollection(
    _ kind: CollectionKind, _ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair
  ) throws(ResetFailure) {
    if kind == .list {
      try copyMixedList(from, to, pair)
    } else {
      try copyDictionary(from, to, pair)
    }
  }

  private mutating func convertMixed(_ value: Cell, _ pair: ColumnPair) throws(ResetFailure)
    -> Cell
  {
    guard case .value(let converted) = try compare(value, .null, pair).conversion else {
      throw .crash("an embedded object in a Mixed value")
    }
    return converted
  }

  /// Inserts a link without target as it is, by the source's internal keys.
  mutating func insertRaw(
    _ raw: ObjectAddress, forKey key: RealmString, _ to: CellAddress
  ) throws(ResetFailure) {
    note(.rawLinkInserted, at: to.appending(.key(key)))
    guard destination.state.contains(raw) else {
      throw ResetFailure(.rejectedByStorage, message: "Target object not found")
    }
    switch destination.state.tables[raw.table.slot].kind {
    case .topLevel: break
    case .embedded:
      throw ResetFailure(.rejectedByStorage, message: "Cannot link to embedded object")
    case .asymmetric:
      throw ResetFailure(.rejectedByStorage, message: "Cannot link to ephemeral object")
    }
    destination.insert(.link(raw), forKey: key, in: to)
  }

  /// Whether two elements are the same: equal as Mixed, collections by their contents.
  func match(_ a: Cell, _ b: Cell, _ pair: ColumnPair) throws(ResetFailure) -> Bool {
    switch (a, b) {
    case (.list(let x), .list(let y)): return try match(x, y, pair)
    case (.dictionary(let x), .dictionary(let y)):
      guard x.keys == y.keys else { return false }
      return try match(x.values, y.values, pair)
    case (.link(let target), _) where !comparesRawLinks:
      return CellOrder.compareMixed(try convert(target, pair), Self.visible(b)) == 0
    default: return CellOrder.compareMixed(Self.visible(a), Self.visible(b)) == 0
    }
  }

  private func match(_ a: CellList, _ b: CellList, _ pair: ColumnPair) throws(ResetFailure)
    -> Bool
  {
    guard a.count == b.count else { return false }
    for index in a.indices {
      guard try match(a[index], b[index], pair) else { return false }
    }
    return true
  }
}
