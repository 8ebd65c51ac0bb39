/// The objects of a table: a tree whose leaves hold up to 256 objects, a column after the other
/// (Realm Core: `cluster.cpp`, `cluster_tree.cpp`).
struct ClusterTree {
  /// Some objects, by their keys, and the node with a column for each leaf index.
  struct Leaf {
    var keys: [Int64]
    var node: Node
  }

  let store: NodeStore
  /// Whether it holds the targets of links that have no object; their keys are negative.
  let isOfTombstones: Bool
  /// How far the keys of a child are from those of the one before, as a power of two, for each level.
  let shift: Int
  private var lastKey: Int64?

  /// What released versions of Realm have.
  static let standardShift = 8
  static let objectsPerLeafMax = 256
  static let depthMax = 15

  init(_ store: NodeStore, isOfTombstones: Bool = false, shift: Int = standardShift) {
    (self.store, self.isOfTombstones, self.shift) = (store, isOfTombstones, shift)
  }

  /// Calls the body with every leaf, by ascending keys; `damage` takes what is wrong with a part, to read the rest.
  mutating func forEachLeaf(
    of root: Int, noting damage: inout DamageLog,
    _ body: (Leaf, inout DamageLog) throws(RealmFileFailure) -> Void
  ) throws(RealmFileFailure) {
    _ = try walk(root, depth: nil, offset: 0, &damage, body)
  }

  private mutating func walk(
    _ ref: Int, depth: Int?, offset: UInt64, _ damage: inout DamageLog,
    _ body: (Leaf, inout DamageLog) throws(RealmFileFailure) -> Void
  ) throws(RealmFileFailure) -> Int {
    let isInner = try store.header(ref).isInner
    if let depth, isInner != (depth > 0) {
      throw .damaged(
        38, expected: depth > 0 ? "an inner node" : "a leaf", found: "the other one", at: ref)
    }
    if isInner { return try walkInner(ref, depth, offset, &damage, body) }
    let node = try store.node(ref, .references)
    let leaf = Leaf(keys: try keys(of: node, offset: offset), node: node)
    try body(leaf, &damage)
    return leaf.keys.count
  }

  private mutating func walkInner(
    _ ref: Int, _ expectedDepth: Int?, _ offset: UInt64, _ damage: inout DamageLog,
    _ body: (Leaf, inout DamageLog) throws(RealmFileFailure) -> Void
  ) throws(RealmFileFailure) -> Int {
    let node = try store.node(ref, .clusterInner)
    let inner = try InnerCluster(node, in: store, shift: shift)
    try require(
      (expectedDepth ?? inner.depth) == inner.depth, 38, "depth \(expectedDepth ?? 0)",
      found: inner.depth, at: ref)
    var (count, isComplete) = (0, true)
    for child in 0..<inner.childCount {
      do throws(RealmFileFailure) {
        count += try walk(
          try node.requiredRef(child + 3, rule: 37), depth: inner.depth - 1,
          offset: offset &+ (try inner.offset(of: child)), &damage, body)
      } catch {
        try damage.take(error)
        isComplete = false
      }
    }
    if isComplete, inner.objectCount != UInt64(count) {
      try damage.take(
        .damaged(38, expected: "\(inner.objectCount) objects", found: "\(count)", at: ref))
    }
    return count
  }

  private mutating func keys(of node: Node, offset: UInt64) throws(RealmFileFailure) -> [Int64] {
    let first = try node.integer(0)
    if first & 1 == 1 {
      let count = UInt64(bitPattern: first) >> 1
      try Self.checkCount(count, node)
      return try (0..<count).map { index throws(RealmFileFailure) in
        try accept(index &+ offset, node)
      }
    }
    let stored = try store.node(try node.requiredRef(0, rule: 36), .integers)
    try Self.checkCount(UInt64(stored.size), node)
    try require(
      stored.size == 0 || stored.width >= 8 || stored.size == 1, 47, "a width of 8 or more",
      found: stored.width, at: stored.ref)
    return try (0..<stored.size).map { index throws(RealmFileFailure) in
      try accept(try stored.unsigned(index) &+ offset, node)
    }
  }

  static func checkCount(_ count: UInt64, _ node: Node) throws(RealmFileFailure) {
    try require(
      count <= objectsPerLeafMax, 35, "at most \(objectsPerLeafMax) objects", found: count,
      at: node.ref)
  }

  /// A key, which must come after all before it (R35, R39).
  private mutating func accept(_ bits: UInt64, _ node: Node) throws(RealmFileFailure) -> Int64 {
    let key = Int64(bitPattern: bits)
    try require(
      isOfTombstones ? key <= -2 : key >= 0, 39,
      isOfTombstones ? "a key of at most -2" : "a key of at least 0", found: key, at: node.ref)
    if let lastKey, key <= lastKey {
      throw .damaged(39, expected: "a key after \(lastKey)", found: "\(key)", at: node.ref)
    }
    lastKey = key
    return key
  }
}

/// The head of an inner node of a tree of objects.
struct InnerCluster {
  /// The levels below it.
  let depth: Int
  let objectCount: UInt64
  let childCount: Int
  private let keys: Node?
  private let shift: Int

  /// - Throws: where it does not hold together (R37, R40).
  init(
    _ node: Node, in store: NodeStore, shift: Int, isGlance: Bool = false
  ) throws(RealmFileFailure) {
    try require(
      (4...259).contains(node.size), 37, "4 to 259 elements", found: node.size, at: node.ref)
    let (depth, count) = (try node.taggedIfSet(1) ?? 0, try node.taggedIfSet(2))
    guard (1...UInt64(ClusterTree.depthMax)).contains(depth), let count else {
      throw .damaged(
        37, expected: "a depth of 1 to 15 and a number of objects", found: "depth \(depth)",
        at: node.ref)
    }
    (self.depth, objectCount, childCount) = (Int(depth), count, node.size - 3)
    self.shift = shift * Int(depth)
    guard let ref = try node.ref(0) else {
      try require(self.shift <= 56, 40, "keys of 64 bits", found: "depth \(depth)", at: node.ref)
      keys = nil
      return
    }
    let keys = try isGlance ? store.glance(ref, .integers) : store.node(ref, .integers)
    try require(keys.size == childCount, 37, "\(childCount) keys", found: keys.size, at: keys.ref)
    let first = try keys.unsigned(0)
    try require(first == 0, 37, "0 as the first key", found: first, at: keys.ref)
    self.keys = keys
  }

  /// What is added to the keys of a child.
  func offset(of child: Int) throws(RealmFileFailure) -> UInt64 {
    if let keys { return try keys.unsigned(child) }
    return UInt64(child) << UInt64(shift)
  }
}
