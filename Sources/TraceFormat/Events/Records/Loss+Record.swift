extension Loss {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(optional: firstSequence)
    bytes.append(optional: recordCount)
    bytes.append(field: reason)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    firstSequence = try reader.readOptional()
    recordCount = try reader.readOptional()
    reason = try reader.readString()
  }
}

extension Note {
  func encode(into bytes: inout [UInt8]) { bytes.append(field: text) }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    text = try reader.readString()
  }
}
