/// Counts records while they pass by, in bounded memory.
struct RecordTally {
  private var builder = TraceIndexBuilder(traceDigest: 0, header: TraceHeader())
  private var countsByType: [UInt16: UInt64] = [:]
  private(set) var recordCount: UInt64 = 0
  private(set) var suspectCount: UInt64 = 0
  private(set) var sequences: SequenceRange?
  private(set) var times: TimeRange?
  private(set) var losses = LossSummary()

  mutating func add(_ record: Record) {
    let head = record.head
    recordCount += 1
    if head.isSuspect { suspectCount += 1 }
    countsByType[head.type, default: 0] += 1
    let time = TimeRange(first: head.timeMicroseconds, last: head.timeMicroseconds)
    times = times?.union(time) ?? time
    sequences = SequenceRange(
      first: sequences?.first ?? head.sequence, last: record.nextSequence - 1)
    builder.add(head)
    if let loss = record.loss { losses.add(loss) }
  }

  /// By type, ascending.
  var counts: [RecordTypeCount] { RecordTypeCount.ascending(countsByType) }

  func sessionIndex() -> TraceIndex { builder.build() }
}

extension Record {
  var loss: Loss? {
    guard head.kind == .loss else { return nil }
    var reader = ByteReader(body.rawBytes)
    return try? Loss(decoding: &reader)
  }
}

/// What the losses of a trace add up to.
public struct LossSummary: Hashable, Sendable {
  /// Loss records.
  public var lossCount: UInt64 = 0
  /// The records they count, as far as they do.
  public var lostRecordCount: UInt64 = 0
  /// Losses that do not say how many records they stand for.
  public var uncountedLossCount: UInt64 = 0

  /// Counts one more loss.
  public mutating func add(_ loss: Loss) {
    lossCount += 1
    let (sum, overflow) = lostRecordCount.addingReportingOverflow(loss.recordCount ?? 0)
    lostRecordCount = overflow ? .max : sum
    if loss.recordCount == nil { uncountedLossCount += 1 }
  }
}
