internal import RealmModel

/// Reads the values of columns and of collections, a leaf at a time.
///
/// What a leaf of a damaged file claims to hold is checked before it is made: a node of eight bytes can
/// announce millions of elements.
struct LeafReader {
  let store: NodeStore
  /// How many a leaf must have; nil where the leaf itself says it.
  var expectedCount: Int?

  init(_ store: NodeStore) { self.store = store }

  /// How deep collections may stand in each other (R22).
  static let nestingMax = 100
  static let bytesPerValue = MemoryLayout<Cell>.stride

  /// Takes memory for so many values, of which no more may be there than expected (R24).
  func charge(_ count: Int) throws(RealmFileFailure) {
    if let expectedCount, count > expectedCount + 1 {
      throw .damaged(24, expected: "\(expectedCount) values", found: "\(count)")
    }
    try store.charge(count * Self.bytesPerValue, for: "\(count) values")
  }
}
