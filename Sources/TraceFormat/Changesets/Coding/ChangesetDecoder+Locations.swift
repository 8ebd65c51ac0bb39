extension ChangesetDecoder {
  @inline(__always)
  mutating func readLocation() throws(DecodingFailure) -> Location {
    Location(
      table: try readStringIndex(), object: try readPrimaryKey(), field: try readStringIndex(),
      path: try readPath())
  }

  @inline(__always)
  private mutating func readPath() throws(DecodingFailure) -> PathRange {
    let start = reader.offset
    let count = try reader.readUnsigned(UInt32.self)
    return count == 0 ? .empty : try readPath(count: count, at: start)
  }

  private mutating func readPath(count: UInt32, at start: Int) throws(DecodingFailure) -> PathRange
  {
    guard count <= limits.pathDepthMax else {
      throw .limitExceeded(
        "the depth of a path", found: UInt64(count), limit: UInt64(limits.pathDepthMax), at: start)
    }
    let first = changeset.pathElements.count
    for _ in 0..<count { changeset.pathElements.append(try readPathElement()) }
    return PathRange(start: UInt32(truncatingIfNeeded: first), count: count)
  }

  private mutating func readPathElement() throws(DecodingFailure) -> PathElement {
    let start = reader.offset
    let number = try reader.readInt64()
    guard number >= 0 else { return .key(try readStringIndex()) }
    guard let index = UInt32(exactly: number) else {
      throw .limitExceeded(
        "a list index", found: UInt64(number), limit: UInt64(UInt32.max), at: start)
    }
    return .index(index)
  }

  /// Whether a path ends in a list: its last element is the index of a list element.
  @inline(__always)
  private func endsInList(_ path: PathRange) -> Bool {
    guard path.count > 0, case .index = changeset.pathElements.last else { return false }
    return true
  }

  private mutating func readListLocation() throws(DecodingFailure) -> Location {
    let start = reader.offset
    let location = try readLocation()
    guard endsInList(location.path) else {
      throw .invalidValue("expected a path that ends with a list index", at: start)
    }
    return location
  }

  mutating func readUpdate() throws(DecodingFailure) -> Instruction.Update {
    let location = try readLocation()
    let value = try readPayload()
    let tail: Instruction.UpdateTail =
      endsInList(location.path)
      ? .priorSize(try reader.readUnsigned()) : .isDefault(try readBool())
    return .init(location: location, value: value, tail: tail)
  }

  mutating func readArrayInsert() throws(DecodingFailure) -> Instruction.ArrayInsert {
    .init(
      location: try readListLocation(), value: try readPayload(),
      priorSize: try reader.readUnsigned())
  }

  mutating func readArrayMove() throws(DecodingFailure) -> Instruction.ArrayMove {
    .init(
      location: try readListLocation(), destination: try reader.readUnsigned(),
      priorSize: try reader.readUnsigned())
  }

  mutating func readArrayErase() throws(DecodingFailure) -> Instruction.ArrayErase {
    .init(location: try readListLocation(), priorSize: try reader.readUnsigned())
  }
}
