import TraceFormat

/// What an address adds to the one above it: a name below an address, or the key of an object of a class.
struct AddressKey: Hashable, BitwiseCopyable {
  private var first: UInt64
  private var second: UInt64
  /// The class and the type of the key of an object; 0 for a name.
  private var third: UInt64

  init(_ name: Int32, below parent: Int32) {
    (first, second, third) = (UInt64(UInt32(bitPattern: parent)), UInt64(UInt32(name)), 0)
  }

  /// An object, whose key has the merge's number for a string.
  init(_ className: Int32, _ key: PrimaryKey) {
    let type: UInt64
    switch key {
    case .null: (first, second, type) = (0, 0, 1)
    case .int(let value): (first, second, type) = (UInt64(bitPattern: value), 0, 2)
    case .string(let name): (first, second, type) = (UInt64(name.rawValue), 0, 3)
    case .globalKey(let key): (first, second, type) = (key.high, key.low, 4)
    case .objectID(let key): (first, second, type) = (key.high, UInt64(key.low), 5)
    case .uuid(let key): (first, second, type) = (key.high, key.low, 6)
    }
    third = UInt64(UInt32(className)) << 8 | type
  }

  @inline(__always)
  fileprivate func hash(_ seeds: (UInt64, UInt64)) -> UInt64 {
    let mixed = Self.fold(first ^ seeds.0, second ^ seeds.1)
    return Self.fold(mixed ^ third, 0x9E37_79B9_7F4A_7C15)
  }

  @inline(__always)
  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}

/// The numbers of addresses by what they are: a table of its own, because most of the time of a merge
/// without conflicts is spent looking up.
///
/// The hash is seeded anew in every process, so that no input can be made to collide; it decides nothing but speed.
struct AddressTable {
  private var keys: ContiguousArray<AddressKey> = []
  private var addresses: ContiguousArray<Int32> = []
  /// Open addressing: a number in ``keys`` plus one, or 0.
  private var slots: ContiguousArray<UInt32> = []
  private let seeds: (UInt64, UInt64)

  init() {
    var hasher = Hasher()
    hasher.combine(1)
    var other = hasher
    other.combine(2)
    seeds = (
      UInt64(bitPattern: Int64(hasher.finalize())), UInt64(bitPattern: Int64(other.finalize()))
    )
    grow(to: 64)
  }

  mutating func reserve(_ count: Int) {
    keys.reserveCapacity(count)
    addresses.reserveCapacity(count)
    var size = slots.count
    while size < count * 2 { size *= 2 }
    if size > slots.count { grow(to: size) }
  }

  /// The address of a key; -1 if it has none.
  func address(_ key: AddressKey) -> Int32 {
    let slot = slots[slot(of: key)]
    return slot == 0 ? -1 : addresses[Int(slot) - 1]
  }

  mutating func add(_ key: AddressKey, _ address: Int32) {
    if (keys.count + 1) * 2 > slots.count { grow(to: slots.count * 2) }
    keys.append(key)
    addresses.append(address)
    slots[slot(of: key)] = UInt32(keys.count)
  }

  /// Where a key is, or the free slot where it belongs. At least half of the slots are free.
  private func slot(of key: AddressKey) -> Int {
    let mask = slots.count - 1
    var position = Int(truncatingIfNeeded: key.hash(seeds)) & mask
    while case let slot = slots[position], slot != 0, keys[Int(slot) - 1] != key {
      position = (position + 1) & mask
    }
    return position
  }

  private mutating func grow(to count: Int) {
    slots = ContiguousArray(repeating: 0, count: count)
    for index in keys.indices { slots[slot(of: keys[index])] = UInt32(index + 1) }
  }
}
