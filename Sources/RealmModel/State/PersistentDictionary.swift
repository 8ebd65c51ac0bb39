/// A dictionary whose copies share memory, for what is looked up by hash.
///
/// Open addressing: an entry stands in the slot that its key's hash names, or in the first free one after it. The slots
/// are a ``PersistentArray``, so a lookup touches little memory, and a change after a copy copies 32 of them.
struct PersistentDictionary<Key: SpreadKey & SlotFiller, Value: SlotFiller>: Sendable {
  private struct Slot: Sendable {
    var key: Key
    /// Half of the key's spread, which tells most keys apart, but never 0; 0 for a free slot.
    var mark: UInt32
    var value: Value

    static var free: Slot { Slot(key: .filler, mark: 0, value: .filler) }
  }

  /// None, or a power of two of them, at least a quarter free.
  private var slots = PersistentArray<Slot>()
  private(set) var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }

  /// In no order that means anything.
  var keys: [Key] {
    var keys: [Key] = []
    slots.forEachWhile { _, slot in
      if slot.mark != 0 { keys.append(slot.key) }
      return true
    }
    return keys
  }

  subscript(key: Key) -> Value? {
    get {
      guard slots.count > 0 else { return nil }
      let place = place(of: key, key.spread)
      return slots[place].mark == 0 ? nil : slots[place].value
    }
    // The value is taken out while it changes, so that it is not held twice and so never copied.
    _modify {
      if slots.count == 0 { grow() }
      let spread = key.spread
      let place = place(of: key, spread)
      let wasPresent = slots[place].mark != 0
      var value: Value?
      if wasPresent {
        value = slots[place].value
        slots[place].value = .filler
      }
      defer {
        if wasPresent {
          replace(at: place, by: value)
        } else {
          insert(value, for: key, spread, place)
        }
      }
      yield &value
    }
  }
}

/// What is in a free slot.
protocol SlotFiller: Sendable {
  static var filler: Self { get }
}

extension PersistentDictionary {
  private var mask: Int { slots.count &- 1 }

  private static func mark(_ spread: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: spread >> 32) | 1
  }

  /// The slot of a key, or the free one that it would get.
  @inline(__always)
  private func place(of key: Key, _ spread: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: spread) & mask
    while true {
      let mark = slots[place].mark
      if mark == 0 || (mark == Self.mark(spread) && slots[place].key == key) { return place }
      place = (place &+ 1) & mask
    }
  }

  private mutating func replace(at place: Int, by value: Value?) {
    if let value {
      slots[place].value = value
    } else {
      count -= 1
      closeGap(at: place)
    }
  }

  private mutating func insert(_ value: Value?, for key: Key, _ spread: UInt64, _ place: Int) {
    guard let value else { return }
    var place = place
    count += 1
    if count * 4 > slots.count * 3 {
      grow()
      place = self.place(of: key, spread)
    }
    slots[place] = Slot(key: key, mark: Self.mark(spread), value: value)
  }

  private mutating func grow() {
    let old = slots
    slots = PersistentArray(repeating: .free, count: max(16, old.count * 2))
    old.forEachWhile { _, slot in
      if slot.mark != 0 { slots[place(of: slot.key, slot.key.spread)] = slot }
      return true
    }
  }

  /// Frees a slot, and moves up what would not be found behind it any more.
  private mutating func closeGap(at place: Int) {
    var (gap, next) = (place, (place + 1) & mask)
    while slots[next].mark != 0 {
      let wanted = Int(truncatingIfNeeded: slots[next].key.spread) & mask
      if (next &- wanted) & mask >= (next &- gap) & mask {
        slots[gap] = slots[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    slots[gap] = .free
  }

  /// A dictionary of entries, and whether a key comes twice, of which the first entry stays.
  ///
  /// They are put in by the slots that they belong to: in any other order almost each would wait for memory.
  ///
  /// - Parameters:
  ///   - count: how many entries there are.
  ///   - forEach: calls what it is given with each of them; asked twice.
  static func collecting(
    count: Int, _ forEach: ((Key, Value) -> Void) -> Void
  ) -> (dictionary: Self, hasDuplicates: Bool) {
    var dictionary = Self()
    guard count > 0 else { return (dictionary, false) }
    var capacity = 16
    while count * 4 > capacity * 3 { capacity *= 2 }
    dictionary.slots = PersistentArray(repeating: .free, count: capacity)
    for (key, value) in inOrderOfSlots(count: count, capacity: capacity, forEach) {
      dictionary.add(value, for: key)
    }
    return (dictionary, dictionary.count < count)
  }

  /// How many slots stand in memory that a processor has at hand.
  private static var slotsAtHand: Int { 4096 }

  private static func inOrderOfSlots(
    count: Int, capacity: Int, _ forEach: ((Key, Value) -> Void) -> Void
  ) -> [(Key, Value)] {
    let stretchCount = max(capacity / slotsAtHand, 1)
    var starts = [Int](repeating: 0, count: stretchCount + 1)
    let stretch = { (key: Key) in
      (Int(truncatingIfNeeded: key.spread) & (capacity - 1)) / slotsAtHand
    }
    forEach { key, _ in starts[stretch(key) + 1] += 1 }
    for index in 0..<stretchCount { starts[index + 1] += starts[index] }
    var entries = [(Key, Value)](repeating: (.filler, .filler), count: starts[stretchCount])
    forEach { key, value in
      let index = stretch(key)
      entries[starts[index]] = (key, value)
      starts[index] += 1
    }
    return entries
  }

  /// Adds an entry, unless the key has one already.
  private mutating func add(_ value: Value, for key: Key) {
    let spread = key.spread
    let place = place(of: key, spread)
    guard slots[place].mark == 0 else { return }
    insert(value, for: key, spread, place)
  }
}
