extension LocalCommit {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: clientVersion)
    bytes.append(optional: lastIntegratedServerVersion)
    bytes.append(optional: originTimestampMilliseconds)
    bytes.append(field: changeset)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    clientVersion = try reader.read()
    lastIntegratedServerVersion = try reader.readOptional()
    originTimestampMilliseconds = try reader.readOptional()
    changeset = try reader.readField()
  }
}

extension ServerCommit {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: serverVersion)
    bytes.append(optional: originFileIdent)
    bytes.append(optional: originTimestampMilliseconds)
    bytes.append(field: changeset)
    // Left out where it is not known: it came later than the fields before it.
    if let lastIntegratedClientVersion { bytes.append(littleEndian: lastIntegratedClientVersion) }
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    serverVersion = try reader.read()
    originFileIdent = try reader.readOptional()
    originTimestampMilliseconds = try reader.readOptional()
    changeset = try reader.readField()
    lastIntegratedClientVersion = reader.isAtEnd ? nil : try reader.read()
  }
}

extension Snapshot {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(field: role.rawValue)
    bytes.append(field: origin.rawValue)
    bytes.append(littleEndian: UInt32(changesets.count))
    for changeset in changesets { bytes.append(field: changeset) }
    // Left out where there are none: they came later than the fields before them.
    keys?.encode(into: &bytes)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    role = try reader.readName()
    origin = try reader.readName()
    changesets = []
    let count = try reader.readCount("changesets", elementSizeMin: 4)
    changesets.reserveCapacity(Int(count))
    for _ in 0..<count {
      changesets.append(try reader.readField())
    }
    keys = reader.isAtEnd ? nil : try SnapshotKeys(decoding: &reader)
  }
}
