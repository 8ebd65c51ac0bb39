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
    switch self {
    case .unknown(let value): return value.recordType
    case .snapshot(let value) where value.part != nil: return Event.Kind.snapshotPartType
    default: break
    }
    return kind.recordType ?? 0
  }

  /// Reads the body of a record; nil where its type is unknown. Bytes after the last known field are what a newer version has
  /// added; they are left alone.
  init?(_ recordType: UInt16, decoding reader: inout ByteReader) throws(DecodingFailure) {
    switch Event.Kind(recordType: recordType) {
    case .sessionStart: self = .sessionStart(try SessionStart(decoding: &reader))
    case .message: self = .message(try WireMessage(decoding: &reader))
    case .localCommit: self = .localCommit(try LocalCommit(decoding: &reader))
    case .serverCommit: self = .serverCommit(try ServerCommit(decoding: &reader))
    case .snapshot:
      var snapshot = Snapshot.blank
      if recordType == Event.Kind.snapshotPartType { snapshot.part = .blank }
      try reader.part(&snapshot)
      self = .snapshot(snapshot)
    case .syncError: self = .syncError(try SyncError(decoding: &reader))
    case .resetObserved: self = .resetObserved(try ResetObserved(decoding: &reader))
    case .loss: self = .loss(try Loss(decoding: &reader))
    case .note: self = .note(try Note(decoding: &reader))
    case .unknown: return nil
    }
  }
}

extension Event.Kind {
  /// The kinds in the order of their numbers, from 1 on (`docs/format.md`, "Record types").
  ///
  /// Numbers from 0x8000 are free for private use; a reader that does not know a number keeps the record as it is.
  private static let numbered: [Event.Kind] = [
    .sessionStart, .message, .localCommit, .serverCommit, .snapshot, .syncError, .resetObserved,
    .loss, .note,
  ]

  static let snapshotPartType: UInt16 = 10

  /// The number of the records that hold such events; nil for ``unknown``, which is many.
  public var recordType: UInt16? { Self.numbered.firstIndex(of: self).map { UInt16($0 + 1) } }

  /// The kind of event that a record of a number holds.
  public init(recordType: UInt16) {
    let isKnown = (1...Self.numbered.count).contains(Int(recordType))
    self =
      isKnown
      ? Self.numbered[Int(recordType) - 1]
      : recordType == Self.snapshotPartType ? .snapshot : .unknown
  }
}
