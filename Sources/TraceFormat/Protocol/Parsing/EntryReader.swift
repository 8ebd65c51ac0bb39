/// Reads entries: decimal numbers, each with a space behind it, and then a changeset.
struct EntryReader: EntryVisitor, ~Escapable {
  var reader: ByteReader

  @_lifetime(copy reader)
  init(_ reader: consuming ByteReader) { self.reader = reader }

  var isAtEnd: Bool { reader.isAtEnd }

  mutating func entry<Entry: ChangesetEntry>() throws(DecodingFailure) -> Entry {
    var entry = Entry()
    try entry.visitNumbers(&self)
    entry.changeset = try reader.readBytes(try number("changeset_size"))
    return entry
  }

  mutating func unsigned(_ value: inout UInt64, _ name: FieldName, _ meaning: NumberField)
    throws(DecodingFailure)
  {
    value = try number(name.wire)
  }

  mutating func number(_ field: StaticString) throws(DecodingFailure) -> UInt64 {
    let start = reader.offset
    var value: UInt64 = 0
    var digitCount = 0
    while true {
      let byte = try reader.readByte()
      if byte == UInt8(ascii: " "), digitCount > 0 { return value }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        throw .invalidValue("field `\(field)`: expected digits and a space", at: start)
      }
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !overflows, !carries else {
        throw .invalidValue("field `\(field)`: more than 64 bits", at: start)
      }
      value = sum
      digitCount += 1
    }
  }
}
