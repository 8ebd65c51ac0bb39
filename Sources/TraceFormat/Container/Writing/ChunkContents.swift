/// The records of the chunk that is being filled, and what its header will say about them.
struct ChunkContents {
  private(set) var bytes: [UInt8] = []
  /// All but what is known of a data frame.
  private(set) var header: ChunkHeader
  private var counts: [UInt16: UInt64] = [:]
  private var sessionSet: Set<UInt32> = []
  private var latestSession: UInt32 = 0

  /// What is in the first chunk of a trace, which is nothing.
  init(_ header: ChunkHeader) { self.header = header }

  var isEmpty: Bool { header.recordCount == 0 }

  mutating func add(_ record: Record) {
    let head = record.head
    header.times = isEmpty ? head.time : header.times.union(head.time)
    if isEmpty { header.sequences.first = head.sequence }
    header.sequences.last = record.nextSequence - 1
    counts[head.type, default: 0] += 1
    if isEmpty || head.session != latestSession,
      sessionSet.count <= TraceLimit.sessionsPerEntryMax
    {
      sessionSet.insert(head.session)
    }
    latestSession = head.session
    header.recordCount += 1
    head.encode(into: &bytes)
    bytes.append(contentsOf: record.body)
    header.recordsSize = UInt64(bytes.count)
  }

  /// Ascending; nil where there are more than an index entry names.
  var sessions: [UInt32]? {
    sessionSet.count > TraceLimit.sessionsPerEntryMax ? nil : sessionSet.sorted()
  }

  var recordTypeCounts: [RecordTypeCount] { RecordTypeCount.ascending(counts) }

  /// Begins the next chunk.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.count <= 1 << 24)
    (header.recordCount, header.recordsSize) = (0, 0)
    header.chunkNumber += 1
    counts.removeAll(keepingCapacity: true)
    sessionSet.removeAll(keepingCapacity: true)
  }
}
