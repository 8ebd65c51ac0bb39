/// What reading all of a trace, and comparing it with its index, brought to light.
public struct TraceVerification: Hashable, Sendable {
  /// What was read, with everything noticed in file order, the comparison included.
  public var info: TraceInfo
  /// What in it looks like a secret (`docs/security.md`); finding one is not damage.
  public var secrets: SecretCounts
  /// Where the first ``secretPlacesMax`` records with one stand: their numbers, ascending.
  public var secretSequences: [UInt64] = []
  /// How many of those numbers are kept.
  public static let secretPlacesMax = 100
  /// Places that could be searched for secrets by shape alone; see ``SecretRedactor/unreadCount``.
  public var unreadCount: UInt64

  /// Verifies any source.
  ///
  /// - Throws: ``DecodingFailure`` where it is not a trace at all; ``FileFailure``.
  public init(
    _ source: any ByteSource, codec: any FrameCodec, memory: MemoryLimit = .standard
  ) throws {
    let reader = try TraceReader(source, codec: codec, memory: memory)
    var chunks = TraceIndexBuilder(traceDigest: 0, header: TraceHeader())
    reader.onChunk = { chunks.add(TraceIndex.Entry($0, at: $1, size: $2)) }
    var redactor = SecretRedactor()
    var places: [UInt64] = []
    info = try TraceInfo(reading: reader) { record in
      let before = redactor.counts
      // What would be replaced is what is found.
      _ = redactor.redacted(reader.event(of: record))
      guard redactor.counts != before, places.count < Self.secretPlacesMax else { return }
      places.append(record.head.sequence)
    }
    _ = reader.header?.redacted(by: &redactor)
    secretSequences = places
    (secrets, unreadCount) = (redactor.counts, redactor.unreadCount)
    if let index = reader.index, !reader.isDamaged,
      let reason = index.difference(from: chunks.build(), info)
    {
      reader.add(TraceFinding(code: .damagedIndex, offset: reader.window.offset, reason: reason))
      info.takeFindings(of: reader)
    }
  }
}

extension TraceIndex {
  /// What is wrong with the index, compared with the chunks and the records that are really there.
  ///
  /// Writers may merge neighbours in other ways, so only entries of one chunk are compared fully.
  fileprivate func difference(from chunks: TraceIndex, _ found: TraceInfo) -> String? {
    let counts = RecordTypeCount.total(entries.lazy.map(\.counts))
    if counts != found.counts { return "the index counts other records than there are" }
    guard sessions == found.sessions else {
      return "the index has other sessions than there are"
    }
    for entry in chunks.entries {
      guard let listed = self.entry(at: entry.offset), listed.chunkCount == entry.chunkCount else {
        continue
      }
      guard listed.chunks == entry.chunks, listed.size == entry.size else {
        return "the index describes chunk \(entry.chunks.chunkNumber) wrongly"
      }
    }
    guard nextSequence == chunks.nextSequence,
      entries.first?.offset == chunks.entries.first?.offset
    else { return "the index lists other chunks than there are" }
    return nil
  }
}
