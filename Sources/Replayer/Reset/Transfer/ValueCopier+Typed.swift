import RealmModel
import TraceFormat

/// What has to happen to a dictionary so that it equals another: found in one walk over both.
struct DictionaryPlan {
  /// Indexes in the source: new keys, and keys whose value differs.
  private(set) var inserted: [Int] = []
  /// Indexes in the destination.
  private(set) var removed: [Int] = []

  init<Failure: Error>(
    _ source: CellDictionary, _ destination: CellDictionary,
    differs: (Cell, Cell) throws(Failure) -> Bool
  ) throws(Failure) {
    var (index, other) = (0, 0)
    while index < source.count, other < destination.count {
      let (key, otherKey) = (source.keys[index], destination.keys[other])
      if key == otherKey {
        if try differs(source.values[index], destination.values[other]) { inserted.append(index) }
        index += 1
        other += 1
      } else if key < otherKey {
        inserted.append(index)
        index += 1
      } else {
        removed.append(other)
        other += 1
      }
    }
    inserted += index..<source.count
    removed += other..<destination.count
  }
}

extension ValueCopier {
  mutating func copyDictionary(_ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair)
    throws(ResetFailure)
  {
    let (entries, present) = (source.cell(from).entries, destination.state.cell(to).entries)
    let plan = try DictionaryPlan(entries, present) { value, other throws(ResetFailure) in
      try compare(Self.visible(value), Self.visible(other), pair).order != 0
    }
    for index in plan.removed.reversed() {
      _ = destination.remove(key: present.keys[index], in: to)
    }
    for index in plan.inserted {
      let key = entries.keys[index]
      switch try compare(Self.visible(entries.values[index]), .null, pair).conversion {
      case .value(let converted): destination.insert(converted, forKey: key, in: to)
      case .newEmbedded(let object):
        track(object, try newEmbedded(pair) { $0.insertEmbedded(forKey: key, in: to) })
      }
    }
  }

  /// Makes a set equal. Both are walked in stored order, the source's elements converted.
  mutating func copySet(_ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair)
    throws(ResetFailure)
  {
    let isLinkSet = pair.source.type == .link
    let isHidden = { (cell: Cell) in isLinkSet && cell.linkTarget?.key.isUnresolved == true }
    let elements = source.cell(from).elements.filter { !isHidden($0) }
    let present = destination.state.cell(to).elements.filter { !isHidden($0) }
    var (inserted, removed): ([Int], [Int]) = ([], [])
    var (index, other) = (0, 0)
    while index < elements.count, other < present.count {
      let order = try compare(elements[index], present[other], pair).order
      if order > 0 {
        removed.append(other)
      } else if order < 0 {
        inserted.append(index)
      }
      if order >= 0 { other += 1 }
      if order <= 0 { index += 1 }
    }
    inserted += index..<elements.count
    removed += other..<present.count
    for index in removed.reversed() { _ = destination.removeFromSet(present[index], at: to) }
    for index in inserted {
      guard case .value(let value) = try compare(elements[index], .null, pair).conversion else {
        throw .crash("a set of embedded objects")
      }
      guard !value.isNull || pair.destination.isNullable else {
        throw ResetFailure(
          .rejectedByStorage, message: "Set: \(destination.state.readableName(to))")
      }
      _ = destination.insertIntoSet(value, at: to)
    }
  }
}
