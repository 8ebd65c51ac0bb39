// The values of changesets. All of this is inlined into the one place that reads instructions, so
// that a reader is a few registers there; only what is rare or long stays a call.

extension ByteReader {
  @inline(__always)
  mutating func readStringIndex(below stringCount: Int) throws(DecodingFailure) -> StringIndex {
    let start = offset
    let index = try readUnsigned(UInt32.self)
    guard index < stringCount else { throw .unknownString(index, stringCount, at: start) }
    return StringIndex(index)
  }

  @inline(__always)
  mutating func readBool() throws(DecodingFailure) -> Bool { try readUnsigned(UInt8.self) != 0 }

  @inline(__always)
  mutating func readPayloadType() throws(DecodingFailure) -> PayloadType {
    let start = offset
    let number = try readInt64()
    guard let type = PayloadType(number: number) else { throw .unknownType(number, at: start) }
    return type
  }

  mutating func readCollectionKind() throws(DecodingFailure) -> CollectionKind {
    let start = offset
    let number = try readUnsigned(UInt8.self)
    guard let kind = CollectionKind(rawValue: number) else {
      throw .invalidValue("expected a collection kind from 0 to 3, found \(number)", at: start)
    }
    return kind
  }

  @inline(__always)
  mutating func readStringBytes() throws(DecodingFailure) -> ByteRange {
    let start = offset
    let size = try readUnsigned(UInt64.self)
    guard size <= ChangesetLimits.stringSizeMax else { throw .longString(size, at: start) }
    return try readRange(size)
  }

  /// Passes over bytes that stay where they are: the input becomes the changeset's storage.
  @inline(__always)
  private mutating func readRange(_ size: UInt64) throws(DecodingFailure) -> ByteRange {
    let position = try skip(size)
    return ByteRange(
      offset: UInt32(truncatingIfNeeded: position), size: UInt32(truncatingIfNeeded: size))
  }

  @inline(__always)
  mutating func readPrimaryKey(below stringCount: Int) throws(DecodingFailure) -> PrimaryKey {
    let start = offset
    switch try readPayloadType() {
    case .null: return .null
    case .int: return .int(try readInt64())
    case .string: return .string(try readStringIndex(below: stringCount))
    case .globalKey: return .globalKey(try readGlobalKey())
    case .objectID: return .objectID(try readObjectID())
    case .uuid: return .uuid(try readUUID())
    case let type: throw .noPrimaryKeyType(type, at: start)
    }
  }

  @inline(__always)
  mutating func readPayload(below stringCount: Int) throws(DecodingFailure) -> Payload {
    let start = offset
    switch try readPayloadType() {
    case .null: return .null
    case .int: return .int(try readInt64())
    case .bool: return .bool(try readBool())
    case .string: return .string(try readStringBytes())
    case .binary: return .binary(try readRange(readUnsigned(UInt64.self)))
    case .timestamp: return .timestamp(try readTimestamp())
    case .float: return .float(bitPattern: try read(UInt32.self))
    case .double: return .double(bitPattern: try read(UInt64.self))
    case .decimal: return .decimal(try readDecimal())
    case .link:
      return .link(
        table: try readStringIndex(below: stringCount),
        key: try readPrimaryKey(below: stringCount))
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

extension PayloadType {
  /// The type of a number on the wire; the same numbers as ``rawValue``, in a form that costs a comparison.
  @inline(__always)
  fileprivate init?(number: Int64) {
    switch number {
    case -6: self = .set
    case -5: self = .list
    case -4: self = .erased
    case -3: self = .dictionary
    case -2: self = .objectValue
    case -1: self = .globalKey
    case 0: self = .null
    case 1: self = .int
    case 2: self = .bool
    case 3: self = .string
    case 4: self = .binary
    case 5: self = .timestamp
    case 6: self = .float
    case 7: self = .double
    case 8: self = .decimal
    case 9: self = .link
    case 10: self = .objectID
    case 11: self = .uuid
    default: return nil
    }
  }
}

// Kept out of the way of what is read.
extension DecodingFailure {
  @inline(never)
  fileprivate static func unknownString(_ index: UInt32, _ count: Int, at offset: Int) -> Self {
    .invalidValue("expected one of \(count) declared strings, found number \(index)", at: offset)
  }

  @inline(never)
  fileprivate static func unknownType(_ number: Int64, at offset: Int) -> Self {
    .invalidValue("expected a payload type from -6 to 11, found \(number)", at: offset)
  }

  @inline(never)
  fileprivate static func noPrimaryKeyType(_ type: PayloadType, at offset: Int) -> Self {
    .invalidValue("expected the type of a primary key, found \(type)", at: offset)
  }

  @inline(never)
  fileprivate static func longString(_ size: UInt64, at offset: Int) -> Self {
    .limitExceeded(
      "the size of a string", found: size, limit: UInt64(ChangesetLimits.stringSizeMax),
      at: offset)
  }
}
