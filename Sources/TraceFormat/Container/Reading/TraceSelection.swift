/// Which events of a trace are wanted. What is nil selects everything.
///
/// Losses are let through wherever they may concern what is wanted: a reader of one session wants
/// to know that some of its records may be missing.
public struct TraceSelection: Hashable, Sendable {
  /// Sequence numbers.
  public var sequences: ClosedRange<UInt64>?
  /// Microseconds since 1970.
  public var times: ClosedRange<Int64>?
  /// Sessions by number; 0 for what belongs to none.
  public var sessions: Set<UInt32>?
  /// Kinds of events.
  public var kinds: Set<Event.Kind>?

  /// A selection of what fulfils all of these.
  public init(
    sequences: ClosedRange<UInt64>? = nil, times: ClosedRange<Int64>? = nil,
    sessions: Set<UInt32>? = nil, kinds: Set<Event.Kind>? = nil
  ) {
    (self.sequences, self.times, self.sessions) = (sequences, times, sessions)
    self.kinds = kinds
  }

  /// All events.
  public static let everything = TraceSelection()

  /// Whether an event is wanted.
  public func contains(_ event: Event) -> Bool {
    self == .everything || kinds?.contains(event.kind) ?? true && contains(Record(event))
  }

  /// Whether a record of a known head is wanted, as far as the head tells.
  func contains(_ record: Record) -> Bool {
    let head = record.head
    let isLoss = head.kind == .loss
    let range = SequenceRange(first: head.sequence, last: record.nextSequence - 1)
    return overlaps(range) && (isLoss || times?.contains(head.timeMicroseconds) ?? true)
      && (isLoss && head.session == 0 || sessions?.contains(head.session) ?? true)
  }

  func overlaps(_ range: SequenceRange) -> Bool {
    guard let sequences else { return true }
    return range.first <= sequences.upperBound && range.last >= sequences.lowerBound
  }

  private func overlaps(_ range: TimeRange) -> Bool {
    guard let times else { return true }
    return range.first <= times.upperBound && range.last >= times.lowerBound
  }

  /// The header of a chunk does not say whether there are losses in it, which are wanted whatever their time.
  func mayContain(_ header: ChunkHeader) -> Bool {
    overlaps(header.sequences) && (wantsLosses || overlaps(header.times))
  }

  func mayContain(_ entry: TraceIndex.Entry) -> Bool {
    guard overlaps(entry.chunks.sequences) else { return false }
    if wantsLosses, entry.counts.contains(where: { $0.kind == .loss }) { return true }
    return overlaps(entry.chunks.times) && hasSession(entry) && hasKind(entry)
  }

  private var wantsLosses: Bool { kinds?.contains(.loss) ?? true }

  private func hasSession(_ entry: TraceIndex.Entry) -> Bool {
    guard let sessions, let present = entry.sessions else { return true }
    return present.contains { sessions.contains($0) }
  }

  private func hasKind(_ entry: TraceIndex.Entry) -> Bool {
    guard let kinds else { return true }
    return entry.counts.contains { counted in
      // A record that cannot be understood is of kind `unknown`, whatever its type.
      kinds.contains(.unknown) || kinds.contains(counted.kind)
    }
  }
}
