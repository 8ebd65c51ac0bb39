/// A dictionary whose copies share memory, for what is looked up by hash.
///
/// Open addressing: an entry stands in the slot that its key's hash names, or in the first free one
/// after it. The slots are a ``PersistentArray``, so a lookup touches little memory, and a change
/// after a copy copies 32 of them.
struct PersistentDictionary<Key: SpreadKey, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var key: Key
    var value: Value
  }

  /// None, or a power of two of them, at least a quarter free.
  private var slots = PersistentArray<Entry?>()
  private(set) var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }

  /// In no order that means anything.
  var keys: [Key] {
    var keys: [Key] = []
    slots.forEachWhile { _, entry in
      if let entry { keys.append(entry.key) }
      return true
    }
    return keys
  }

  subscript(key: Key) -> Value? {
    get { slots.count == 0 ? nil : slots[place(of: key)]?.value }
    // The entry is taken out while its value changes, so that this is not held twice and so never
    // copied.
    _modify {
      if slots.count == 0 { grow() }
      let place = place(of: key)
      var value = slots[place]?.value
      let wasPresent = value != nil
      if wasPresent { slots[place] = nil }
      defer { put(value, for: key, at: place, wasPresent: wasPresent) }
      yield &value
    }
  }
}

extension PersistentDictionary {
  private var mask: Int { slots.count &- 1 }

  /// The slot of a key, or the free one that it would get.
  @inline(__always)
  private func place(of key: Key) -> Int {
    var place = Int(truncatingIfNeeded: key.spread) & mask
    while let present = slots[place]?.key, present != key { place = (place &+ 1) & mask }
    return place
  }

  /// Puts a value, or nothing, into a slot that is free now.
  private mutating func put(_ value: Value?, for key: Key, at place: Int, wasPresent: Bool) {
    guard let value else {
      guard wasPresent else { return }
      count -= 1
      closeGap(at: place)
      return
    }
    var place = place
    if !wasPresent {
      count += 1
      if count * 4 > slots.count * 3 {
        grow()
        place = self.place(of: key)
      }
    }
    slots[place] = Entry(key: key, value: value)
  }

  private mutating func grow() {
    let old = slots
    slots = PersistentArray(repeating: nil, count: max(16, old.count * 2))
    old.forEachWhile { _, entry in
      if let entry { slots[place(of: entry.key)] = entry }
      return true
    }
  }

  /// Moves up what would not be found any more behind a slot that was emptied.
  private mutating func closeGap(at place: Int) {
    var (gap, next) = (place, (place + 1) & mask)
    while let entry = slots[next] {
      let wanted = Int(truncatingIfNeeded: entry.key.spread) & mask
      if (next &- wanted) & mask >= (next &- gap) & mask {
        slots[gap] = entry
        slots[next] = nil
        gap = next
      }
      next = (next + 1) & mask
    }
  }
}
