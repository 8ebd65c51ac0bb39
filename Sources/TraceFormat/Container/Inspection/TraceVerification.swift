/// What reading all of a trace, and comparing it with its index, brought to light.
public struct TraceVerification: Hashable, Sendable {
  /// Everything noticed, in file order; see ``TraceReader/findingsMax``.
  public var findings: [TraceFinding] = []
  /// Findings beyond those that are kept.
  public var omittedFindingCount = 0
  /// Whether the file is damaged; one that was merely not closed is not.
  public var isDamaged = false
  /// Whether the trace ends with its index and trailer.
  public var isClosed = false
  /// The file header; nil where it is damaged.
  public var header: TraceHeader?
  /// Chunks that were read.
  public var chunkCount: UInt64 = 0
  /// Records that were read.
  public var recordCount: UInt64 = 0
  /// Of those, the ones that an earlier recovery marked as suspect.
  public var suspectCount: UInt64 = 0
  /// By type, ascending.
  public var counts: [RecordTypeCount] = []
  /// Losses that the trace itself records.
  public var recordedLosses = LossSummary()
  /// Losses that this reading met: what damage has cost.
  public var foundLosses = LossSummary()
  /// What in it looks like a secret (`docs/security.md`); finding one is not damage.
  public var secrets = SecretCounts()
  /// Where the first ``secretPlacesMax`` records with one stand: their numbers, ascending.
  public var secretSequences: [UInt64] = []
  /// How many of those numbers are kept.
  public static let secretPlacesMax = 100
  /// Places that could be searched for secrets by shape alone; see ``SecretRedactor/unreadCount``.
  public var unreadCount: UInt64 = 0

  /// Verifies any source.
  ///
  /// - Throws: ``DecodingFailure`` where it is not a trace at all; ``FileFailure``.
  public init(
    _ source: any ByteSource, codec: any FrameCodec, memory: MemoryLimit = .standard
  ) throws {
    let reader = try TraceReader(source, codec: codec, memory: memory)
    var chunks = TraceIndexBuilder(traceDigest: 0, header: TraceHeader())
    reader.onChunk = { chunks.add(TraceIndex.Entry($0, at: $1, size: $2)) }
    var tally = RecordTally()
    var redactor = SecretRedactor()
    while let record = try reader.nextRecord() {
      if record.isRecorded { tally.add(record) } else { record.loss.map { foundLosses.add($0) } }
      find(in: reader.event(of: record), with: &redactor)
    }
    _ = reader.header?.redacted(by: &redactor)
    secrets = redactor.counts
    unreadCount = redactor.unreadCount
    if let index = reader.index, !reader.isDamaged,
      let reason = index.difference(from: chunks.build(), tally)
    {
      reader.add(TraceFinding(code: .damagedIndex, offset: reader.window.offset, reason: reason))
    }
    findings = reader.findings
    omittedFindingCount = reader.omittedFindingCount
    isDamaged = reader.isDamaged
    isClosed = reader.isClosed
    header = reader.header
    chunkCount = reader.chunkCount
    recordCount = tally.recordCount
    suspectCount = tally.suspectCount
    counts = tally.counts
    recordedLosses = tally.losses
  }

  /// What would be replaced is what is found.
  private mutating func find(in event: Event, with redactor: inout SecretRedactor) {
    let before = redactor.counts
    _ = redactor.redacted(event)
    guard redactor.counts != before, secretSequences.count < Self.secretPlacesMax else { return }
    secretSequences.append(event.sequence)
  }
}

extension TraceIndex {
  /// What is wrong with the index, compared with the chunks and the records that are really there.
  ///
  /// Writers may merge neighbours in other ways, so only entries of one chunk are compared fully.
  fileprivate func difference(from chunks: TraceIndex, _ tally: RecordTally) -> String? {
    let counts = RecordTypeCount.total(entries.lazy.map(\.counts))
    if counts != tally.counts { return "the index counts other records than there are" }
    guard sessions == tally.sessionIndex().sessions else {
      return "the index has other sessions than there are"
    }
    for entry in chunks.entries {
      guard let listed = self.entry(at: entry.offset), listed.chunkCount == entry.chunkCount else {
        continue
      }
      guard listed.hasSameChunks(as: entry) else {
        return "the index describes chunk \(entry.firstChunk) wrongly"
      }
    }
    guard nextSequence == chunks.nextSequence,
      entries.first?.offset == chunks.entries.first?.offset
    else { return "the index lists other chunks than there are" }
    return nil
  }
}

extension TraceIndex.Entry {
  /// Whether two entries agree in all that chunk headers say.
  fileprivate func hasSameChunks(as other: Self) -> Bool {
    var copy = self
    copy.sessions = other.sessions
    copy.counts = other.counts
    return copy == other
  }
}
