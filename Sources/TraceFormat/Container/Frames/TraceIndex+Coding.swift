extension TraceIndex: RecordLayout {
  static var blank: TraceIndex { TraceIndex(traceDigest: 0, header: .blank) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&traceDigest)
    try visitor.part(&header)
    try visitor.list(&entries, "index entries", elementSizeMin: 102)
    try visitor.list(&sessions, "session summaries", elementSizeMin: 44)
    try visitor.number(&unlistedSessionCount)
    if visitor.hasMore(!closingNotes.isEmpty) {
      try visitor.list(&closingNotes, "metadata", elementSizeMin: 8)
    }
  }
}

extension TraceIndex.Entry: RecordLayout {
  static var blank: Self { Self(ChunkHeader(), at: 0, size: 0) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&chunks.chunkNumber)
    try visitor.number(&chunkCount)
    try visitor.number(&offset)
    try visitor.number(&size)
    try visitor.number(&chunks.dataFrameSize)
    try visitor.number(&chunks.recordsSize)
    try visitor.number(&chunks.recordCount)
    try visitor.part(&chunks.sequences)
    try visitor.part(&chunks.times)
    try visitor.number(&chunks.dataFrameDigest)
    try visitSessions(&visitor)
    try visitor.list(&counts, "record types", elementSizeMin: 10)
  }

  /// Stands for a list of sessions that is too long to be written.
  private static let manySessions: UInt16 = 0xFFFF

  private mutating func visitSessions<V: RecordVisitor & ~Escapable>(
    _ visitor: inout V
  ) throws(V.Failure) {
    var count = UInt16(clamping: sessions?.count ?? Int(Self.manySessions))
    try visitor.number(&count)
    guard count != Self.manySessions else {
      sessions = nil
      return
    }
    var listed = sessions ?? []
    for index in 0..<Int(count) {
      if index == listed.count { listed.append(0) }
      try visitor.number(&listed[index])
    }
    sessions = listed
  }

  /// Refuses entries that lie on each other or run backwards, so that following an index always gets further.
  func check(after previous: Self?, at start: Int) throws(DecodingFailure) {
    let (end, overflow) = offset.addingReportingOverflow(size)
    let next = previous.map { $0.chunks.sequences.last + 1 } ?? 0
    let isInOrder = offset >= previous?.end ?? 0 && chunks.sequences.first >= next
    guard !overflow, end < UInt64.max >> 2, isInOrder, chunks.dataFrameSize < size else {
      throw .invalidValue("an index entry out of order, for offset \(offset)", at: start)
    }
    let uncounted = counts.reduce(UInt64?(chunks.recordCount)) { rest, counted in
      rest.flatMap { $0 >= counted.count ? $0 - counted.count : nil }
    }
    // With these, sums over all entries cannot overflow.
    guard uncounted == 0, chunkCount > 0, chunkCount <= chunks.recordCount,
      chunks.recordCount - 1 <= chunks.sequences.last - chunks.sequences.first,
      chunks.recordsSize >> 28 <= chunkCount, chunks.recordsSize < 1 << 44
    else { throw .invalidValue("an index entry with impossible counts", at: start) }
  }
}

extension RecordTypeCount: RecordLayout {
  static var blank: RecordTypeCount { RecordTypeCount(recordType: 0, count: 0) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&recordType)
    try visitor.number(&count)
  }
}

extension SessionSummary: RecordLayout {
  static var blank: SessionSummary { SessionSummary(.blank) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&session)
    try visitor.number(&recordCount)
    try visitor.part(&sequences)
    try visitor.part(&times)
  }
}
