import RealmModel
import TraceFormat

/// Where a list is, as the recovery identifies it: by internal keys of the server's state.
struct ListAddress: Hashable, Sendable {
  /// What leads from the top-level object towards the list. List indexes never occur, because tracking
  /// stops at the first list of a path.
  enum PathElement: Hashable, Sendable {
    /// A dictionary key, by its place among the keys met so far.
    case dictionaryKey(offset: Int, size: Int)
    /// A property, by its column key.
    case property(Int64)
  }

  var table: TableKey
  var object: ObjectKey
  var path: [PathElement]

  var topLevelObject: ObjectAddress { ObjectAddress(table: table, key: object) }
}

extension ListAddress.PathElement: Comparable {
  static func < (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.dictionaryKey(let offsetA, let sizeA), .dictionaryKey(let offsetB, let sizeB)):
      (offsetA, sizeA) < (offsetB, sizeB)
    case (.dictionaryKey, .property): true
    case (.property, .dictionaryKey): false
    case (.property(let a), .property(let b)): a < b
    }
  }
}

extension ListAddress {
  /// The address with other numbers than the state's: of classes, of the objects of each class and of properties, each in
  /// another order within blocks of eight.
  ///
  /// - Parameter numbering: which numbers.
  fileprivate func renumbered(_ numbering: UInt32) -> ListAddress {
    func mask(_ kind: UInt32) -> Int64 {
      var numbers = SeededNumbers(seed: UInt64(numbering) << 32 | UInt64(kind))
      return Int64(numbers.next() & 7)
    }
    let properties = mask(.max)
    return ListAddress(
      table: TableKey(table.rawValue ^ UInt32(mask(.max - 1))),
      object: ObjectKey(object.rawValue ^ mask(table.rawValue)),
      path: path.map { if case .property(let key) = $0 { .property(key ^ properties) } else { $0 } }
    )
  }
}

/// The trackers of all lists that a recovery has met, in the order in which it visits them.
///
/// Realm Core keeps them in a sorted array with a comparison that is not an order: of two addresses,
/// each can be "less" than the other. A search can therefore miss a tracker that is there, and a
/// second, empty one is made for the same list (quirk R8; `docs/rules.md`, "Lost trackers").
struct TrackerRegistry: Sendable {
  typealias Entry = (address: ListAddress, tracker: ListTracker)

  /// In the order in which they were made.
  private var made: ContiguousArray<Entry> = []
  /// What each is searched by: its address, with other numbers in a numbering.
  private var searchKeys: ContiguousArray<ListAddress> = []
  /// The order in which the recovery visits them, as indexes in ``made``.
  private var order = PersistentList<Int>()
  /// The trackers of each list, lost ones included.
  private var byAddress: [ListAddress: [Int]] = [:]
  /// The trackers whose lists have to be copied, but for those that wait.
  private var due: Set<Int> = []
  /// Those whose lists come out as they are until something happens to the object that they are by.
  private var waiting: [ObjectAddress: Set<Int>] = [:]
  /// What the server's list was after the last copy, where the copy has all that the client's has.
  private var copied: [Int: CellList] = [:]
  private let quirks: Quirks

  init(quirks: Quirks) { self.quirks = quirks }

  var entries: some Sequence<Entry> { order.lazy.map { made[$0] } }

  /// The trackers whose lists have to be copied, in the order in which the recovery visits them.
  var dueForCopy: [(tracker: Int, address: ListAddress)] {
    guard !due.isEmpty else { return [] }
    let places = due.map { (place: place(of: $0), tracker: $0) }.sorted { $0.place < $1.place }
    return places.map { ($0.tracker, made[$0.tracker].address) }
  }

  private func place(of tracker: Int) -> Int {
    let found = lowerBound(of: searchKeys[tracker])
    if found < order.count, order[found] == tracker { return found }
    // A search misses it, as may be.
    return order.firstIndex { $0 == tracker } ?? found
  }

  /// Calls the body with the tracker of a list, which is made if the search does not find it.
  mutating func withTracker<Result>(
    at address: ListAddress, _ body: (inout ListTracker) -> Result
  ) -> Result {
    let key = searchKey(of: address)
    let position = lowerBound(of: key)
    if !isFound(key, at: position) {
      byAddress[address, default: []].append(made.count)
      order.insert(made.count, at: position)
      made.append((address, ListTracker(quirks: quirks)))
      searchKeys.append(key)
    }
    return update(order[position], body)
  }

  mutating func update<Result>(_ tracker: Int, _ body: (inout ListTracker) -> Result) -> Result {
    let result = body(&made[tracker].tracker)
    let object = made[tracker].address.topLevelObject
    if !waiting.isEmpty, waiting[object]?.remove(tracker) != nil, waiting[object]?.isEmpty == true {
      waiting[object] = nil
    }
    if made[tracker].tracker.needsCopy { due.insert(tracker) } else { due.remove(tracker) }
    return result
  }

  /// Lets a list that is due wait for a change of its object: to copy it before would do nothing.
  mutating func wait(_ tracker: Int) {
    guard due.remove(tracker) != nil else { return }
    waiting[made[tracker].address.topLevelObject, default: []].insert(tracker)
  }

  mutating func noteChange(of object: ObjectAddress) {
    due.formUnion(waiting.removeValue(forKey: object) ?? [])
  }

  mutating func noteChangeOfSchema() {
    due.formUnion(waiting.values.joined())
    waiting = [:]
  }

  var hasWaiting: Bool { !waiting.isEmpty }

  /// Keeps what a list is after a copy, or that it is not what the copy was of.
  mutating func noteCopy(by tracker: Int, _ elements: CellList?) { copied[tracker] = elements }

  func isStillCopied(_ tracker: Int, _ elements: CellList) -> Bool {
    copied[tracker]?.isIdentical(to: elements) ?? false
  }

  /// Whether a copy of a list is due, be it by a lost tracker.
  func needsCopy(_ address: ListAddress) -> Bool {
    byAddress[address]?.contains { made[$0].tracker.needsCopy } ?? false
  }

  /// Changes every tracker of a list, lost ones included.
  mutating func updateTrackers(of address: ListAddress, _ body: (inout ListTracker) -> Void) {
    for tracker in byAddress[address] ?? [] { update(tracker, body) }
  }

  private func searchKey(of address: ListAddress) -> ListAddress {
    quirks.numbering == 0 ? address : address.renumbered(quirks.numbering)
  }

  /// The binary search, step by step as Realm Core's: with a comparison that is not an order, the
  /// steps decide what is found.
  private func lowerBound(of key: ListAddress) -> Int {
    order.partitioningIndex { !isLess(searchKeys[$0], key) }
  }

  private func isFound(_ key: ListAddress, at position: Int) -> Bool {
    guard position < order.count else { return false }
    let candidate = searchKeys[order[position]]
    return !isLess(candidate, key) && !isLess(key, candidate)
  }

  private func isLess(_ a: ListAddress, _ b: ListAddress) -> Bool {
    guard quirks.contains(.trackersAreLost) else {
      if a.table != b.table { return a.table < b.table }
      if a.object != b.object { return a.object < b.object }
      return a.path.lexicographicallyPrecedes(b.path)
    }
    return a.table < b.table || a.object < b.object || a.path.count < b.path.count
      || a.path.lexicographicallyPrecedes(b.path)
  }
}

/// The dictionary keys that a recovery has met, in the order of their first appearance. Their order
/// is part of the order of lists, which is why it must be Realm Core's and not the alphabet's.
struct DictionaryKeyTable: Sendable {
  private var elements: [RealmString: ListAddress.PathElement] = [:]
  private var keys: [ListAddress.PathElement: RealmString] = [:]
  private var nextOffset = 0

  /// The path element for a key; a new key gets the next offset.
  mutating func pathElement(for key: RealmString) -> ListAddress.PathElement {
    if let known = elements[key] { return known }
    let element = ListAddress.PathElement.dictionaryKey(offset: nextOffset, size: Int(key.count))
    nextOffset += Int(key.count)
    elements[key] = element
    keys[element] = key
    return element
  }

  func key(at offset: Int, size: Int) -> RealmString? {
    keys[.dictionaryKey(offset: offset, size: size)]
  }
}
