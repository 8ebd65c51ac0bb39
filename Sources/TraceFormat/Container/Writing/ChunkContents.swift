/// The records of the chunk that is being filled, and what its header will say about them.
struct ChunkContents {
  private(set) var bytes: [UInt8] = []
  private(set) var recordCount: UInt64 = 0
  private(set) var sequences = SequenceRange(first: 0, last: 0)
  private(set) var times = TimeRange(first: 0, last: 0)
  private var counts: [UInt16: UInt64] = [:]
  private var sessionSet: Set<UInt32> = []
  private var latestSession: UInt32 = 0

  var isEmpty: Bool { recordCount == 0 }

  mutating func add(_ record: Record) {
    let head = record.head
    let time = TimeRange(first: head.timeMicroseconds, last: head.timeMicroseconds)
    times = isEmpty ? time : times.union(time)
    if isEmpty { sequences.first = head.sequence }
    sequences.last = record.nextSequence - 1
    counts[head.type, default: 0] += 1
    if isEmpty || head.session != latestSession,
      sessionSet.count <= TraceLimit.sessionsPerEntryMax
    {
      sessionSet.insert(head.session)
    }
    latestSession = head.session
    recordCount += 1
    head.encode(into: &bytes)
    bytes.append(contentsOf: record.body)
  }

  /// Ascending; nil where there are more than an index entry names.
  var sessions: [UInt32]? {
    sessionSet.count > TraceLimit.sessionsPerEntryMax ? nil : sessionSet.sorted()
  }

  var recordTypeCounts: [RecordTypeCount] { RecordTypeCount.ascending(counts) }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.count <= 1 << 24)
    recordCount = 0
    counts.removeAll(keepingCapacity: true)
    sessionSet.removeAll(keepingCapacity: true)
  }
}
