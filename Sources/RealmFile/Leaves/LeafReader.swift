internal import RealmModel

struct LeafValues {
  var column: CellColumn
  var count: Int
}

// Numbers, truth values, floating-point numbers (Realm Core: `array_integer.cpp`, `array_bool.hpp`, `array_basic.hpp`).
extension LeafReader {
  /// Whole numbers; nullable ones have one more in front, which stands for null.
  func integers(_ ref: Int, isNullable: Bool) throws(RealmFileFailure)
    -> (numbers: PackedIntegers, null: Int64?)
  {
    let node = try store.node(ref, .integers)
    try charge(node.size)
    guard isNullable else { return (node.packed(), nil) }
    try require(node.size >= 1, 19, "a number for null", found: "no element", at: ref)
    return (node.packed(from: 1), try node.integer(0))
  }

  func booleans(_ ref: Int, isNullable: Bool) throws(RealmFileFailure) -> LeafValues {
    let node = try store.node(ref, .integers)
    try charge(node.size)
    return LeafValues(column: .bools(node.packed(), isNullable: isNullable), count: node.size)
  }

  func records(
    _ ref: Int, _ shape: NodeShape, bits: Int
  ) throws(RealmFileFailure) -> PackedIntegers {
    let node = try store.node(ref, shape)
    try charge(node.size)
    return PackedIntegers(in: node.page, at: node.start, width: bits, count: node.size)
  }
}

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
