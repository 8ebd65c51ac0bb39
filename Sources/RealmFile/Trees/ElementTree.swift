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

  /// Calls the body with the ref of every leaf in order; it says how many elements the leaf has.
  ///
  /// - Throws: where the tree does not hold together (R25 to R28).
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
    guard depth <= depthMax else {
      throw .damaged(28, expected: "at most \(depthMax) levels", found: "more", at: ref)
    }
    guard try store.header(ref).isInner else {
      guard (leafDepth ?? depth) == depth else {
        throw .damaged(
          28, expected: "leaves at depth \(leafDepth ?? 0)", found: "\(depth)", at: ref)
      }
      leafDepth = depth
      return try body(ref)
    }
    return try walkInner(try store.node(ref, .treeInner), depth: depth, body)
  }

  private mutating func walkInner(
    _ node: Node, depth: Int, _ body: (Int) throws(RealmFileFailure) -> Int
  ) throws(RealmFileFailure) -> Int {
    guard node.size >= 3 else {
      throw .damaged(25, expected: "at least 3 elements", found: "\(node.size)", at: node.ref)
    }
    let starts = try ChildStarts(node, in: store)
    var count = 0
    for child in 0..<node.size - 2 {
      try starts.check(child: child, start: count, of: node)
      let below = try walk(try node.requiredRef(child + 1, rule: 25), depth: depth + 1, body)
      guard below > 0 else {
        throw .damaged(25, expected: "elements below a child", found: "0", at: node.ref)
      }
      count += below
    }
    let total = try node.taggedIfSet(node.size - 1)
    guard total == UInt64(count) else {
      throw .damaged(
        27, expected: "\(total.map { "\($0)" } ?? "a number of") elements", found: "\(count)",
        at: node.ref)
    }
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
    guard offsets.size == node.size - 3 else {
      throw .damaged(
        26, expected: "\(node.size - 3) offsets", found: "\(offsets.size)", at: offsets.ref)
    }
    self = .general(offsets)
  }

  func check(child: Int, start: Int, of node: Node) throws(RealmFileFailure) {
    let expected: UInt64
    switch self {
    case .compact(let count):
      let (product, overflows) = UInt64(child).multipliedReportingOverflow(by: count)
      guard count > 0, !overflows else {
        throw .damaged(25, expected: "elements in each child", found: "\(count)", at: node.ref)
      }
      expected = product
    case .general(let offsets): expected = child == 0 ? 0 : try offsets.unsigned(child - 1)
    }
    guard expected == UInt64(start) else {
      throw .damaged(
        26, expected: "child \(child) to begin at \(expected)", found: "\(start)", at: node.ref)
    }
  }
}
