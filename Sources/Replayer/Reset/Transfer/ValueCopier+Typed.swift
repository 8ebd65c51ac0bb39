import RealmModel
import TraceFormat

extension ValueCopier {
  /// Makes a dictionary equal, of one type or of Mixed. Both are walked in the order of their keys.
  mutating func copyDictionary(_ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair)
    throws(ResetFailure)
  {
    let (entries, present) = (source.cell(from).entries, destination.state.cell(to).entries)
    var (inserted, removed): ([Int], [Int]) = ([], [])
    var (index, other) = (0, 0)
    while index < entries.count, other < present.count {
      let (key, otherKey) = (entries.keys[index], present.keys[other])
      if key == otherKey {
        if try differ(entries.values[index], present.values[other], pair) { inserted.append(index) }
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
    inserted += index..<entries.count
    removed += other..<present.count
    for index in removed.reversed() { _ = destination.remove(key: present.keys[index], in: to) }
    for index in inserted {
      try insert(entries.values[index], forKey: entries.keys[index], from, to, pair)
    }
  }

  private mutating func differ(_ value: Cell, _ present: Cell, _ pair: ColumnPair)
    throws(ResetFailure) -> Bool
  {
    if pair.source.type == .mixed { return try !match(value, present, pair) }
    return try compare(Self.visible(value), Self.visible(present), pair).order != 0
  }

  private mutating func insert(
    _ value: Cell, forKey key: RealmString, _ from: CellAddress, _ to: CellAddress,
    _ pair: ColumnPair
  ) throws(ResetFailure) {
    if let kind = value.collectionKind {
      destination.insertCollection(kind, forKey: key, in: to)
      return try copyCollection(kind, from.appending(.key(key)), to.appending(.key(key)), pair)
    }
    let value = Self.visible(value)
    switch try compare(value, .null, pair).conversion {
    case .newEmbedded(let object):
      track(object, try newEmbedded(pair) { $0.insertEmbedded(forKey: key, in: to) })
    case .value(let converted):
      if pair.source.type == .mixed, comparesRawLinks, converted.isNull, case .link(let raw) = value
      {
        return try insertRaw(raw, forKey: key, to)
      }
      let (column, type) = (pair.destination, converted.scalarType)
      guard !converted.isNull || column.isNullable else {
        throw ResetFailure(
          .rejectedByStorage, message: "Dictionary::insert: Value cannot be null")
      }
      guard column.type == .mixed || type == nil || type == column.type else {
        throw ResetFailure(.rejectedByStorage, message: "Dictionary::insert: Wrong value type")
      }
      destination.insert(converted, forKey: key, in: to)
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
      try pair.check(value)
      guard value.isNull, !pair.destination.isNullable else {
        _ = destination.insertIntoSet(value, at: to)
        continue
      }
      guard pair.destination.type != .link else {
        throw ResetFailure(
          .rejectedByStorage, message: "Set: \(destination.state.readableName(to))")
      }
      // Realm has the type's own default stand for null there (Realm Core: `Set::insert_null`).
      _ = destination.insertIntoSet(pair.destination.type.defaultCell, at: to)
    }
  }
}
