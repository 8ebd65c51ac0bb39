import TraceFormat

// Collections of Mixed. Links are compared by their internal keys here, not by primary key, and
// elements are inserted at the index they have in the source: both as in Realm Core.
extension ValueCopier {
  /// Makes a list of Mixed, or one nested in a Mixed, equal.
  mutating func copyMixedList(_ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair)
    throws(ResetFailure)
  {
    let elements = source.cell(from).elements
    let present = destination.state.cell(to).elements
    var left = 0
    while left < min(elements.count, present.count), Self.match(elements[left], present[left]) {
      left += 1
    }
    var (right, presentRight) = (elements.count - 1, present.count - 1)
    while right >= left, presentRight >= left,
      Self.match(elements[right], present[presentRight])
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
    for index in stride(from: max(left, overlapEnd + 1), through: right, by: 1) {
      try insertMixed(elements[index], at: index, from, to, pair)
    }
    for index in dropped.reversed() { destination.remove(at: index, in: to) }
  }

  /// Overwrites an element that differs; true if it is a link without target, to be dropped.
  private mutating func overwriteMixed(
    _ index: Int, _ element: Cell, _ present: Cell, _ from: CellAddress, _ to: CellAddress,
    _ pair: ColumnPair
  ) throws(ResetFailure) -> Bool {
    let step = PathStep.index(UInt32(index))
    if let kind = element.collectionKind {
      guard !Self.match(element, present) else { return false }
      if present.collectionKind != kind {
        destination.setCollection(kind, at: to.appending(step))
      }
      try copyCollection(kind, from.appending(step), to.appending(step), pair)
      return false
    }
    let (value, other) = (Self.visible(element), Self.visible(present))
    guard CellOrder.compareMixed(other, value) != 0 else { return false }
    let converted = try convertMixed(value, pair)
    if case .link = value, converted.isNull { return true }
    destination.set(converted, at: to.appending(step))
    return false
  }

  private mutating func insertMixed(
    _ element: Cell, at index: Int, _ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair
  ) throws(ResetFailure) {
    let kind = element.collectionKind
    let value = Self.visible(element)
    let converted = if let kind { Cell.empty(kind) } else { try convertMixed(value, pair) }
    if case .link = value, converted.isNull { return }
    let count = destination.state.cell(to).elements.count
    guard index <= count else {
      throw .outOfBounds(index, "insert()", destination.state.readableName(to), count: count)
    }
    destination.insert(converted, at: index, in: to)
    guard let kind else { return }
    let step = PathStep.index(UInt32(index))
    try copyCollection(kind, from.appending(step), to.appending(step), pair)
  }

  private mutating func copyCollection(
    _ kind: CollectionKind, _ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair
  ) throws(ResetFailure) {
    if kind == .list {
      try copyMixedList(from, to, pair)
    } else {
      try copyMixedDictionary(from, to, pair)
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

  /// Makes a dictionary of Mixed, or one nested in a Mixed, equal.
  mutating func copyMixedDictionary(_ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair)
    throws(ResetFailure)
  {
    let (entries, present) = (source.cell(from).entries, destination.state.cell(to).entries)
    let plan = DictionaryPlan(entries, present) { value, other in
      !Self.match(value, other)
    }
    for index in plan.removed.reversed() {
      _ = destination.remove(key: present.keys[index], in: to)
    }
    for index in plan.inserted {
      let (key, value) = (entries.keys[index], entries.values[index])
      if let kind = value.collectionKind {
        destination.insertCollection(kind, forKey: key, in: to)
        try copyCollection(kind, from.appending(.key(key)), to.appending(.key(key)), pair)
      } else {
        try insertMixed(Self.visible(value), forKey: key, to, pair)
      }
    }
  }

  /// Inserts a value; a link without target goes in as it is, by the source's internal keys.
  private mutating func insertMixed(
    _ value: Cell, forKey key: RealmString, _ to: CellAddress, _ pair: ColumnPair
  ) throws(ResetFailure) {
    let converted = try convertMixed(value, pair)
    guard case .link(let raw) = value, converted.isNull else {
      destination.insert(converted, forKey: key, in: to)
      return
    }
    guard destination.state.contains(raw) else {
      throw ResetFailure(.rejectedByStorage, message: "Target object not found")
    }
    destination.insert(.link(raw), forKey: key, in: to)
  }

  /// Whether two elements are the same: equal as Mixed, collections by their contents.
  static func match(_ a: Cell, _ b: Cell) -> Bool {
    switch (a, b) {
    case (.list(let x), .list(let y)):
      x.count == y.count && zip(x, y).allSatisfy { match($0, $1) }
    case (.dictionary(let x), .dictionary(let y)):
      x.keys == y.keys && zip(x.values, y.values).allSatisfy { match($0, $1) }
    default: CellOrder.compareMixed(visible(a), visible(b)) == 0
    }
  }
}

extension Cell {
  /// The entries of a dictionary; none for anything else.
  var entries: CellDictionary {
    if case .dictionary(let entries) = self { entries } else { CellDictionary() }
  }
}
