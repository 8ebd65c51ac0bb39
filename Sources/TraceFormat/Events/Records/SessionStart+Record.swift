extension SessionStart {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(field: source.rawValue)
    bytes.append(field: name)
    bytes.append(field: connection)
    bytes.append(optional: wireSession)
    bytes.append(field: clientFile)
    bytes.append(optional: clientFileIdent)
    bytes.append(field: syncKind.rawValue)
    bytes.append(optional: protocolVersion)
    bytes.append(flag: configuredResetMode != nil)
    if let configuredResetMode { bytes.append(field: configuredResetMode.rawValue) }
    bytes.append(flag: pendingReset != nil)
    pendingReset?.encode(into: &bytes)
    // Left out where there is none: it came later than the fields before it.
    if let sdk {
      bytes.append(flag: true)
      bytes.append(field: sdk)
    }
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    source = try reader.readName()
    name = try reader.readString()
    connection = try reader.readString()
    wireSession = try reader.readOptional()
    clientFile = try reader.readString()
    clientFileIdent = try reader.readOptional()
    syncKind = try reader.readName()
    protocolVersion = try reader.readOptional()
    configuredResetMode = try reader.readFlag() ? try reader.readName() : nil
    pendingReset = try reader.readFlag() ? try PendingReset(decoding: &reader) : nil
    guard !reader.isAtEnd else { return }
    sdk = try reader.readFlag() ? try reader.readString() : nil
  }
}

extension PendingReset {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(field: mode.rawValue)
    bytes.append(field: action.rawValue)
    bytes.append(optional: timeMicroseconds)
    bytes.append(flag: engineVersion != nil)
    if let engineVersion { bytes.append(field: engineVersion) }
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    mode = try reader.readName()
    action = try reader.readName()
    timeMicroseconds = try reader.readOptional()
    engineVersion = try reader.readFlag() ? try reader.readString() : nil
  }
}

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
