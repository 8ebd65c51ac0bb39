internal import TraceFormat

// Released versions of Realm put 256 objects in a node. Files of Realm's own tests were written by builds with four,
// and do not say so; but their numbers tell: no object has a number that its table has not given yet.
extension NodeStore {
  private static let testShift = 2

  /// How far the keys of neighbouring nodes are from each other in the tree of a table's objects.
  ///
  /// What a damaged tree does not tell is taken to be as usual: whoever reads the tree comes upon the damage.
  func clusterShift(of table: FileTable) -> Int {
    (try? foundShift(of: table)) ?? ClusterTree.standardShift
  }

  private func foundShift(of table: FileTable) throws(RealmFileFailure) -> Int {
    let standard = ClusterTree.standardShift
    guard table.nextObjectNumber > 0, try header(table.objectsRef).isInner else {
      return standard
    }
    let greatest = try greatestNumber(table, shift: standard)
    guard let greatest, greatest >= table.nextObjectNumber else { return standard }
    let other = try greatestNumber(table, shift: Self.testShift)
    guard let other, other < table.nextObjectNumber else { return standard }
    return Self.testShift
  }

  /// The number of the last object if keys were so far from each other; nil where they are not numbers.
  private func greatestNumber(_ table: FileTable, shift: Int) throws(RealmFileFailure) -> UInt64? {
    var (ref, offset) = (table.objectsRef, UInt64(0))
    for _ in 0...ClusterTree.depthMax {
      guard try header(ref).isInner else { break }
      let node = try glance(ref, .clusterInner)
      let inner = try InnerCluster(node, in: self, shift: shift, isGlance: true)
      offset &+= try inner.offset(of: inner.childCount - 1)
      ref = try node.requiredRef(node.size - 1, rule: 37)
    }
    let node = try glance(ref, .references)
    let first = try node.integer(0)
    var last = UInt64(bitPattern: first) >> 1 &- 1
    if first & 1 == 0 {
      let keys = try glance(try node.requiredRef(0, rule: 36), .integers)
      last = try keys.unsigned(keys.size - 1)
    }
    let key = offset &+ last
    guard table.primaryKey == nil, table.kind != .embedded else {
      // Keys of this size are hashes.
      return key < 1 << 40 ? key : nil
    }
    return key & 0xFF | (key & 0xFF_FFFF_0000) >> 8
  }
}
