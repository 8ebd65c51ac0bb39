extension TraceIndex {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: traceDigest)
    header.encode(into: &bytes)
    bytes.append(littleEndian: UInt32(entries.count))
    for entry in entries { entry.encode(into: &bytes) }
    bytes.append(littleEndian: UInt32(sessions.count))
    for session in sessions { session.encode(into: &bytes) }
    bytes.append(littleEndian: unlistedSessionCount)
    // Left out where there are none: they came later than the fields before them.
    guard !closingNotes.isEmpty else { return }
    TraceHeader.encode(closingNotes, into: &bytes)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    traceDigest = try reader.read()
    header = try TraceHeader(decoding: &reader)
    for _ in 0..<(try reader.readCount("index entries", elementSizeMin: Entry.sizeMin)) {
      let start = reader.offset
      let entry = try Entry(decoding: &reader)
      try entry.check(after: entries.last, at: start)
      entries.append(entry)
    }
    for _ in 0..<(try reader.readCount("session summaries", elementSizeMin: 44)) {
      sessions.append(try SessionSummary(decoding: &reader))
    }
    unlistedSessionCount = try reader.read()
    if !reader.isAtEnd { closingNotes = try TraceHeader.decodeMetadata(&reader) }
  }
}

extension TraceIndex.Entry {
  /// Bytes of an entry without sessions and counts.
  static let sizeMin = 102

  func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: firstChunk)
    bytes.append(littleEndian: chunkCount)
    bytes.append(littleEndian: offset)
    bytes.append(littleEndian: size)
    bytes.append(littleEndian: dataFramesSize)
    bytes.append(littleEndian: recordsSize)
    bytes.append(littleEndian: recordCount)
    sequences.encode(into: &bytes)
    times.encode(into: &bytes)
    bytes.append(littleEndian: dataFrameDigest)
    bytes.append(littleEndian: UInt16(clamping: sessions?.count ?? Int(Self.manySessions)))
    for session in sessions ?? [] { bytes.append(littleEndian: session) }
    bytes.append(littleEndian: UInt32(counts.count))
    for entry in counts {
      bytes.append(littleEndian: entry.recordType)
      bytes.append(littleEndian: entry.count)
    }
  }

  /// Stands for a list of sessions that is too long to be written.
  private static let manySessions: UInt16 = 0xFFFF

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    firstChunk = try reader.read()
    chunkCount = try reader.read()
    offset = try reader.read()
    size = try reader.read()
    dataFramesSize = try reader.read()
    recordsSize = try reader.read()
    recordCount = try reader.read()
    sequences = try SequenceRange(decoding: &reader)
    times = try TimeRange(decoding: &reader)
    dataFrameDigest = try reader.read()
    sessions = try Self.decodeSessions(&reader)
    counts = try Self.decodeCounts(&reader)
  }

  private static func decodeSessions(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> [UInt32]? {
    let count = try reader.read(UInt16.self)
    guard count != manySessions else { return nil }
    var sessions: [UInt32] = []
    for _ in 0..<count { sessions.append(try reader.read()) }
    return sessions
  }

  private static func decodeCounts(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> [RecordTypeCount] {
    var counts: [RecordTypeCount] = []
    for _ in 0..<(try reader.readCount("record types", elementSizeMin: 10)) {
      counts.append(RecordTypeCount(recordType: try reader.read(), count: try reader.read()))
    }
    return counts
  }

  /// Refuses entries that lie on each other or run backwards, so that following an index always
  /// gets further.
  func check(after previous: Self?, at start: Int) throws(DecodingFailure) {
    let (end, overflow) = offset.addingReportingOverflow(size)
    let isInOrder =
      offset >= previous?.end ?? 0 && sequences.first >= previous.map { $0.sequences.last + 1 } ?? 0
    guard !overflow, end < UInt64.max >> 2, isInOrder, dataFramesSize < size else {
      throw .invalidValue("an index entry out of order, for offset \(offset)", at: start)
    }
    // With these, sums over all entries cannot overflow.
    guard chunkCount > 0, chunkCount <= recordCount,
      recordCount - 1 <= sequences.last - sequences.first,
      recordsSize >> 28 <= chunkCount, recordsSize < 1 << 44
    else {
      throw .invalidValue("an index entry with impossible counts", at: start)
    }
  }
}

extension SessionSummary {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: session)
    bytes.append(littleEndian: recordCount)
    sequences.encode(into: &bytes)
    times.encode(into: &bytes)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    session = try reader.read()
    recordCount = try reader.read()
    sequences = try SequenceRange(decoding: &reader)
    times = try TimeRange(decoding: &reader)
  }
}
