internal import RealmModel

// The elements of a node, bounds-checked: an index that is too large is damage and never a trap (R46).
extension Node {
  /// An element: as it stands below eight bits, sign-extended from there on.
  @inline(__always)
  func integer(_ index: Int) throws(RealmFileFailure) -> Int64 {
    guard index >= 0, index < size else { throw outOfBounds(index) }
    return PackedIntegers.element(in: page, at: start, index: index, width: width)
  }

  /// An element of an array of object keys or of offsets, which are unsigned.
  @inline(__always)
  func unsigned(_ index: Int) throws(RealmFileFailure) -> UInt64 {
    let value = UInt64(bitPattern: try integer(index))
    return width < 64 ? value & (1 << UInt64(width) - 1) : value
  }

  /// A child; nil for the null ref. `rule` is the one that an element breaks that is not a ref.
  func ref(_ index: Int, rule: Int = 7) throws(RealmFileFailure) -> Int? {
    let value = try integer(index)
    if value == 0 { return nil }
    try require(
      value > 0 && value & 7 == 0 && value >= FileHeader.size, rule, "a ref at element \(index)",
      found: value, at: ref)
    return Int(value)
  }

  func requiredRef(_ index: Int, rule: Int = 7) throws(RealmFileFailure) -> Int {
    guard let ref = try ref(index, rule: rule) else {
      throw .damaged(rule, expected: "a ref at element \(index)", found: "0", at: self.ref)
    }
    return ref
  }

  /// A number that stands among refs, marked by being odd; nil for a plain 0, which stands for none.
  func taggedIfSet(_ index: Int) throws(RealmFileFailure) -> UInt64? {
    let value = try integer(index)
    if value == 0 { return nil }
    try require(value & 1 == 1, 7, "a number at element \(index)", found: value, at: ref)
    return UInt64(bitPattern: value) >> 1
  }

  /// The same, with 0 for a plain 0.
  func tagged(_ index: Int) throws(RealmFileFailure) -> UInt64 { try taggedIfSet(index) ?? 0 }

  private func outOfBounds(_ index: Int) -> RealmFileFailure {
    .damaged(46, expected: "an element \(index)", found: "\(size) elements", at: ref)
  }

  func packed(from first: Int = 0) -> PackedIntegers {
    PackedIntegers(in: page, at: start, first: first, width: width, count: size - first)
  }

  func appendIntegers(to values: inout [Int64]) {
    let packed = packed()
    for index in 0..<size { values.append(packed[index]) }
  }

  var integers: [Int64] {
    var values: [Int64] = []
    values.reserveCapacity(size)
    appendIntegers(to: &values)
    return values
  }

  /// A copy of bytes of the payload; the range must lie inside it.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    Array(page[start + range.lowerBound..<start + range.upperBound])
  }

  /// A number of the payload, which must be there.
  func load<T: FixedWidthInteger & BitwiseCopyable>(_: T.Type, at offset: Int) -> T {
    PackedIntegers.load(T.self, from: page, at: start + offset)
  }
}
