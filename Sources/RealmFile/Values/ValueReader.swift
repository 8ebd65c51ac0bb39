internal import RealmModel
internal import TraceFormat

/// Reads the values of a column for the objects of one leaf, with all that they hold.
struct ValueReader {
  private static let bytesPerIntegerKey = 96
  private let leaves: LeafReader
  private let store: NodeStore
  private let format: UInt8

  init(_ store: NodeStore, format: UInt8) {
    (self.store, self.format) = (store, format)
    leaves = LeafReader(store)
  }

  /// The values of a column, which must be as many as there are objects (R24).
  func values(
    of column: FileColumn, at ref: Int, count: Int
  ) throws(RealmFileFailure) -> CellColumn {
    if column.type == .backlink { return try incomingLinks(ref, count: count) }
    guard column.collection == .single else {
      return try collections(of: column, at: ref, count: count)
    }
    let values = try leafValues(of: column, at: ref, isOfObjects: true, count: count)
    try require(values.count == count, 24, "\(count) values", found: values.count, at: ref)
    return values.column.detached
  }

  /// The values of one leaf, of a column if `isOfObjects`, else of a collection; there must be `count` where known.
  private func leafValues(
    of column: FileColumn, at ref: Int, isOfObjects: Bool, count: Int?
  ) throws(RealmFileFailure) -> LeafValues {
    var leaves = leaves
    leaves.expectedCount = count
    let isNullable = column.isNullable
    switch column.type {
    case .int:
      let (numbers, null) = try leaves.integers(ref, isNullable: isNullable)
      return LeafValues(column: .ints(numbers, null: null), count: numbers.count)
    case .bool: return try leaves.booleans(ref, isNullable: isNullable)
    case .float:
      let numbers = try leaves.records(ref, .floats, bits: 32)
      return LeafValues(column: .floats(numbers, isNullable: isNullable), count: numbers.count)
    case .double:
      let numbers = try leaves.records(ref, .doubles, bits: 64)
      return LeafValues(column: .doubles(numbers, isNullable: isNullable), count: numbers.count)
    case .string:
      let texts = try leaves.texts(ref, keys: isOfObjects ? try enumKeys(of: column) : nil)
      return LeafValues(
        column: .strings(texts, null: isNullable ? .null : .string(.empty)), count: texts.count)
    case .binary:
      let texts = try leaves.binaries(ref)
      return LeafValues(
        column: .binaries(texts, null: isNullable ? .null : .binary(.empty)), count: texts.count)
    case .timestamp: return try checked(leaves.timestamps(ref), column, 16, ref)
    case .decimal: return try checked(leaves.decimals(ref), column, 23, ref)
    case .objectID, .uuid:
      return try checked(leaves.identifiers(ref, isUUID: column.type == .uuid), column, 18, ref)
    case .link:
      return try leaves.links(ref, target: column.oppositeTable ?? .none, isOfObjects: isOfObjects)
    case .typedLink: return try leaves.typedLinks(ref)
    case .mixed:
      var cells: [Cell] = []
      try readMixed(ref, column, depth: 0, leaves, into: &cells)
      return LeafValues(column: CellColumn(compacting: cells), count: cells.count)
    case .backlink: return LeafValues(column: .same(.null), count: 0)
    }
  }

  /// Refuses null where the column has none and nothing else could stand for it (R16, R18, R23).
  private func checked(
    _ values: LeafValues, _ column: FileColumn, _ rule: Int, _ ref: Int
  ) throws(RealmFileFailure) -> LeafValues {
    guard !column.isNullable, (0..<values.count).contains(where: { values.column[$0].isNull })
    else { return values }
    throw .damaged(rule, expected: "no null", found: "null", at: ref)
  }

  private func enumKeys(of column: FileColumn) throws(RealmFileFailure) -> [RealmString?]? {
    guard let ref = column.enumKeysRef else { return nil }
    if let keys = store.enumKeys[ref] { return keys }
    let keys = try leaves.readStrings(ref)
    store.enumKeys[ref] = keys
    return keys
  }
}

extension ValueReader {
  private func collections(
    of column: FileColumn, at ref: Int, count: Int
  ) throws(RealmFileFailure) -> CellColumn {
    let node = try store.node(ref, .references)
    try require(node.size == count, 24, "\(count) collections", found: node.size, at: ref)
    if column.collection == .dictionary { return try dictionaries(of: column, in: node) }
    let isSet = column.collection == .set
    if column.type == .int, !column.isNullable {
      let (numbers, ends) = try Self.gather(count) { index, numbers throws(RealmFileFailure) in
        if let child = try node.ref(index, rule: 41) { try readNumbers(child, into: &numbers) }
      }
      let elements = CellColumn.ints(PackedIntegers(numbers), null: nil)
      return .collections(CellCollections(elements, ends: ends, isSet: isSet))
    }
    let (elements, ends) = try Self.gather(count) { index, elements throws(RealmFileFailure) in
      guard let child = try node.ref(index, rule: 41) else { return }
      try readElements(of: column, at: child, into: &elements)
    }
    return .collections(
      CellCollections(CellColumn(compacting: elements), ends: ends, isSet: isSet))
  }

  /// What the collections of so many objects hold, one behind the other, and where each ends.
  private static func gather<Element>(
    _ count: Int,
    _ append: (Int, inout [Element]) throws(RealmFileFailure) -> Void
  ) throws(RealmFileFailure) -> (elements: [Element], ends: [UInt32]) {
    var (elements, ends): ([Element], [UInt32]) = ([], [])
    ends.reserveCapacity(count)
    for index in 0..<count {
      try append(index, &elements)
      guard let end = UInt32(exactly: elements.count) else {
        throw RealmFileFailure(
          .limitExceeded(what: "elements of 256 collections", limit: Int(UInt32.max)))
      }
      ends.append(end)
    }
    return (elements, ends)
  }

  private func dictionaries(
    of column: FileColumn, in node: Node
  ) throws(RealmFileFailure) -> CellColumn {
    var cells: [Cell] = []
    for index in 0..<node.size {
      guard let child = try node.ref(index, rule: 41) else {
        cells.append(.empty(.dictionary))
        continue
      }
      cells.append(.dictionary(try dictionary(child, column, depth: 0)))
    }
    return .cells(cells)
  }

  private func readElements(
    of column: FileColumn, at ref: Int, into elements: inout [Cell]
  ) throws(RealmFileFailure) {
    let first = elements.count
    try ElementTree.forEachLeaf(of: ref, in: store) { leaf throws(RealmFileFailure) in
      let values = try leafValues(of: column, at: leaf, isOfObjects: false, count: nil)
      values.column.append(values.count, to: &elements)
      return values.count
    }
    guard column.collection == .set, format < 24 else { return }
    elements.replaceSubrange(first..., with: Self.asOfFormat24(Array(elements[first...])))
  }

  /// The elements of a set of an older format in the order that format 24 has (Realm Core: `set.cpp`): texts by
  /// their bytes, then binaries by theirs, where both stood before; nothing else moves.
  private static func asOfFormat24(_ elements: [Cell]) -> [Cell] {
    let places = elements.indices.filter { elements[$0].textOrBytes != nil }
    let sorted = places.compactMap { elements[$0].textOrBytes }.sorted {
      $0.isText != $1.isText ? $0.isText : $0.value < $1.value
    }
    var ordered = elements
    for (place, element) in zip(places, sorted) {
      ordered[place] = element.isText ? .string(element.value) : .binary(element.value)
    }
    return ordered
  }

  /// The entries of a dictionary: a tree of keys next to one of values.
  private func dictionary(
    _ ref: Int, _ column: FileColumn, depth: Int
  ) throws(RealmFileFailure) -> CellDictionary {
    if format < 23 { return try oldDictionary(ref, column, depth: depth) }
    let node = try store.references(ref, count: 2, rule: 29)
    var keys: [RealmString] = []
    try ElementTree.forEachLeaf(
      of: try node.requiredRef(0, rule: 29), in: store, isNested: depth > 0
    ) {
      leaf throws(RealmFileFailure) in
      let before = keys.count
      keys += try dictionaryKeys(leaf, column, depth: depth)
      return keys.count - before
    }
    let values = try mixedElements(try node.requiredRef(1, rule: 29), column, depth: depth)
    try require(
      keys.count == values.count, 29, "\(keys.count) values", found: values.count, at: ref)
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
  private func oldDictionary(
    _ ref: Int, _ column: FileColumn, depth: Int
  ) throws(RealmFileFailure) -> CellDictionary {
    var tree = ClusterTree(store)
    var (keys, values): ([RealmString], [Cell]) = ([], [])
    var damage = DamageLog(salvages: false)
    try tree.forEachLeaf(of: ref, noting: &damage) {
      (leaf, _) throws(RealmFileFailure) in
      keys += try leaves.readStrings(try leaf.node.requiredRef(1, rule: 36)).map { $0 ?? .empty }
      try readMixed(
        try leaf.node.requiredRef(2, rule: 36), column, depth: depth, leaves, into: &values)
      try require(
        keys.count == values.count, 29, "\(keys.count) values", found: values.count, at: ref)
    }
    return CellDictionary(keys, values)
  }

  private func readMixed(
    _ ref: Int, _ column: FileColumn, depth: Int, _ leaves: LeafReader, into cells: inout [Cell]
  ) throws(RealmFileFailure) {
    let leaf = try MixedLeaf(ref, target: column.oppositeTable, reader: leaves)
    try leaves.charge(leaf.count)
    for index in 0..<leaf.count {
      switch try leaf.element(index) {
      case .value(let cell): cells.append(cell)
      case .collection(let kind, let child):
        try require(
          depth < LeafReader.nestingMax, 22, "collections at most \(LeafReader.nestingMax) deep",
          found: "more", at: child ?? ref)
        guard let child else {
          cells.append(.empty(kind))
          continue
        }
        cells.append(try nested(kind, child, column, depth: depth + 1))
      }
    }
  }

  private func nested(
    _ kind: CollectionKind, _ ref: Int, _ column: FileColumn, depth: Int
  ) throws(RealmFileFailure) -> Cell {
    if kind == .dictionary { return .dictionary(try dictionary(ref, column, depth: depth)) }
    return .list(CellList(try mixedElements(ref, column, depth: depth)))
  }

  private func mixedElements(
    _ ref: Int, _ column: FileColumn, depth: Int
  ) throws(RealmFileFailure) -> [Cell] {
    var elements: [Cell] = []
    try ElementTree.forEachLeaf(of: ref, in: store, isNested: depth > 0) {
      leaf throws(RealmFileFailure) in
      let before = elements.count
      try readMixed(leaf, column, depth: depth, leaves, into: &elements)
      return elements.count - before
    }
    return elements
  }

  /// The objects that link to each object, in the order in which Realm keeps them.
  private func incomingLinks(_ ref: Int, count: Int) throws(RealmFileFailure) -> CellColumn {
    let node = try store.node(ref, .references)
    try require(node.size == count, 24, "\(count) incoming links", found: node.size, at: ref)
    let (origins, ends) = try Self.gather(count) { index, origins throws(RealmFileFailure) in
      let element = try node.integer(index)
      if element & 1 == 1 {
        // One object, whose key stands here as a signed number of 63 bits.
        origins.append(element >> 1)
      } else if let child = try node.ref(index) {
        try readNumbers(child, into: &origins)
      }
    }
    return origins.isEmpty ? .same(.null) : .incoming(IncomingLinks(origins, ends: ends))
  }

  private func readNumbers(_ ref: Int, into numbers: inout [Int64]) throws(RealmFileFailure) {
    try ElementTree.forEachLeaf(of: ref, in: store) { leaf throws(RealmFileFailure) in
      let node = try store.node(leaf, .integers)
      try leaves.charge(node.size)
      node.appendIntegers(to: &numbers)
      return node.size
    }
  }
}

extension Cell {
  fileprivate var textOrBytes: (isText: Bool, value: RealmString)? {
    switch self {
    case .string(let value): (true, value)
    case .binary(let value): (false, value)
    default: nil
    }
  }
}
