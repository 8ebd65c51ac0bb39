/// An array whose copies share memory: changing a copy copies one path of a shallow tree.
///
/// Made for objects, which stand in the order of their keys. Three levels of arrays: the lower two hold 32
/// entries each, so an element of a million is reached in three steps, and a change after a copy
/// moves a few hundred words instead of a million.
struct PersistentArray<Element: Sendable>: Sendable {
  private typealias Leaf = ContiguousArray<Element>
  private typealias Node = ContiguousArray<Leaf>
  private var root: ContiguousArray<Node> = []
  private(set) var count = 0

  private static var leafBits: Int { 5 }
  private static var nodeBits: Int { 10 }
  private static var mask: Int { 31 }

  init() {}

  // Read in place: whoever looks at a part of an element retains nothing on the way.
  subscript(index: Int) -> Element {
    @inline(__always) _read {
      precondition(index < count, "an index must lie inside the array")
      yield root[index >> Self.nodeBits][index >> Self.leafBits & Self.mask][index & Self.mask]
    }
    @inline(__always) _modify {
      precondition(index < count, "an index must lie inside the array")
      yield
      &root[index >> Self.nodeBits][index >> Self.leafBits & Self.mask][index & Self.mask]
    }
  }

  mutating func append(_ element: Element) {
    let (top, middle) = (count >> Self.nodeBits, count >> Self.leafBits & Self.mask)
    if top == root.count { root.append(Node()) }
    if middle == root[top].count {
      var leaf = Leaf()
      leaf.reserveCapacity(1 << Self.leafBits)
      root[top].append(leaf)
    }
    root[top][middle].append(element)
    count += 1
  }
}

extension PersistentArray {
  /// An array of one element over and over, which takes no memory for what is not changed later.
  init(repeating element: Element, count: Int) {
    let leaf = Leaf(repeating: element, count: Swift.min(count, 1 << Self.leafBits))
    var rest = count
    while rest > 0 {
      var node = Node()
      while rest > 0, node.count <= Self.mask {
        node.append(rest < leaf.count ? Leaf(leaf.prefix(rest)) : leaf)
        rest -= node[node.count - 1].count
      }
      root.append(node)
    }
    self.count = count
  }

  /// Calls the body with every index and element, in order, until it returns false.
  func forEachWhile(_ body: (Int, Element) -> Bool) {
    var index = 0
    for node in root {
      for leaf in node {
        for element in leaf {
          guard body(index, element) else { return }
          index += 1
        }
      }
    }
  }
}

extension PersistentArray {
  /// Calls the body with stretches of indexes that cover both arrays, in order, and whether the two
  /// have one and the same memory there.
  ///
  /// - Complexity: What the two share is passed over 1024 elements at a time.
  func forEachStretch(sharedWith other: Self, _ body: (Range<Int>, Bool) -> Void) {
    for top in 0..<Swift.max(root.count, other.root.count) {
      let start = top << Self.nodeBits
      let node = top < root.count ? root[top] : []
      let otherNode = top < other.root.count ? other.root[top] : []
      if node.isIdentical(to: otherNode) {
        body(start..<Swift.min(start + (1 << Self.nodeBits), count), true)
        continue
      }
      for middle in 0..<Swift.max(node.count, otherNode.count) {
        let isShared =
          middle < node.count && middle < otherNode.count
          && node[middle].isIdentical(to: otherNode[middle])
        let first = start + (middle << Self.leafBits)
        let size = Swift.max(
          middle < node.count ? node[middle].count : 0,
          middle < otherNode.count ? otherNode[middle].count : 0)
        body(first..<first + size, isShared)
      }
    }
  }
}
