extension SyncError {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(optional: code)
    bytes.append(field: name)
    bytes.append(field: message)
    bytes.append(field: action.rawValue)
    bytes.append(flag: isFatal)
    bytes.append(field: logURL)
    bytes.append(littleEndian: UInt32(compensatingWrites.count))
    for write in compensatingWrites { write.encode(into: &bytes) }
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    code = try reader.readOptional()
    name = try reader.readString()
    message = try reader.readString()
    action = try reader.readName()
    isFatal = try reader.readFlag()
    logURL = try reader.readString()
    compensatingWrites = []
    for _ in 0..<(try reader.readCount("compensating writes", elementSizeMin: 12)) {
      compensatingWrites.append(try CompensatingWrite(decoding: &reader))
    }
  }
}

extension SyncError.CompensatingWrite {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(field: table)
    bytes.append(field: primaryKey)
    bytes.append(field: reason)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    table = try reader.readString()
    primaryKey = try reader.readString()
    reason = try reader.readString()
  }
}

extension ResetObserved {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(field: mode.rawValue)
    bytes.append(field: action.rawValue)
    bytes.append(field: result.rawValue)
    bytes.append(flag: failure != nil)
    if let failure { bytes.append(field: failure.rawValue) }
    bytes.append(field: message)
    bytes.append(optional: stateDigest)
    bytes.append(flag: reupload != nil)
    if let reupload { Self.encode(reupload, into: &bytes) }
    bytes.append(flag: pendingReset != nil)
    pendingReset?.encode(into: &bytes)
  }

  private static func encode(_ reupload: [Reupload], into bytes: inout [UInt8]) {
    bytes.append(littleEndian: UInt32(reupload.count))
    for upload in reupload {
      bytes.append(littleEndian: upload.clientVersion)
      bytes.append(field: upload.changeset)
    }
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    mode = try reader.readName()
    action = try reader.readName()
    result = try reader.readName()
    failure = try reader.readFlag() ? try reader.readName() : nil
    message = try reader.readString()
    stateDigest = try reader.readOptional()
    reupload = try reader.readFlag() ? try Self.decodeReupload(&reader) : nil
    pendingReset = try reader.readFlag() ? try PendingReset(decoding: &reader) : nil
  }

  private static func decodeReupload(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> [Reupload] {
    var reupload: [Reupload] = []
    for _ in 0..<(try reader.readCount("changesets", elementSizeMin: 12)) {
      reupload.append(
        Reupload(clientVersion: try reader.read(), changeset: try reader.readField()))
    }
    return reupload
  }
}
