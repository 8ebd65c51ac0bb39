/// Entries that are found by a hash of their key, and whose copies share memory.
///
/// Open addressing: an entry stands in the slot that its mark names, or in the first free one after it. The slots are
/// a ``PersistentArray``, so a lookup touches little memory, and a change after a copy copies 32 of them. Which key an
/// entry has only the owner knows, so that none is held twice.
struct HashedEntries<Entry: SlotFiller>: Sendable {
  private struct Slot: Sendable {
    /// Half of the spread of the entry's key, which tells most keys apart, but never 0; 0 for a free slot.
    var mark: UInt32
    var entry: Entry

    static var free: Slot { Slot(mark: 0, entry: .filler) }
  }

  /// None, or a power of two of them, at least a quarter free.
  private var slots = PersistentArray<Slot>()
  private(set) var count = 0

  /// In no order that means anything.
  var all: [Entry] {
    (0..<slots.count).compactMap { slots[$0].mark == 0 ? nil : slots[$0].entry }
  }

  /// The entry of a key, of which its spread is given and what tells its entry from those of others.
  @inline(__always)
  func first(_ spread: UInt64, where isOfKey: (Entry) -> Bool) -> Entry? {
    guard slots.count > 0 else { return nil }
    let place = place(of: Self.mark(spread), isOfKey)
    return slots[place].mark == 0 ? nil : slots[place].entry
  }

  /// Adds the entry of a key that has none.
  mutating func insert(_ entry: Entry, _ spread: UInt64) {
    if (count + 1) * 4 > slots.count * 3 { grow() }
    let mark = Self.mark(spread)
    slots[place(of: mark) { _ in false }] = Slot(mark: mark, entry: entry)
    count += 1
  }

  @discardableResult
  mutating func remove(_ spread: UInt64, where isOfKey: (Entry) -> Bool) -> Entry? {
    guard slots.count > 0 else { return nil }
    let place = place(of: Self.mark(spread), isOfKey)
    guard slots[place].mark != 0 else { return nil }
    let entry = slots[place].entry
    count -= 1
    closeGap(at: place)
    return entry
  }
}

/// What is in a free slot.
protocol SlotFiller: Sendable {
  static var filler: Self { get }
}

extension HashedEntries {
  private var mask: Int { slots.count &- 1 }

  private static func mark(_ spread: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: spread >> 32) | 1
  }

  /// The slot that a mark names.
  private func home(_ mark: UInt32) -> Int { Int(mark >> 1) & mask }

  /// The slot of an entry, or the free one that it would get.
  @inline(__always)
  private func place(of mark: UInt32, _ isOfKey: (Entry) -> Bool) -> Int {
    var place = home(mark)
    while true {
      let found = slots[place].mark
      if found == 0 || (found == mark && isOfKey(slots[place].entry)) { return place }
      place = (place &+ 1) & mask
    }
  }

  private mutating func grow() {
    let old = slots
    slots = PersistentArray(repeating: .free, count: max(16, old.count * 2))
    for index in 0..<old.count where old[index].mark != 0 {
      slots[place(of: old[index].mark) { _ in false }] = old[index]
    }
  }

  /// Frees a slot, and moves up what would not be found behind it any more.
  private mutating func closeGap(at place: Int) {
    var (gap, next) = (place, (place + 1) & mask)
    while slots[next].mark != 0 {
      if (next &- home(slots[next].mark)) & mask >= (next &- gap) & mask {
        slots[gap] = slots[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    slots[gap] = .free
  }
}

extension HashedEntries where Entry == UInt32 {
  /// How many slots stand in memory that a processor has at hand.
  private static var slotsAtHand: Int { 4096 }

  /// The numbers below a count, all at once; of those with one key the first stays.
  ///
  /// They are put in by the slots that they belong to: in any other order almost each would wait for memory.
  ///
  /// - Parameters:
  ///   - spread: gives that of a number's key.
  ///   - duplicates: takes the numbers that do not stay.
  init(
    count: Int, spread: (Int) -> UInt64, areOfOneKey: (Entry, Entry) -> Bool,
    duplicates: inout [Entry]
  ) {
    guard count > 0 else { return }
    var capacity = 16
    while count * 4 > capacity * 3 { capacity *= 2 }
    slots = PersistentArray(repeating: .free, count: capacity)
    let given = (0..<count).map { Slot(mark: Self.mark(spread($0)), entry: Entry($0)) }
    for slot in inOrder(given) {
      let place = place(of: slot.mark) { areOfOneKey($0, slot.entry) }
      if slots[place].mark == 0 {
        slots[place] = slot
        self.count += 1
      } else {
        duplicates.append(slot.entry)
      }
    }
  }

  private func inOrder(_ given: [Slot]) -> [Slot] {
    let stretchCount = max(slots.count / Self.slotsAtHand, 1)
    var starts = [Int](repeating: 0, count: stretchCount + 1)
    for slot in given { starts[home(slot.mark) / Self.slotsAtHand + 1] += 1 }
    for index in 0..<stretchCount { starts[index + 1] += starts[index] }
    var slots = [Slot](repeating: .free, count: given.count)
    for slot in given {
      let stretch = home(slot.mark) / Self.slotsAtHand
      slots[starts[stretch]] = slot
      starts[stretch] += 1
    }
    return slots
  }
}
