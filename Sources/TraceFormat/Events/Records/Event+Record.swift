extension Event.Content {
  /// Appends the body of the record and returns the record's type.
  func encodeRecord(into bytes: inout [UInt8]) -> UInt16 {
    switch self {
    case .sessionStart(let value): value.encode(into: &bytes)
    case .message(let value): value.encode(into: &bytes)
    case .localCommit(let value): value.encode(into: &bytes)
    case .serverCommit(let value): value.encode(into: &bytes)
    case .snapshot(let value): value.encode(into: &bytes)
    case .syncError(let value): value.encode(into: &bytes)
    case .resetObserved(let value): value.encode(into: &bytes)
    case .loss(let value): value.encode(into: &bytes)
    case .note(let value): value.encode(into: &bytes)
    case .unknown(let value): bytes.append(contentsOf: value.bytes)
    }
    return recordType
  }

  /// The number of the record's type.
  public var recordType: UInt16 {
    if case .unknown(let value) = self { return value.recordType }
    return kind.recordType ?? 0
  }

  /// Reads the body of a record; nil where its kind is unknown. Bytes after the last known field are what a newer version has
  /// added; they are left alone.
  init?(_ kind: Event.Kind, decoding reader: inout ByteReader) throws(DecodingFailure) {
    switch kind {
    case .sessionStart: self = .sessionStart(try SessionStart(decoding: &reader))
    case .message: self = .message(try WireMessage(decoding: &reader))
    case .localCommit: self = .localCommit(try LocalCommit(decoding: &reader))
    case .serverCommit: self = .serverCommit(try ServerCommit(decoding: &reader))
    case .snapshot: self = .snapshot(try Snapshot(decoding: &reader))
    case .syncError: self = .syncError(try SyncError(decoding: &reader))
    case .resetObserved: self = .resetObserved(try ResetObserved(decoding: &reader))
    case .loss: self = .loss(try Loss(decoding: &reader))
    case .note: self = .note(try Note(decoding: &reader))
    case .unknown: return nil
    }
  }
}
