/// A leaf of a tree that was written.
public struct WrittenLeaf {
  var ref: Int64
  /// The elements or objects in it.
  var count: Int
  /// What the keys in it count from; of leaves of objects alone.
  var base: UInt64 = 0
}

// Trees of elements and of objects (Realm Core: `bplustree.cpp`, `cluster.cpp`).
extension RealmFileWriter {
  static var elementsPerLeafMax: Int { 1000 }
  static var objectsPerLeafMax: Int { 256 }

  /// A tree of elements.
  ///
  /// - Parameter leaf: writes a leaf of some of them.
  mutating func elementTree<Element>(
    _ elements: [Element], leaf: (inout RealmFileWriter, [Element]) throws -> Int64
  ) throws -> Int64 {
    var leaves: [WrittenLeaf] = []
    for first in stride(from: 0, to: max(elements.count, 1), by: Self.elementsPerLeafMax) {
      let part = Array(elements[first..<min(first + Self.elementsPerLeafMax, elements.count)])
      leaves.append(WrittenLeaf(ref: try leaf(&self, part), count: part.count))
    }
    guard leaves.count > 1 else { return leaves[0].ref }
    return try references(
      [Self.tagged(UInt64(Self.elementsPerLeafMax))] + leaves.map(\.ref)
        + [Self.tagged(UInt64(elements.count))], .inner)
  }

  /// A leaf of objects.
  ///
  /// - Parameters:
  ///   - keys: ascending as numbers without sign.
  ///   - isFirst: whether it is the first of its tree.
  ///   - columns: the refs of its columns by leaf; 0 for none.
  mutating func objectLeaf(
    keys: [UInt64], isFirst: Bool, columns: [Int64]
  ) throws -> WrittenLeaf {
    let base = isFirst ? 0 : keys[0]
    let relative = keys.map { $0 &- base }
    let isCompact = zip(0..., relative).allSatisfy { $0 == $1 }
    let first =
      isCompact ? Self.tagged(UInt64(keys.count)) : try unsigned(relative)
    return WrittenLeaf(
      ref: try references([first] + columns), count: keys.count, base: base)
  }

  /// The tree above leaves of objects.
  mutating func objectTree(_ leaves: [WrittenLeaf]) throws -> Int64 {
    var (level, depth) = (leaves, UInt64(1))
    while level.count > 1 {
      var above: [WrittenLeaf] = []
      for first in stride(from: 0, to: level.count, by: Self.objectsPerLeafMax) {
        let children = Array(level[first..<min(first + Self.objectsPerLeafMax, level.count)])
        above.append(try innerCluster(children, depth: depth))
      }
      (level, depth) = (above, depth + 1)
    }
    return level[0].ref
  }

  private mutating func innerCluster(
    _ children: [WrittenLeaf], depth: UInt64
  ) throws -> WrittenLeaf {
    let offsets = children.map { $0.base &- children[0].base }
    let isCompact = zip(0..., offsets).allSatisfy { UInt64($0) << (8 * depth) == $1 }
    let keys = isCompact ? 0 : try unsigned(offsets)
    let count = children.reduce(0) { $0 + $1.count }
    let ref = try references(
      [keys, Self.tagged(depth), Self.tagged(UInt64(count))] + children.map(\.ref), .inner)
    return WrittenLeaf(ref: ref, count: count, base: children[0].base)
  }
}
