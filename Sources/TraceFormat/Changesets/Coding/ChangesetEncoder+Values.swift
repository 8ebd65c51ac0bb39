extension ChangesetEncoder {
  mutating func writeUnsigned(_ value: UInt64) { writeMagnitude(value, sign: 0) }

  mutating func writeSigned(_ value: Int64) {
    let sign: UInt8 = value < 0 ? 0x40 : 0
    writeMagnitude(UInt64(bitPattern: value < 0 ? ~value : value), sign: sign)
  }

  private mutating func writeMagnitude(_ magnitude: UInt64, sign: UInt8) {
    var rest = magnitude
    while rest >> 6 != 0 {
      output.append(0x80 | UInt8(truncatingIfNeeded: rest))
      rest >>= 7
    }
    output.append(UInt8(truncatingIfNeeded: rest) | sign)
  }

  mutating func write(_ index: StringIndex) { writeUnsigned(UInt64(index.rawValue)) }
  mutating func write(_ value: Bool) { output.append(value ? 1 : 0) }
  mutating func write(_ type: PayloadType) { writeSigned(Int64(type.rawValue)) }

  mutating func writeBytes(_ range: ByteRange) {
    writeUnsigned(UInt64(range.size))
    output.append(contentsOf: changeset.bytes(range))
  }

  private mutating func write(_ key: GlobalKey) {
    writeUnsigned(key.high)
    writeUnsigned(key.low)
  }

  private mutating func write(_ identifier: ObjectID) {
    output.append(littleEndian: identifier.high.byteSwapped)
    output.append(littleEndian: identifier.low.byteSwapped)
  }

  private mutating func write(_ identifier: RealmUUID) {
    output.append(littleEndian: identifier.high.byteSwapped)
    output.append(littleEndian: identifier.low.byteSwapped)
  }

  private mutating func write(_ value: Decimal128) {
    var coefficient = value.coefficient
    while coefficient >= 0x40 {
      output.append(0x80 | UInt8(truncatingIfNeeded: coefficient.low))
      coefficient = coefficient.quotientAndRemainder(dividingBy: 0x80).0
    }
    output.append(UInt8(truncatingIfNeeded: coefficient.low))
    writeSigned(Int64(value.exponent))
    write(value.isNegative)
  }

  mutating func write(_ key: PrimaryKey) {
    switch key {
    case .null: write(PayloadType.null)
    case .int(let value):
      write(PayloadType.int)
      writeSigned(value)
    case .string(let index):
      write(PayloadType.string)
      write(index)
    case .globalKey(let value):
      write(PayloadType.globalKey)
      write(value)
    case .objectID(let value):
      write(PayloadType.objectID)
      write(value)
    case .uuid(let value):
      write(PayloadType.uuid)
      write(value)
    }
  }

  mutating func write(_ payload: Payload) {
    write(payload.type)
    switch payload {
    case .int(let value): writeSigned(value)
    case .bool(let value): write(value)
    case .string(let range), .binary(let range): writeBytes(range)
    case .timestamp(let value):
      writeSigned(value.seconds)
      writeSigned(Int64(value.nanoseconds))
    case .float(let bits): output.append(littleEndian: bits)
    case .double(let bits): output.append(littleEndian: bits)
    case .decimal(let value): write(value)
    case .link(let table, let key):
      write(table)
      write(key)
    case .objectID(let value): write(value)
    case .uuid(let value): write(value)
    case .null, .objectValue, .dictionary, .list, .set, .erased: break
    }
  }
}
