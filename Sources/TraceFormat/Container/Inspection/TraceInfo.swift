/// What a trace holds, in numbers: by its index at once, or by reading all of it.
public struct TraceInfo: Hashable, Sendable {
  /// Bytes of the file; nil for a stream.
  public var fileSize: UInt64?
  /// The file header; nil where it is damaged.
  public var header: TraceHeader?
  /// What the writer noted once everything was written; nothing in a trace without index.
  public var closingNotes: [TraceHeader.Metadata] = []
  /// Whether the trace ends with its index and trailer.
  public var isClosed = false
  /// Whether the numbers are those of the index. Then chunks have not been read, and damage to
  /// them has not been noticed.
  public var isFromIndex = false
  /// Chunks of the file.
  public var chunkCount: UInt64 = 0
  /// Records of the file, losses included.
  public var recordCount: UInt64 = 0
  /// Of those, the ones that salvage, now or earlier, got out of damaged bytes; not counted by an index.
  public var suspectCount: UInt64 = 0
  /// Bytes of the records before compression.
  public var recordsSize: UInt64 = 0
  /// By type, ascending.
  public var counts: [RecordTypeCount] = []
  /// Nil for a trace without records.
  public var sequences: SequenceRange?
  /// The earliest and the latest time of a record; nil for a trace without records.
  public var times: TimeRange?
  /// Ascending by session.
  public var sessions: [SessionSummary] = []
  /// Sessions that the index had no room for; ``TraceLimit/sessionSummariesMax`` stands for that many or more.
  public var unlistedSessionCount: UInt32 = 0
  /// The `sessionStart` events, at most ``sessionStartsMax``.
  public var sessionStarts: [Event] = []
  /// How many `sessionStart` events are kept.
  public static let sessionStartsMax = 1024
  /// What the recorded losses add up to.
  public var losses = LossSummary()
  /// What damage has cost, as far as chunks have been read.
  public var foundLosses = LossSummary()
  /// What was noticed while reading; see ``TraceReader/findingsMax``.
  public var findings: [TraceFinding] = []
  /// Findings beyond that number.
  public var omittedFindingCount = 0
  /// Whether a finding is damage; a file that was merely not closed is not damaged.
  public var isDamaged = false

  /// Sums up any source: a file by its index, where it has one; a stream by reading all of it.
  ///
  /// - Throws: ``DecodingFailure`` where it is not a trace, or takes more memory than it may; ``FileFailure``.
  public init(
    _ source: any ByteSource, codec: any FrameCodec, memory: MemoryLimit = .standard
  ) throws {
    let reader = try TraceReader(source, codec: codec, memory: memory)
    // Of a stream, it is known at the end.
    let isFromIndex = reader.index != nil
    if isFromIndex { reader.selection = TraceSelection(kinds: [.sessionStart, .loss]) }
    try self.init(reading: reader, isFromIndex: isFromIndex) { _ in }
    fileSize = source.size
  }

  /// Sums up all that a reader returns; throws ``DecodingFailure``, ``FileFailure``.
  package init(reading reader: TraceReader) throws {
    try self.init(reading: reader) { _ in }
  }

  init(
    reading reader: TraceReader, isFromIndex: Bool = false, _ onRecord: (Record) throws -> Void
  ) throws {
    self.isFromIndex = isFromIndex
    var builder = TraceIndexBuilder(traceDigest: 0, header: TraceHeader())
    var countsByType: [UInt16: UInt64] = [:]
    var kept = MemoryBudget(reader.memoryLimit)
    while let record = try reader.nextRecord() {
      if record.isRecorded {
        add(record)
        builder.add(record.head)
        countsByType[record.head.type, default: 0] += 1
      } else if let loss = record.loss {
        foundLosses.add(loss)
      }
      try onRecord(record)
      if record.head.kind == .sessionStart, sessionStarts.count < Self.sessionStartsMax {
        kept.inputBytes = reader.inputBytes
        try kept.charge(record.body.count, for: "what the sessions begin with")
        var failure: DecodingFailure?
        sessionStarts.append(Event(record, failure: &failure))
      }
    }
    header = reader.header
    closingNotes = reader.index?.closingNotes ?? []
    isClosed = reader.isClosed
    takeFindings(of: reader)
    if isFromIndex, let index = reader.index {
      fill(index)
      takeSessions(of: index)
    } else {
      (chunkCount, recordsSize) = (reader.chunkCount, reader.recordsSize)
      counts = RecordTypeCount.ascending(countsByType)
      takeSessions(of: builder.build())
    }
  }

  private mutating func add(_ record: Record) {
    let head = record.head
    recordCount += 1
    if head.isSuspect { suspectCount += 1 }
    times = times?.union(head.time) ?? head.time
    sequences = SequenceRange(
      first: sequences?.first ?? head.sequence, last: record.nextSequence - 1)
    if let loss = record.loss { losses.add(loss) }
  }

  private mutating func takeSessions(of index: TraceIndex) {
    (sessions, unlistedSessionCount) = (index.sessions, index.unlistedSessionCount)
  }

  mutating func takeFindings(of reader: TraceReader) {
    (findings, omittedFindingCount) = (reader.findings, reader.omittedFindingCount)
    isDamaged = reader.isDamaged
  }

  private mutating func fill(_ index: TraceIndex) {
    (recordCount, suspectCount, times) = (0, 0, nil)
    for entry in index.entries {
      chunkCount += entry.chunkCount
      recordCount += entry.chunks.recordCount
      recordsSize += entry.chunks.recordsSize
      times = times?.union(entry.chunks.times) ?? entry.chunks.times
    }
    counts = RecordTypeCount.total(index.entries.lazy.map(\.counts))
    sequences = index.entries.first.map {
      SequenceRange(first: $0.chunks.sequences.first, last: index.nextSequence - 1)
    }
  }

  /// Records by kind of event, in the order of the vocabulary; kinds that do not occur are left out.
  public var kindCounts: [(kind: Event.Kind, count: UInt64)] {
    Event.Kind.allCases.compactMap { kind in
      let count = counts.filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
      return count > 0 ? (kind, count) : nil
    }
  }
}
