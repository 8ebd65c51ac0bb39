import RealmModel
import TraceFormat

// Where copying gives something else than what is copied.
extension ValueCopier {
  mutating func note(_ kind: CopyDeviation.Kind, at cell: CellAddress) {
    guard let place = destination.location(of: cell) else { return }
    let deviation = CopyDeviation(
      kind: kind, place: place, className: place.table, property: place.field)
    if deviations.last != deviation { deviations.append(deviation) }
  }

  /// Notes in which order a list has the elements of its source, of which some were inserted at the
  /// index they have there although others were left out.
  mutating func noteOrder(
    of list: CellAddress, _ source: Range<Int>, inserted: Range<Int>, _ skipped: [Int],
    _ dropped: [Int]
  ) {
    var order = Array(source.filter { !inserted.contains($0) })
    for index in inserted where !skipped.contains(index) { order.insert(index, at: index) }
    for place in dropped.reversed() { order.remove(at: place) }
    orders[list] = order
  }

  mutating func noteDeviations(_ pair: ColumnPair, _ from: CellAddress, _ to: CellAddress) {
    guard pair.holdsForms || hasDanglingLinks else { return }
    let (value, copy) = (source.cell(from), destination.state.cell(to))
    if pair.holdsForms, value.differsInForm(from: copy) { note(.numberFormKept, at: to) }
    if comparesRawLinks, pair.source.type == .mixed, value.collectionKind != nil,
      holdsWrongLink(copy, for: value, pair)
    {
      note(.wrongLinkKept, at: to)
    }
    if hasDanglingLinks, value.links.contains(where: \.key.isUnresolved) {
      note(.danglingLinkHidden, at: to)
    }
  }

  /// Whether a link has the internal keys of the source's and means another object.
  private func holdsWrongLink(_ copy: Cell, for value: Cell, _ pair: ColumnPair) -> Bool {
    switch (value, copy) {
    case (.list(let values), .list(let copies)):
      values.count == copies.count
        && zip(values, copies).contains { holdsWrongLink($1, for: $0, pair) }
    case (.dictionary(let entries), .dictionary(let copies)):
      zip(entries.keys, entries.values).contains { key, value in
        copies[key].map { holdsWrongLink($0, for: value, pair) } ?? false
      }
    case (.link(let target), .link(let other)):
      // A link without a counterpart is not the one that was kept either.
      target == other && !target.key.isUnresolved
        && (try? convert(target, pair))?.linkTarget != other
    default: false
    }
  }
}

extension ValueCopier.ColumnPair {
  /// Whether the property holds one link to an object that has a primary key.
  var isPlainLink: Bool {
    source.collection == .single && source.type == .link && !source.isEmbedded
  }

  /// Whether values can be equal and yet not the same.
  var holdsForms: Bool {
    switch source.type {
    case .float, .double, .decimal, .mixed: true
    default: false
    }
  }
}

extension Cell {
  /// Whether two equal values are different numbers: 1 and 1.0, or 1.5 and 1.50.
  func differsInForm(from other: Cell) -> Bool {
    switch (self, other) {
    case (.int, .int), (.null, .null): false
    case (.float(let x), .float(let y)): x != y && CellOrder.compareMixed(self, other) == 0
    case (.double(let x), .double(let y)): x != y && CellOrder.compareMixed(self, other) == 0
    case (.decimal(let x), .decimal(let y)): x != y && CellOrder.compareMixed(self, other) == 0
    case (.list(let x), .list(let y)), (.set(let x), .set(let y)):
      x.count == y.count && zip(x, y).contains { $0.differsInForm(from: $1) }
    case (.dictionary(let x), .dictionary(let y)):
      x.keys == y.keys && zip(x.values, y.values).contains { $0.differsInForm(from: $1) }
    default: isNumber && other.isNumber && CellOrder.compareMixed(self, other) == 0
    }
  }
}
