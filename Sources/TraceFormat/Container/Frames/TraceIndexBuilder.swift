/// Collects the index while chunks pass by, in bounded memory.
struct TraceIndexBuilder {
  private var index: TraceIndex
  private var sessions: [UInt32: SessionSummary] = [:]
  private var unlistedSessions: Set<UInt32> = []
  private let entriesMax: Int

  init(
    traceDigest: UInt64, header: TraceHeader, entriesMax: Int = TraceLimit.indexEntriesMax
  ) {
    index = TraceIndex(traceDigest: traceDigest, header: header)
    self.entriesMax = entriesMax
  }

  /// Counts a record of the chunk that is being filled.
  mutating func add(_ head: RecordHead) {
    if sessions[head.session] != nil {
      sessions[head.session]?.add(head)
    } else if sessions.count < TraceLimit.sessionSummariesMax {
      sessions[head.session] = SessionSummary(head)
    } else if unlistedSessions.count < TraceLimit.sessionSummariesMax {
      unlistedSessions.insert(head.session)
    }
  }

  /// Adds a chunk that has been written; halves the table when it is full.
  mutating func add(_ entry: TraceIndex.Entry) {
    index.entries.append(entry)
    if index.entries.count > entriesMax { halve() }
  }

  /// Makes one entry of every two neighbours.
  mutating func halve() {
    index.entries = stride(from: 0, to: index.entries.count, by: 2).map { first in
      let entry = index.entries[first]
      return first + 1 < index.entries.count
        ? entry.merged(with: index.entries[first + 1]) : entry
    }
  }

  func build() -> TraceIndex {
    var index = index
    index.sessions = sessions.values.sorted { $0.session < $1.session }
    index.unlistedSessionCount = UInt32(unlistedSessions.count)
    return index
  }
}
