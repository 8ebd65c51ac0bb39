internal import RealmModel
internal import TraceFormat

/// Values by kind, each kind in Realm's order. Those that a new object has anyway (0, nothing, the first
/// identifier) are not among them: they stay.
struct SortedValues {
  /// Numbers in Realm's order across their types, those that are equal to Realm together.
  private(set) var numbers: [[Value]] = []
  private(set) var texts: [Value] = []
  private(set) var binaries: [Value] = []
  private(set) var dates: [Value] = []
  private(set) var identifiers: [Value] = []

  init(_ values: Set<Value>) {
    var unsorted: [Value] = []
    for value in values where !value.isDefault {
      switch value {
      case .int, .float, .double, .decimal: if !value.isNoNumber { unsorted.append(value) }
      case .string: texts.append(value)
      case .binary: binaries.append(value)
      case .timestamp: dates.append(value)
      case .objectID, .uuid: identifiers.append(value)
      case .null, .bool, .link, .embedded, .list, .set, .dictionary: break
      }
    }
    unsorted.sortAsMixed()
    for number in unsorted {
      if let last = numbers.last?.last, last.compareMixed(number) == 0 {
        numbers[numbers.count - 1].append(number)
      } else {
        numbers.append([number])
      }
    }
    texts.sortAsMixed()
    binaries.sortAsMixed()
    dates.sortAsMixed()
    identifiers.sortAsMixed()
  }
}

extension [Value] {
  /// Realm's order of Mixed; equal ones in an order of their own, for the same bytes every time.
  fileprivate mutating func sortAsMixed() {
    sort { a, b in
      let order = a.compareMixed(b)
      return order != 0 ? order < 0 : a.seedBytes.lexicographicallyPrecedes(b.seedBytes)
    }
  }
}

extension Value {
  func compareMixed(_ other: Value) -> Int {
    CellOrder.compareMixed(Cell(scalar: self), Cell(scalar: other))
  }

  /// Whether a property has it that was never set.
  var isDefault: Bool {
    switch self {
    case .null, .bool: true
    case .int, .float, .double, .decimal: !isNoNumber && compareMixed(.int(0)) == 0
    case .string(let text), .binary(let text): text.isEmpty
    case .timestamp(let time): time == Timestamp(seconds: 0, nanoseconds: 0)
    case .objectID(let id): id == ObjectID(high: 0, low: 0)
    case .uuid(let id): id == RealmUUID(high: 0, low: 0)
    case .link, .embedded, .list, .set, .dictionary: false
    }
  }

  /// Whether it is infinite or not a number: its bits mean something, and stay.
  var isNoNumber: Bool {
    switch self {
    case .float(let bits): !Float(bitPattern: bits).isFinite
    case .double(let bits): !Double(bitPattern: bits).isFinite
    case .decimal(let value): value.isNaN || value.isInfinite
    default: false
    }
  }
}
