import TraceFormat

/// What the strings of the current changeset turned out to name, so that a name is looked up once.
struct NameCache {
  /// Slots of classes by string index; -1 where not known yet.
  private var tableSlots: ContiguousArray<Int32> = []
  /// The class and leaf that a string last named a property of.
  private var columns: ContiguousArray<KnownColumn> = []
  private(set) var lastObject: (table: StringIndex, key: PrimaryKey, found: ObjectAddress)?

  /// The class that was found last, and the key of an object in it that was, even if it is gone since:
  /// messages name them.
  private(set) var lastNamed: (table: StringIndex, key: PrimaryKey?)?

  private struct KnownColumn {
    var slot: Int32 = -1
    var leaf: Int32 = -1
  }

  mutating func begin(stringCount: Int) {
    tableSlots = ContiguousArray(repeating: -1, count: stringCount)
    columns = ContiguousArray(repeating: KnownColumn(), count: stringCount)
    lastObject = nil
    lastNamed = nil
  }

  /// Forgets everything, because classes or properties were removed.
  mutating func forget() { begin(stringCount: tableSlots.count) }

  func slot(_ index: StringIndex) -> Int? {
    let slot = tableSlots[Int(index.rawValue)]
    return slot < 0 ? nil : Int(slot)
  }

  mutating func setSlot(_ slot: Int, for index: StringIndex) {
    tableSlots[Int(index.rawValue)] = Int32(slot)
  }

  func leaf(_ index: StringIndex, inSlot slot: Int) -> Int? {
    let known = columns[Int(index.rawValue)]
    return Int(known.slot) == slot ? Int(known.leaf) : nil
  }

  mutating func setLeaf(_ leaf: Int, inSlot slot: Int, for index: StringIndex) {
    columns[Int(index.rawValue)] = KnownColumn(slot: Int32(slot), leaf: Int32(leaf))
  }

  func object(_ table: StringIndex, _ key: PrimaryKey) -> ObjectAddress? {
    guard let lastObject, lastObject.table == table, lastObject.key == key else { return nil }
    return lastObject.found
  }

  mutating func setObject(_ found: ObjectAddress, table: StringIndex, _ key: PrimaryKey) {
    lastObject = (table, key, found)
    lastNamed = (table, key)
  }

  mutating func setNamed(_ table: StringIndex, _ key: PrimaryKey? = nil) {
    if key != nil || lastNamed?.table != table { lastNamed = (table, key) }
  }

  mutating func forgetObject() { lastObject = nil }
}
