internal import RealmModel
internal import TraceFormat

/// Reads the values of a column for the objects of one leaf, with all that they hold.
struct ValueReader {
  /// The bytes of memory of a dictionary's key that is a number.
  private static let bytesPerIntegerKey = 96
  private let leaves: LeafReader
  private let store: NodeStore
  private let format: UInt8
  /// The texts that enumerated columns refer to, by the ref of their list.
  private var enumKeys: [Int: [RealmString?]] = [:]

  init(_ store: NodeStore, format: UInt8) {
    (self.store, self.format) = (store, format)
    leaves = LeafReader(store, format: format)
  }

  /// The values of a column, which must be as many as there are objects (R24).
  mutating func values(
    of column: FileColumn, at ref: Int, count: Int
  ) throws(RealmFileFailure) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    if column.type == .backlink {
      try readBacklinks(ref, count: count, into: &cells)
    } else if column.collection == .single {
      try readValues(of: column, at: ref, isOfObjects: true, count: count, into: &cells)
    } else {
      try readCollections(of: column, at: ref, count: count, into: &cells)
    }
    guard cells.count == count else {
      throw .damaged(24, expected: "\(count) values", found: "\(cells.count)", at: ref)
    }
    return cells
  }

  /// Appends the values of one leaf.
  ///
  /// - Parameters:
  ///   - isOfObjects: whether it is of a column, and not of a collection.
  ///   - count: how many there must be, where that is known.
  private mutating func readValues(
    of column: FileColumn, at ref: Int, isOfObjects: Bool, count: Int?, into cells: inout [Cell]
  ) throws(RealmFileFailure) {
    var leaves = leaves
    leaves.expectedCount = count
    let first = cells.count
    switch column.type {
    case .int: try leaves.readIntegers(ref, isNullable: column.isNullable, into: &cells)
    case .bool: try leaves.readBooleans(ref, isNullable: column.isNullable, into: &cells)
    case .float: try leaves.readFloats(ref, isNullable: column.isNullable, into: &cells)
    case .double: try leaves.readDoubles(ref, isNullable: column.isNullable, into: &cells)
    case .string:
      let keys = isOfObjects ? try enumKeys(of: column) : nil
      let null: Cell = column.isNullable ? .null : .string(.empty)
      for text in try leaves.readStrings(ref, keys: keys) {
        cells.append(text.map { .string($0) } ?? null)
      }
    case .binary:
      let null: Cell = column.isNullable ? .null : .binary(.empty)
      for bytes in try leaves.readBinaries(ref) { cells.append(bytes.map { .binary($0) } ?? null) }
    case .timestamp: try leaves.readTimestamps(ref, into: &cells)
    case .decimal: try leaves.readDecimals(ref, into: &cells)
    case .objectID: try leaves.readObjectIDs(ref, into: &cells)
    case .uuid: try leaves.readUUIDs(ref, into: &cells)
    case .link:
      try leaves.readLinks(
        ref, target: column.oppositeTable ?? TableKey(0x7FFF_FFFF), isOfObjects: isOfObjects,
        into: &cells)
    case .typedLink: try leaves.readTypedLinks(ref, into: &cells)
    case .mixed: try readMixed(ref, column, depth: 0, leaves, into: &cells)
    case .backlink: break
    }
    try checkNulls(of: column, cells[first...], at: ref)
  }

  /// Refuses null where the column has none and nothing else could stand for it (R16, R18, R23).
  private func checkNulls(
    of column: FileColumn, _ cells: ArraySlice<Cell>, at ref: Int
  ) throws(RealmFileFailure) {
    let rules: [ColumnType: Int] = [.timestamp: 16, .objectID: 18, .uuid: 18, .decimal: 23]
    guard !column.isNullable, let rule = rules[column.type], cells.contains(where: \.isNull) else {
      return
    }
    throw .damaged(rule, expected: "no null", found: "null", at: ref)
  }

  private mutating func enumKeys(of column: FileColumn) throws(RealmFileFailure) -> [RealmString?]?
  {
    guard let ref = column.enumKeysRef else { return nil }
    if let keys = enumKeys[ref] { return keys }
    let keys = try leaves.readStrings(ref)
    enumKeys[ref] = keys
    return keys
  }
}

// Collections
extension ValueReader {
  private mutating func readCollections(
    of column: FileColumn, at ref: Int, count: Int, into cells: inout [Cell]
  ) throws(RealmFileFailure) {
    let node = try store.node(ref, .references)
    guard node.size == count else {
      throw .damaged(24, expected: "\(count) collections", found: "\(node.size)", at: ref)
    }
    for index in 0..<count {
      guard let child = try node.ref(index, rule: 41) else {
        cells.append(.empty(column.collection))
        continue
      }
      cells.append(try collection(of: column, at: child))
    }
  }

  private mutating func collection(
    of column: FileColumn, at ref: Int
  ) throws(RealmFileFailure) -> Cell {
    if column.collection == .dictionary {
      return .dictionary(try dictionary(ref, column, depth: 0))
    }
    var elements: [Cell] = []
    try ElementTree.forEachLeaf(of: ref, in: store) { leaf throws(RealmFileFailure) in
      let before = elements.count
      try readValues(of: column, at: leaf, isOfObjects: false, count: nil, into: &elements)
      return elements.count - before
    }
    guard column.collection == .set else { return .list(CellList(elements)) }
    if format < 24 { elements = SetOrder.asOfFormat24(elements) }
    return .set(CellList(elements))
  }

  /// The entries of a dictionary: a tree of keys beside one of values.
  private mutating func dictionary(
    _ ref: Int, _ column: FileColumn, depth: Int
  ) throws(RealmFileFailure) -> CellDictionary {
    if format < 23 { return try oldDictionary(ref, column) }
    let node = try store.node(ref, .references)
    guard node.size == 2 else {
      throw .damaged(29, expected: "2 refs", found: "\(node.size)", at: ref)
    }
    var keys: [RealmString] = []
    try ElementTree.forEachLeaf(
      of: try node.requiredRef(0, rule: 29), in: store, isNested: depth > 0
    ) {
      leaf throws(RealmFileFailure) in
      let before = keys.count
      keys += try dictionaryKeys(leaf, column, depth: depth)
      return keys.count - before
    }
    var values: [Cell] = []
    try ElementTree.forEachLeaf(
      of: try node.requiredRef(1, rule: 29), in: store, isNested: depth > 0
    ) {
      leaf throws(RealmFileFailure) in
      let before = values.count
      try readMixed(leaf, column, depth: depth, leaves, into: &values)
      return values.count - before
    }
    guard keys.count == values.count else {
      throw .damaged(29, expected: "\(keys.count) values", found: "\(values.count)", at: ref)
    }
    return CellDictionary(keys, values)
  }

  private func dictionaryKeys(
    _ leaf: Int, _ column: FileColumn, depth: Int
  ) throws(RealmFileFailure) -> [RealmString] {
    guard column.hasIntegerKeys, depth == 0 else {
      return try leaves.readStrings(leaf).map { $0 ?? .empty }
    }
    let node = try store.node(leaf, .integers)
    try store.charge(node.size * Self.bytesPerIntegerKey, for: "keys of a dictionary")
    return node.integers.map { RealmString("\($0)") }
  }

  /// A dictionary before format 23: a tree of objects with two columns.
  private mutating func oldDictionary(
    _ ref: Int, _ column: FileColumn
  ) throws(RealmFileFailure) -> CellDictionary {
    var tree = ClusterTree(store)
    var (keys, values): ([RealmString], [Cell]) = ([], [])
    var damage = DamageLog(salvages: false)
    try tree.forEachLeaf(of: ref, noting: &damage) {
      (leaf, _) throws(RealmFileFailure) in
      keys += try leaves.readStrings(try leaf.node.requiredRef(1, rule: 36)).map { $0 ?? .empty }
      try readMixed(
        try leaf.node.requiredRef(2, rule: 36), column, depth: 0, leaves, into: &values)
      guard keys.count == values.count else {
        throw .damaged(29, expected: "\(keys.count) values", found: "\(values.count)", at: ref)
      }
    }
    return CellDictionary(keys, values)
  }
}

// Values of any type
extension ValueReader {
  private mutating func readMixed(
    _ ref: Int, _ column: FileColumn, depth: Int, _ leaves: LeafReader, into cells: inout [Cell]
  ) throws(RealmFileFailure) {
    let leaf = try MixedLeaf(ref, target: column.oppositeTable, reader: leaves)
    try leaves.charge(leaf.count)
    for index in 0..<leaf.count {
      switch try leaf.element(index) {
      case .value(let cell): cells.append(cell)
      case .collection(let kind, let child):
        guard depth < LeafReader.nestingMax else {
          throw .damaged(
            22, expected: "collections at most \(LeafReader.nestingMax) deep", found: "more",
            at: child ?? ref)
        }
        guard let child else {
          cells.append(.empty(kind))
          continue
        }
        cells.append(try nested(kind, child, column, depth: depth + 1))
      }
    }
  }

  private mutating func nested(
    _ kind: CollectionKind, _ ref: Int, _ column: FileColumn, depth: Int
  ) throws(RealmFileFailure) -> Cell {
    if kind == .dictionary { return .dictionary(try dictionary(ref, column, depth: depth)) }
    var elements: [Cell] = []
    var nestedLeaves = leaves
    nestedLeaves.expectedCount = nil
    try ElementTree.forEachLeaf(of: ref, in: store, isNested: true) {
      leaf throws(RealmFileFailure) in
      let before = elements.count
      try readMixed(leaf, column, depth: depth, nestedLeaves, into: &elements)
      return elements.count - before
    }
    return .list(CellList(elements))
  }
}

// Incoming links
extension ValueReader {
  /// The objects that link to each object, in the order in which Realm keeps them.
  private func readBacklinks(
    _ ref: Int, count: Int, into cells: inout [Cell]
  ) throws(RealmFileFailure) {
    let node = try store.node(ref, .references)
    guard node.size == count else {
      throw .damaged(24, expected: "\(count) incoming links", found: "\(node.size)", at: ref)
    }
    for index in 0..<count {
      let element = try node.integer(index)
      guard element & 1 == 0 else {
        // One object, whose key stands here as a signed number of 63 bits.
        cells.append(.backlinks([ObjectKey(element >> 1)]))
        continue
      }
      guard let child = try node.ref(index) else {
        cells.append(.null)
        continue
      }
      cells.append(.backlinks(try origins(child)))
    }
  }

  private func origins(_ ref: Int) throws(RealmFileFailure) -> PersistentList<ObjectKey> {
    var keys: [ObjectKey] = []
    try ElementTree.forEachLeaf(of: ref, in: store) { leaf throws(RealmFileFailure) in
      let node = try store.node(leaf, .integers)
      try leaves.charge(node.size)
      keys += node.integers.map { ObjectKey($0) }
      return node.size
    }
    return PersistentList(keys)
  }
}
