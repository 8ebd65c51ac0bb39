/// An array whose copies share memory: changing a copy copies one path of a shallow tree.
///
/// Made for objects, which stand in the order of their keys. Four levels of arrays: the lower three hold 32
/// entries each, so an element of a million is reached in four steps, and a change after a copy moves about a
/// hundred words instead of a million. Every transaction of a session keeps such a copy, so what it costs
/// must not grow with the number of objects.
struct PersistentArray<Element: Sendable>: Sendable {
  private typealias Leaf = ContiguousArray<Element>
  private typealias Node = ContiguousArray<Leaf>
  private typealias Trunk = ContiguousArray<Node>
  private var root: ContiguousArray<Trunk> = []
  private(set) var count = 0

  private static var leafBits: Int { 5 }
  private static var nodeBits: Int { 10 }
  private static var trunkBits: Int { 15 }
  private static var mask: Int { 31 }

  // Read in place: whoever looks at a part of an element retains nothing on the way.
  subscript(index: Int) -> Element {
    @inline(__always) _read {
      precondition(index < count, "an index must lie inside the array")
      yield root[index >> Self.trunkBits][index >> Self.nodeBits & Self.mask][
        index >> Self.leafBits & Self.mask][index & Self.mask]
    }
    @inline(__always) _modify {
      precondition(index < count, "an index must lie inside the array")
      yield
      &root[index >> Self.trunkBits][index >> Self.nodeBits & Self.mask][
        index >> Self.leafBits & Self.mask][index & Self.mask]
    }
  }

  mutating func append(_ element: Element) {
    let (top, middle) = (count >> Self.trunkBits, count >> Self.nodeBits & Self.mask)
    let low = count >> Self.leafBits & Self.mask
    if top == root.count { root.append(Trunk()) }
    if middle == root[top].count { root[top].append(Node()) }
    if low == root[top][middle].count {
      var leaf = Leaf()
      leaf.reserveCapacity(1 << Self.leafBits)
      root[top][middle].append(leaf)
    }
    root[top][middle][low].append(element)
    count += 1
  }
}

extension PersistentArray {
  /// An array of one element over and over, which takes no memory for what is not changed later.
  init(repeating element: Element, count: Int) {
    let leaf = Leaf(repeating: element, count: Swift.min(count, 1 << Self.leafBits))
    var rest = count
    while rest > 0 {
      var trunk = Trunk()
      while rest > 0, trunk.count <= Self.mask {
        var node = Node()
        while rest > 0, node.count <= Self.mask {
          node.append(rest < leaf.count ? Leaf(leaf.prefix(rest)) : leaf)
          rest -= node[node.count - 1].count
        }
        trunk.append(node)
      }
      root.append(trunk)
    }
    self.count = count
  }

  /// Calls the body with stretches of indexes that cover both arrays, in order, and whether the two
  /// have one and the same memory there.
  ///
  /// - Complexity: What the two share is passed over 32,768 elements at a time.
  func forEachStretch(sharedWith other: Self, _ body: (Range<Int>, Bool) -> Void) {
    for top in 0..<Swift.max(root.count, other.root.count) {
      let start = top << Self.trunkBits
      let trunk = top < root.count ? root[top] : []
      let otherTrunk = top < other.root.count ? other.root[top] : []
      if trunk.isIdentical(to: otherTrunk) {
        body(start..<Swift.min(start + (1 << Self.trunkBits), count), true)
        continue
      }
      for middle in 0..<Swift.max(trunk.count, otherTrunk.count) {
        forEachStretch(
          from: start + (middle << Self.nodeBits), middle < trunk.count ? trunk[middle] : [],
          middle < otherTrunk.count ? otherTrunk[middle] : [], body)
      }
    }
  }

  private func forEachStretch(
    from start: Int, _ node: Node, _ other: Node, _ body: (Range<Int>, Bool) -> Void
  ) {
    if node.isIdentical(to: other) {
      body(start..<Swift.min(start + (1 << Self.nodeBits), count), true)
      return
    }
    for middle in 0..<Swift.max(node.count, other.count) {
      let isShared =
        middle < node.count && middle < other.count
        && node[middle].isIdentical(to: other[middle])
      let first = start + (middle << Self.leafBits)
      let size = Swift.max(
        middle < node.count ? node[middle].count : 0,
        middle < other.count ? other[middle].count : 0)
      body(first..<first + size, isShared)
    }
  }
}
