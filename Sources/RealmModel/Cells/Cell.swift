package import TraceFormat

/// A value as it is stored: links as internal keys, sets and dictionaries sorted.
///
/// What reading hands out is ``Value``. Embedded objects are rows of their own class, and the cell
/// that holds one is a link to it.
package enum Cell: Sendable {
  case null
  case int(Int64)
  case bool(Bool)
  case string(RealmString)
  case binary(RealmString)
  case timestamp(Timestamp)
  case float(bitPattern: UInt32)
  case double(bitPattern: UInt64)
  case decimal(Decimal128)
  case objectID(ObjectID)
  case uuid(RealmUUID)
  case link(ObjectAddress)
  case list(CellList)
  case set(CellList)
  case dictionary(CellDictionary)
  /// In a backlink column: the objects with links to this one, in the order Realm keeps them.
  case backlinks(PersistentList<ObjectKey>)
}

/// The elements of a list or set.
package typealias CellList = PersistentList<Cell>

/// The cells of an object, by leaf.
package typealias RowCells = ContiguousArray<Cell>

/// The entries of a dictionary, sorted by key.
package struct CellDictionary: Sendable {
  package private(set) var keys: PersistentList<RealmString> = []
  package var values: CellList = []

  package var count: Int { keys.count }

  /// The index of a key, or the index at which it belongs.
  package func find(_ key: RealmString) -> (index: Int, isFound: Bool) {
    let index = keys.partitioningIndex { $0 >= key }
    return (index, index < keys.count && keys[index] == key)
  }

  package subscript(key: RealmString) -> Cell? {
    let (index, isFound) = find(key)
    return isFound ? values[index] : nil
  }

  package mutating func insert(_ value: Cell, forKey key: RealmString, at index: Int) {
    keys.insert(key, at: index)
    values.insert(value, at: index)
  }

  package mutating func remove(at index: Int) {
    keys.remove(at: index)
    values.remove(at: index)
  }
}

extension Cell {
  package var isNull: Bool { if case .null = self { true } else { false } }

  package var collectionKind: CollectionKind? {
    switch self {
    case .list: .list
    case .set: .set
    case .dictionary: .dictionary
    default: nil
    }
  }

  /// The elements of a list or set; none for anything else.
  package var elements: CellList {
    switch self {
    case .list(let elements), .set(let elements): elements
    default: []
    }
  }

  /// The entries of a dictionary; none for anything else.
  package var entries: CellDictionary {
    if case .dictionary(let entries) = self { entries } else { CellDictionary() }
  }

  /// An empty collection; null for `single`.
  package static func empty(_ kind: CollectionKind) -> Cell {
    switch kind {
    case .single: .null
    case .list: .list([])
    case .set: .set([])
    case .dictionary: .dictionary(CellDictionary())
    }
  }

  package var linkTarget: ObjectAddress? {
    if case .link(let target) = self { target } else { nil }
  }

  // A collection is taken out of its cell while it changes, so that it is never held twice and so never copied.

  package mutating func withElements<Result>(_ body: (inout CellList) -> Result) -> Result? {
    switch self {
    case .list(var elements):
      self = .null
      defer { self = .list(elements) }
      return body(&elements)
    case .set(var elements):
      self = .null
      defer { self = .set(elements) }
      return body(&elements)
    default:
      return nil
    }
  }

  package mutating func withEntries<Result>(_ body: (inout CellDictionary) -> Result) -> Result? {
    guard case .dictionary(var entries) = self else { return nil }
    self = .null
    defer { self = .dictionary(entries) }
    return body(&entries)
  }

  mutating func withBacklinks<Result>(_ body: (inout PersistentList<ObjectKey>) -> Result)
    -> Result
  {
    var keys: PersistentList<ObjectKey> = []
    if case .backlinks(let present) = self { keys = present }
    self = .null
    defer { if !keys.isEmpty { self = .backlinks(keys) } }
    return body(&keys)
  }
}

extension CellDictionary {
  /// A dictionary of entries in any order. Of two with the same key the later one stays.
  package init(_ keys: [RealmString], _ values: [Cell]) {
    var order = Array(keys.indices)
    if !zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) {
      order.sort { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1 }
      order = order.indices.filter { place in
        place + 1 == order.count || keys[order[place]] != keys[order[place + 1]]
      }.map { order[$0] }
    }
    self.keys = PersistentList(order.map { keys[$0] })
    self.values = CellList(order.map { values[$0] })
  }
}
