import TraceFormat

/// The cells of one leaf for some objects, in about as many bytes as a file has for them.
///
/// A cell is made when it is asked for.
package enum CellColumn: Sendable {
  case same(Cell)
  /// Numbers, of which one may stand for null.
  case ints(PackedIntegers, null: Int64?)
  /// 0, 1, and where it is nullable 3 for null.
  case bools(PackedIntegers, isNullable: Bool)
  case floats(PackedIntegers, isNullable: Bool)
  case doubles(PackedIntegers, isNullable: Bool)
  /// Seconds, of which one number stands for null, and nanoseconds.
  case timestamps(PackedIntegers, null: Int64, nanoseconds: PackedIntegers)
  case strings(StoredTexts, null: Cell)
  case binaries(StoredTexts, null: Cell)
  case identifiers(StoredIdentifiers)
  /// Links to a class: the object's key and a number more; of -1 for none.
  case links(TableKey, PackedIntegers, more: Int64)
  case collections(CellCollections)
  case incoming(IncomingLinks)
  case cells([Cell])

  /// What Realm has for null among floating-point numbers (`null.hpp`).
  package static let nullFloat: UInt32 = 0x7FC0_00AA
  package static let nullDouble: UInt64 = 0x7FF8_0000_0000_00AA

  package subscript(index: Int) -> Cell {
    switch self {
    case .same(let cell): return cell
    case .ints(let numbers, let null):
      let number = numbers[index]
      return number == null ? .null : .int(number)
    case .bools(let numbers, let isNullable):
      let number = numbers[index]
      return number == 3 && isNullable ? .null : .bool(number != 0)
    case .floats(let numbers, let isNullable):
      let bits = UInt32(truncatingIfNeeded: numbers[index])
      return bits == Self.nullFloat && isNullable ? .null : .float(bitPattern: bits)
    case .doubles(let numbers, let isNullable):
      let bits = UInt64(bitPattern: numbers[index])
      return bits == Self.nullDouble && isNullable ? .null : .double(bitPattern: bits)
    case .timestamps(let seconds, let null, let nanoseconds):
      let second = seconds[index]
      guard second != null else { return .null }
      return .timestamp(
        Timestamp(seconds: second, nanoseconds: Int32(truncatingIfNeeded: nanoseconds[index])))
    case .strings(let texts, let null): return texts[index].map { .string($0) } ?? null
    case .binaries(let texts, let null): return texts[index].map { .binary($0) } ?? null
    case .identifiers(let identifiers): return identifiers[index]
    case .links(let table, let numbers, let more):
      return Self.link(table, numbers[index] &- more).map { .link($0) } ?? .null
    case .collections(let collections): return collections[index]
    case .incoming(let links): return links[index]
    case .cells(let cells): return cells[index]
    }
  }

  /// A link as it is stored: -1 is none, and other negative keys are those of tombstones.
  @inline(__always)
  static func link(_ table: TableKey, _ key: Int64) -> ObjectAddress? {
    key == -1 ? nil : ObjectAddress(table: table, key: ObjectKey(key))
  }

  package func append(_ count: Int, to cells: inout [Cell]) {
    if case .cells(let all) = self, all.count == count {
      cells += all
    } else {
      for index in 0..<count { cells.append(self[index]) }
    }
  }

  /// The same in memory of its own, without the bytes around it.
  package var detached: CellColumn {
    switch self {
    case .ints(let numbers, let null): .ints(numbers.detached, null: null)
    case .bools(let numbers, let isNullable): .bools(numbers.detached, isNullable: isNullable)
    case .floats(let numbers, let isNullable): .floats(numbers.detached, isNullable: isNullable)
    case .doubles(let numbers, let isNullable): .doubles(numbers.detached, isNullable: isNullable)
    case .timestamps(let seconds, let null, let nanoseconds):
      .timestamps(seconds.detached, null: null, nanoseconds: nanoseconds.detached)
    case .identifiers(let identifiers): .identifiers(identifiers.detached)
    case .links(let table, let numbers, let more): .links(table, numbers.detached, more: more)
    // What these hold was copied when it was read.
    case .same, .strings, .binaries, .collections, .incoming, .cells: self
    }
  }

  /// Cells in as little memory as numbers, or links to one class, take.
  package init(compacting cells: [Cell]) {
    if let column = Self.integers(cells) {
      self = column
    } else if case .link(let first)? = cells.first, let keys = Self.links(cells, to: first.table) {
      self = .links(first.table, PackedIntegers(keys), more: 0)
    } else {
      self = .cells(cells)
    }
  }

  /// Numbers, with one that is not among them for null.
  private static func integers(_ cells: [Cell]) -> CellColumn? {
    var (numbers, hasNull, greatest): ([Int64], Bool, Int64) = ([], false, 0)
    numbers.reserveCapacity(cells.count)
    for cell in cells {
      switch cell {
      case .int(let number):
        greatest = max(greatest, number)
        numbers.append(number)
      case .null:
        hasNull = true
        numbers.append(0)
      default: return nil
      }
    }
    guard hasNull else { return .ints(PackedIntegers(numbers), null: nil) }
    guard greatest < Int64.max else { return nil }
    for (index, cell) in cells.enumerated() where cell.isNull { numbers[index] = greatest + 1 }
    return .ints(PackedIntegers(numbers), null: greatest + 1)
  }

  private static func links(_ cells: [Cell], to table: TableKey) -> [Int64]? {
    var keys: [Int64] = []
    keys.reserveCapacity(cells.count)
    for cell in cells {
      guard case .link(let target) = cell, target.table == table, target.key.rawValue != -1 else {
        return nil
      }
      keys.append(target.key.rawValue)
    }
    return keys
  }

  package var mayHoldLinks: Bool {
    switch self {
    case .links, .cells: true
    case .same(let cell): cell.holdsLinks
    case .collections(let collections): collections.elements.mayHoldLinks
    default: false
    }
  }

  /// Calls the body with the index of a cell and every link in it, one cell after the other.
  package func forEachLink<Failure: Error>(
    in indexes: Range<Int>, _ body: (Int, ObjectAddress) throws(Failure) -> Void
  ) throws(Failure) {
    switch self {
    case .links(let table, let numbers, let more):
      for index in indexes {
        if let target = Self.link(table, numbers[index] &- more) { try body(index, target) }
      }
    case .collections(let collections) where collections.elements.mayHoldLinks:
      for index in indexes {
        try collections.elements.forEachLink(in: collections.places(of: index)) {
          (_, target) throws(Failure) in try body(index, target)
        }
      }
    case .cells(let cells):
      for index in indexes {
        try cells[index].forEachLink { (target) throws(Failure) in try body(index, target) }
      }
    case .same(let cell) where cell.holdsLinks:
      for index in indexes {
        try cell.forEachLink { (target) throws(Failure) in try body(index, target) }
      }
    default: break
    }
  }

  /// Calls the body with the index of a cell and the key of every incoming link in it, in the order in which Realm
  /// has them.
  func forEachIncoming(in indexes: Range<Int>, _ body: (Int, ObjectKey) -> Void) {
    for index in indexes {
      if case .incoming(let links) = self {
        links.forEachOrigin(of: index) { body(index, $0) }
      } else if case .backlinks(let keys) = self[index] {
        for key in keys { body(index, key) }
      }
    }
  }
}
