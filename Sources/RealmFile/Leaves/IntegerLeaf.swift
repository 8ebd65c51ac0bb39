internal import RealmModel

// Numbers, truth values, floating-point numbers (Realm Core: `array_integer.cpp`, `array_bool.hpp`,
// `array_basic.hpp`).
extension LeafReader {
  /// Whole numbers; nullable ones have one more in front, which stands for null.
  func readIntegers(_ ref: Int, isNullable: Bool, into cells: inout [Cell])
    throws(RealmFileFailure)
  {
    let node = try store.node(ref, .integers)
    guard isNullable else {
      try charge(node.size)
      for index in 0..<node.size { cells.append(.int(try node.integer(index))) }
      return
    }
    guard node.size >= 1 else {
      throw .damaged(19, expected: "a number for null", found: "no element", at: ref)
    }
    try charge(node.size)
    let null = try node.integer(0)
    for index in 1..<max(node.size, 1) {
      let value = try node.integer(index)
      cells.append(value == null ? .null : .int(value))
    }
  }

  func readBooleans(_ ref: Int, isNullable: Bool, into cells: inout [Cell])
    throws(RealmFileFailure)
  {
    let node = try store.node(ref, .integers)
    try charge(node.size)
    for index in 0..<node.size {
      let value = try node.integer(index)
      cells.append(value == 3 && isNullable ? .null : .bool(value != 0))
    }
  }

  func readFloats(_ ref: Int, isNullable: Bool, into cells: inout [Cell])
    throws(RealmFileFailure)
  {
    let node = try store.node(ref, .floats)
    try charge(node.size)
    for index in 0..<node.size {
      let bits = node.load(UInt32.self, at: 4 * index)
      cells.append(bits == 0x7FC0_00AA && isNullable ? .null : .float(bitPattern: bits))
    }
  }

  func readDoubles(_ ref: Int, isNullable: Bool, into cells: inout [Cell])
    throws(RealmFileFailure)
  {
    let node = try store.node(ref, .doubles)
    try charge(node.size)
    for index in 0..<node.size {
      let bits = node.load(UInt64.self, at: 8 * index)
      cells.append(
        bits == 0x7FF8_0000_0000_00AA && isNullable ? .null : .double(bitPattern: bits))
    }
  }
}
