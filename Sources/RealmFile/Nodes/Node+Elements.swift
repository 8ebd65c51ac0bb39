internal import TraceFormat

// The elements of a node, bounds-checked: an index that is too large is damage and never a trap (R46).
extension Node {
  /// An element: as it stands below eight bits, sign-extended from there on.
  @inline(__always)
  func integer(_ index: Int) throws(RealmFileFailure) -> Int64 {
    guard index >= 0, index < size else { throw outOfBounds(index) }
    return page.element(at: start, index: index, width: width)
  }

  /// An element of an array of object keys or of offsets, which are unsigned.
  @inline(__always)
  func unsigned(_ index: Int) throws(RealmFileFailure) -> UInt64 {
    let value = UInt64(bitPattern: try integer(index))
    return width < 64 ? value & (1 << UInt64(width) - 1) : value
  }

  /// A child; nil for the null ref.
  ///
  /// - Parameter rule: the rule that an element breaks that is no ref.
  func ref(_ index: Int, rule: Int = 7) throws(RealmFileFailure) -> Int? {
    let value = try integer(index)
    if value == 0 { return nil }
    guard value > 0, value & 7 == 0, value >= FileHeader.size else {
      throw .damaged(rule, expected: "a ref at element \(index)", found: "\(value)", at: ref)
    }
    return Int(value)
  }

  /// A child that must be there.
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
    guard value & 1 == 1 else {
      throw .damaged(7, expected: "a number at element \(index)", found: "\(value)", at: ref)
    }
    return UInt64(bitPattern: value) >> 1
  }

  /// The same, with 0 for a plain 0.
  func tagged(_ index: Int) throws(RealmFileFailure) -> UInt64 { try taggedIfSet(index) ?? 0 }

  /// The slots beyond the size read as 0.
  func integerIfPresent(_ index: Int) throws(RealmFileFailure) -> Int64 {
    index < size ? try integer(index) : 0
  }

  private func outOfBounds(_ index: Int) -> RealmFileFailure {
    .damaged(46, expected: "an element \(index)", found: "\(size) elements", at: ref)
  }

  /// Appends all elements.
  func appendIntegers(to values: inout [Int64], from first: Int = 0) {
    values.reserveCapacity(values.count + max(size - first, 0))
    for index in stride(from: first, to: size, by: 1) {
      values.append(page.element(at: start, index: index, width: width))
    }
  }

  /// All elements.
  var integers: [Int64] {
    var values: [Int64] = []
    appendIntegers(to: &values)
    return values
  }

  /// A copy of bytes of the payload; the range must lie inside it.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    Array(page[start + range.lowerBound..<start + range.upperBound])
  }

  /// A byte of the payload, which must be there.
  func byte(_ offset: Int) -> UInt8 { page[start + offset] }

  /// A number of the payload, which must be there.
  func load<T: FixedWidthInteger & BitwiseCopyable>(_: T.Type, at offset: Int) -> T {
    page.load(T.self, at: start + offset)
  }
}

extension [UInt8] {
  @inline(__always)
  fileprivate func element(at start: Int, index: Int, width: Int) -> Int64 {
    switch width {
    case 0: 0
    case 1: Int64(self[start + index >> 3] >> UInt8(index & 7) & 1)
    case 2: Int64(self[start + index >> 2] >> (UInt8(index & 3) * 2) & 3)
    case 4: Int64(self[start + index >> 1] >> (UInt8(index & 1) * 4) & 15)
    case 8: Int64(Int8(bitPattern: self[start + index]))
    case 16: Int64(Int16(bitPattern: load(UInt16.self, at: start + index * 2)))
    case 32: Int64(Int32(bitPattern: load(UInt32.self, at: start + index * 4)))
    default: Int64(bitPattern: load(UInt64.self, at: start + index * 8))
    }
  }

  @inline(__always)
  fileprivate func load<T: FixedWidthInteger & BitwiseCopyable>(_: T.Type, at offset: Int) -> T {
    precondition(offset >= 0 && offset <= count - MemoryLayout<T>.size, "a node lies in its page")
    // SAFETY: the precondition proves that the bytes are there, and any of them are a number.
    return unsafe T(
      littleEndian: rawBytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: T.self))
  }
}
