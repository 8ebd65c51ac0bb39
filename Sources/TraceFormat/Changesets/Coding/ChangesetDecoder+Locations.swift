extension ChangesetDecoder {
  @inline(__always)
  mutating func readLocation(_ reader: inout ByteReader) throws(DecodingFailure) -> Location {
    Location(
      table: try reader.readStringIndex(below: stringCount),
      object: try reader.readPrimaryKey(below: stringCount),
      field: try reader.readStringIndex(below: stringCount),
      path: try readPath(&reader))
  }

  @inline(__always)
  private mutating func readPath(_ reader: inout ByteReader) throws(DecodingFailure) -> PathRange {
    let start = reader.offset
    let count = try reader.readUnsigned(UInt32.self)
    guard count > 0 else { return .empty }
    guard count <= limits.pathDepthMax else {
      throw .limitExceeded(
        "the depth of a path", found: UInt64(count), limit: UInt64(limits.pathDepthMax), at: start)
    }
    let first = changeset.pathElements.count
    try checkCount(
      "the number of path elements", first + Int(count), limits.pathElementCountMax, start)
    for _ in 0..<count { changeset.pathElements.append(try readPathElement(&reader)) }
    return PathRange(start: UInt32(truncatingIfNeeded: first), count: count)
  }

  @inline(__always)
  private func readPathElement(_ reader: inout ByteReader) throws(DecodingFailure) -> PathElement {
    let start = reader.offset
    let number = try reader.readInt64()
    guard number >= 0 else { return .key(try reader.readStringIndex(below: stringCount)) }
    guard let index = UInt32(exactly: number) else {
      throw .limitExceeded(
        "a list index", found: UInt64(number), limit: UInt64(UInt32.max), at: start)
    }
    return .index(index)
  }

  /// Whether a path ends in a list: its last element is the index of a list element.
  @inline(__always)
  func endsInList(_ path: PathRange) -> Bool {
    guard path.count > 0, case .index = changeset.pathElements.last else { return false }
    return true
  }
}
