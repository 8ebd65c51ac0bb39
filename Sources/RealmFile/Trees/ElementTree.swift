/// A tree of elements: of lists and sets, of the keys and values of a dictionary, of the history's
/// columns (Realm Core: `bplustree.cpp`).
struct ElementTree {
  let store: NodeStore
  /// Where the leaves of the tree stand; known with the first one.
  private var leafDepth: Int?
  private let depthMax: Int
  /// Rule R28.
  static let standardDepthMax = 32
  /// Inside other collections: nodes hold up to a thousand elements, and memory for calls is scarce.
  static let nestedDepthMax = 8

  private init(_ store: NodeStore, depthMax: Int) {
    (self.store, self.depthMax) = (store, depthMax)
  }

  /// Calls the body with the ref of every leaf in order; it says how many elements the leaf has. Throws where the tree
  /// does not hold together (R25 to R28).
  static func forEachLeaf(
    of root: Int, in store: NodeStore, isNested: Bool = false,
    _ body: (Int) throws(RealmFileFailure) -> Int
  ) throws(RealmFileFailure) {
    var tree = ElementTree(store, depthMax: isNested ? nestedDepthMax : standardDepthMax)
    _ = try tree.walk(root, depth: 0, body)
  }

  private mutating func walk(
    _ ref: Int, depth: Int, _ body: (Int) throws(RealmFileFailure) -> Int
  ) throws(RealmFileFailure) -> Int {
    try require(depth <= depthMax, 28, "at most \(depthMax) levels", found: "more", at: ref)
    guard try store.header(ref).isInner else {
      try require(
        (leafDepth ?? depth) == depth, 28, "leaves at depth \(leafDepth ?? 0)", found: depth,
        at: ref)
      leafDepth = depth
      return try body(ref)
    }
    return try walkInner(try store.node(ref, .treeInner), depth: depth, body)
  }

  private mutating func walkInner(
    _ node: Node, depth: Int, _ body: (Int) throws(RealmFileFailure) -> Int
  ) throws(RealmFileFailure) -> Int {
    try require(node.size >= 3, 25, "at least 3 elements", found: node.size, at: node.ref)
    let starts = try ChildStarts(node, in: store)
    var count = 0
    for child in 0..<node.size - 2 {
      try starts.check(child: child, start: count, of: node)
      let below = try walk(try node.requiredRef(child + 1, rule: 25), depth: depth + 1, body)
      try require(below > 0, 25, "elements below a child", found: "0", at: node.ref)
      count += below
    }
    let total = try node.taggedIfSet(node.size - 1)
    try require(
      total == UInt64(count), 27, "\(total.map { "\($0)" } ?? "a number of") elements",
      found: count, at: node.ref)
    return count
  }
}

private enum ChildStarts {
  case compact(elementsPerChild: UInt64)
  case general(Node)

  init(_ node: Node, in store: NodeStore) throws(RealmFileFailure) {
    let first = try node.integer(0)
    if first & 1 == 1 {
      self = .compact(elementsPerChild: UInt64(bitPattern: first) >> 1)
      return
    }
    let offsets = try store.node(try node.requiredRef(0, rule: 25), .integers)
    try require(
      offsets.size == node.size - 3, 26, "\(node.size - 3) offsets", found: offsets.size,
      at: offsets.ref)
    self = .general(offsets)
  }

  func check(child: Int, start: Int, of node: Node) throws(RealmFileFailure) {
    let expected: UInt64
    switch self {
    case .compact(let count):
      let (product, overflows) = UInt64(child).multipliedReportingOverflow(by: count)
      try require(count > 0 && !overflows, 25, "elements in each child", found: count, at: node.ref)
      expected = product
    case .general(let offsets): expected = child == 0 ? 0 : try offsets.unsigned(child - 1)
    }
    try require(
      expected == UInt64(start), 26, "child \(child) to begin at \(expected)", found: start,
      at: node.ref)
  }
}
