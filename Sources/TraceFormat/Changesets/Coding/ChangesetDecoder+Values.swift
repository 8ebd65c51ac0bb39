extension ChangesetDecoder {
  /// Reads a reference to a declared string.
  @inline(__always)
  mutating func readStringIndex() throws(DecodingFailure) -> StringIndex {
    let start = reader.offset
    let index = try reader.readUnsigned(UInt32.self)
    guard index < changeset.strings.count else {
      throw .invalidValue(
        "expected one of \(changeset.strings.count) declared strings, found number \(index)",
        at: start)
    }
    return StringIndex(index)
  }

  mutating func readBool() throws(DecodingFailure) -> Bool {
    try reader.readUnsigned(UInt8.self) != 0
  }

  mutating func readPayloadType() throws(DecodingFailure) -> PayloadType {
    let start = reader.offset
    let number = try reader.readInt64()
    guard let raw = Int8(exactly: number), let type = PayloadType(rawValue: raw) else {
      throw .invalidValue("expected a payload type from -6 to 11, found \(number)", at: start)
    }
    return type
  }

  mutating func readCollectionKind() throws(DecodingFailure) -> CollectionKind {
    let start = reader.offset
    let number = try reader.readUnsigned(UInt8.self)
    guard let kind = CollectionKind(rawValue: number) else {
      throw .invalidValue("expected a collection kind from 0 to 3, found \(number)", at: start)
    }
    return kind
  }

  /// Reads the size and the bytes of a string.
  mutating func readString() throws(DecodingFailure) -> ByteRange {
    let start = reader.offset
    let size = try reader.readUnsigned(UInt64.self)
    guard size <= ChangesetLimits.stringSizeMax else {
      throw .limitExceeded(
        "the size of a string", found: size, limit: UInt64(ChangesetLimits.stringSizeMax),
        at: start)
    }
    return try readBytes(size)
  }

  /// Passes over bytes that stay where they are: the input becomes the changeset's storage.
  private mutating func readBytes(_ size: UInt64) throws(DecodingFailure) -> ByteRange {
    let position = try reader.skip(size)
    return ByteRange(
      offset: UInt32(truncatingIfNeeded: position), size: UInt32(truncatingIfNeeded: size))
  }

  mutating func readPrimaryKey() throws(DecodingFailure) -> PrimaryKey {
    let start = reader.offset
    switch try readPayloadType() {
    case .null: return .null
    case .int: return .int(try reader.readInt64())
    case .string: return .string(try readStringIndex())
    case .globalKey: return .globalKey(try readGlobalKey())
    case .objectID: return .objectID(try readObjectID())
    case .uuid: return .uuid(try readUUID())
    case let type:
      throw .invalidValue("expected the type of a primary key, found \(type)", at: start)
    }
  }

  mutating func readPayload() throws(DecodingFailure) -> Payload {
    let start = reader.offset
    switch try readPayloadType() {
    case .null: return .null
    case .int: return .int(try reader.readInt64())
    case .bool: return .bool(try readBool())
    case .string: return .string(try readString())
    case .binary: return .binary(try readBytes(reader.readUnsigned(UInt64.self)))
    case .timestamp: return .timestamp(try readTimestamp())
    case .float: return .float(bitPattern: try reader.read(UInt32.self))
    case .double: return .double(bitPattern: try reader.read(UInt64.self))
    case .decimal: return .decimal(try readDecimal())
    case .link: return .link(table: try readStringIndex(), key: try readPrimaryKey())
    case .objectID: return .objectID(try readObjectID())
    case .uuid: return .uuid(try readUUID())
    case .objectValue: return .objectValue
    case .dictionary: return .dictionary
    case .list: return .list
    case .set: return .set
    case .erased: return .erased
    case .globalKey: throw .invalidValue("expected a value, found a global key", at: start)
    }
  }
}
