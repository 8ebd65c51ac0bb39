/// Collects the index while chunks pass by, in bounded memory.
struct TraceIndexBuilder {
  private var index: TraceIndex
  private var sessions: [SessionSummary] = []
  private var places: [UInt32: Int] = [:]
  /// The place of the last record's session, which the next one is mostly of.
  private var latest = 0
  private var unlistedSessions: Set<UInt32> = []
  /// Less in tests alone.
  var entriesMax = TraceLimit.indexEntriesMax

  init(traceDigest: UInt64, header: TraceHeader) {
    index = TraceIndex(traceDigest: traceDigest, header: header)
  }

  /// Counts a record of the chunk that is being filled.
  mutating func add(_ head: RecordHead) {
    if latest < sessions.count, sessions[latest].session == head.session {
      sessions[latest].add(head)
    } else if let place = places[head.session] {
      latest = place
      sessions[place].add(head)
    } else if sessions.count < TraceLimit.sessionSummariesMax {
      (latest, places[head.session]) = (sessions.count, sessions.count)
      sessions.append(SessionSummary(head))
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
    index.sessions = sessions.sorted { $0.session < $1.session }
    index.unlistedSessionCount = UInt32(unlistedSessions.count)
    return index
  }
}
