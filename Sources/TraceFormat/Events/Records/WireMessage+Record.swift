extension WireMessage {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(field: direction.rawValue)
    bytes.append(field: connection)
    bytes.append(field: syncKind.rawValue)
    bytes.append(field: bodyForm.rawValue)
    bytes.append(field: head)
    bytes.append(field: body)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    direction = try reader.readName()
    connection = try reader.readString()
    syncKind = try reader.readName()
    bodyForm = try reader.readName()
    head = try reader.readField()
    body = try reader.readField()
  }
}
