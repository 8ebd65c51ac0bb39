/// The closing table of a trace: where its chunks are and what is in them.
struct TraceIndex: Hashable {
  var traceDigest: UInt64
  /// A copy of the file header, for readers that find the header damaged.
  var header: TraceHeader
  var entries: [Entry] = []
  var sessions: [SessionSummary] = []
  /// Sessions beyond those that `sessions` has room for; no more are counted than these.
  var unlistedSessionCount: UInt32 = 0
  var closingNotes: [TraceHeader.Metadata] = []

  /// One chunk, or several neighbours where a trace has more chunks than an index has room for.
  struct Entry: Hashable {
    /// What the header of the chunk says, but for what it says of the trace; of several, the number of the first one
    /// and the sums, without a digest.
    var chunks: ChunkHeader
    var chunkCount: UInt64 = 1
    /// Position of the first chunk's header frame in the file.
    var offset: UInt64
    /// Bytes of all frames of the entry.
    var size: UInt64
    /// Ascending; nil where there are more than an entry names.
    var sessions: [UInt32]? = []
    /// Ascending by type.
    var counts: [RecordTypeCount] = []
  }
}

/// How many records of one type there are.
public struct RecordTypeCount: Hashable, Sendable {
  /// The number of the type.
  public var recordType: UInt16
  /// Records of that type.
  public var count: UInt64

  var kind: Event.Kind { Event.Kind(recordType: recordType) }

  /// The sums of several lists, ascending by type.
  static func total(_ lists: some Sequence<[RecordTypeCount]>) -> [RecordTypeCount] {
    var counts: [UInt16: UInt64] = [:]
    for list in lists {
      for entry in list { counts[entry.recordType, default: 0] &+= entry.count }
    }
    return ascending(counts)
  }

  static func ascending(_ counts: [UInt16: UInt64]) -> [RecordTypeCount] {
    counts.sorted { $0.key < $1.key }.map {
      RecordTypeCount(recordType: $0.key, count: $0.value)
    }
  }
}

/// What a trace holds of one session.
public struct SessionSummary: Hashable, Sendable {
  /// The number of the session; 0 for what belongs to none.
  public var session: UInt32
  /// Its records.
  public var recordCount: UInt64
  /// The first and the last of them.
  public var sequences: SequenceRange
  /// The earliest and the latest time of them.
  public var times: TimeRange

  mutating func add(_ head: RecordHead) {
    recordCount += 1
    sequences.last = max(sequences.last, head.sequence)
    times = times.union(head.time)
  }

  init(_ head: RecordHead) {
    session = head.session
    recordCount = 1
    sequences = SequenceRange(first: head.sequence, last: head.sequence)
    times = head.time
  }
}

extension TraceIndex.Entry {
  /// The entry of one chunk, which does not say yet what records are in it.
  init(_ header: ChunkHeader, at offset: UInt64, size: UInt64) {
    self.init(chunks: header, offset: offset, size: size)
    (chunks.traceDigest, chunks.requiredFeatureCount) = (0, 0)
  }

  var end: UInt64 { offset + size }

  func merged(with next: Self) -> Self {
    var result = self
    result.chunkCount += next.chunkCount
    result.size += next.size
    result.chunks.dataFrameSize += next.chunks.dataFrameSize
    result.chunks.recordsSize += next.chunks.recordsSize
    result.chunks.recordCount += next.chunks.recordCount
    result.chunks.sequences.last = next.chunks.sequences.last
    result.chunks.times = chunks.times.union(next.chunks.times)
    result.chunks.dataFrameDigest = 0
    result.sessions = Self.union(sessions, next.sessions)
    result.counts = RecordTypeCount.total([counts, next.counts])
    return result
  }

  private static func union(_ a: [UInt32]?, _ b: [UInt32]?) -> [UInt32]? {
    guard let a, let b else { return nil }
    let sessions = Set(a).union(b)
    return sessions.count > TraceLimit.sessionsPerEntryMax ? nil : sessions.sorted()
  }
}

extension TraceIndex {
  /// The sequence number after the last one that the trace accounts for.
  var nextSequence: UInt64 { entries.last.map { $0.chunks.sequences.last + 1 } ?? 0 }

  func entry(at offset: UInt64) -> Entry? {
    let index = entries.partitioningIndex { $0.offset >= offset }
    return index < entries.count && entries[index].offset == offset ? entries[index] : nil
  }

  /// What the header of an entry's chunk says, where the entry is one chunk and its numbers are such as a writer makes.
  func chunkHeader(_ entry: Entry) -> ChunkHeader? {
    guard entry.chunkCount == 1 else { return nil }
    var chunk = entry.chunks
    chunk.traceDigest = traceDigest
    chunk.requiredFeatureCount = UInt32(header.requiredFeatures.count)
    return (try? chunk.check(after: nil, at: 0)) == nil ? nil : chunk
  }
}
