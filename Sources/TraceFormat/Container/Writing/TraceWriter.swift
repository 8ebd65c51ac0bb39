/// Writes a `.synctrace` file as a stream, with one chunk in memory.
///
/// The file is readable at every moment: a writer that dies loses what it was given since the last
/// `flush()` and nothing else.
public final class TraceWriter {
  let sink: any ByteSink
  let synchronizesOnFlush: Bool
  let traceDigest: UInt64
  let compressor: any FrameCompressor
  var index: TraceIndexBuilder
  var chunk: ChunkContents
  package internal(set) var offset: UInt64 = 0
  /// Bytes of records in complete chunks, before compression.
  private var recordsSize: UInt64 = 0
  /// Bytes of records after which a chunk is complete, but for the first ones, which are shorter
  /// (``TraceLimit/firstChunkSize``); other numbers in tests alone.
  package var chunkSizeTarget = TraceLimit.chunkSizeDefault
  /// The most bytes of a record; less in tests alone.
  var recordSizeMax = TraceLimit.chunkSizeMax
  private var isUsable = true
  /// The number that the next record has to have.
  public private(set) var nextSequence: UInt64 = 0

  /// Begins a trace: writes the file header at once.
  ///
  /// - Parameters:
  ///   - sink: takes the bytes of the trace.
  ///   - header: what the file says of itself as a whole.
  ///   - synchronizesOnFlush: whether `flush()` also waits for the disk, so that records survive a loss of power.
  ///   - codec: what makes the data frames.
  /// - Throws: ``TraceWriteFailure``, or what the sink throws.
  public init(
    to sink: any ByteSink, header: TraceHeader = TraceHeader(), synchronizesOnFlush: Bool = false,
    codec: any FrameCodec
  ) throws {
    self.sink = sink
    self.synchronizesOnFlush = synchronizesOnFlush
    compressor = try codec.makeCompressor()
    let body = try Self.body(of: header)
    traceDigest = XXH64.digest(body)
    chunk = ChunkContents(
      ChunkHeader(
        traceDigest: traceDigest,
        requiredFeatureCount: UInt32(header.requiredFeatures.count)))
    index = TraceIndexBuilder(traceDigest: traceDigest, header: header)
    try guarded { try write(Frame.encode(.header, body: body)) }
  }

  private static func body(of header: TraceHeader) throws(TraceWriteFailure) -> [UInt8] {
    do throws(DecodingFailure) {
      try header.checkFeatures(at: 0)
    } catch {
      throw .unusableHeader("\(error.code)")
    }
    var body: [UInt8] = []
    header.encode(into: &body)
    let limit = TraceLimit.headerSizeMax - UInt64(Frame.envelopeSize)
    guard body.count <= limit else {
      throw .unusableHeader("\(body.count) bytes, at most \(limit) are accepted")
    }
    return body
  }

  /// Adds an event, whose number must be `nextSequence`.
  ///
  /// - Throws: ``TraceWriteFailure``, or what the sink throws. After the sink has thrown, the writer is closed.
  public func append(_ event: Event) throws { try append(Record(event)) }

  /// Adds an event, whose number must be `nextSequence`; one that is larger than any reader accepts becomes a
  /// loss in its place, so that what one peer sends ends no recording.
  ///
  /// - Returns: why it is lost; nil where it is kept.
  /// - Throws: as ``append(_:)-(Event)``.
  @discardableResult public func appendOrLose(_ event: Event) throws -> String? {
    do {
      try append(event)
      return nil
    } catch let failure as TraceWriteFailure {
      // The writer has taken nothing of it.
      guard case .recordTooLarge = failure else { throw failure }
      var loss = event
      loss.content = .loss(
        Loss(firstSequence: event.sequence, recordCount: 1, reason: "\(failure)"))
      try append(loss)
      return "\(failure)"
    }
  }

  func append(_ record: Record) throws {
    guard isUsable else { throw TraceWriteFailure.closed }
    try check(record)
    let size = UInt64(RecordHead.size + record.body.count)
    if !chunk.isEmpty && UInt64(chunk.bytes.count) + size > nextChunkSize { try completeChunk() }
    chunk.add(record)
    index.add(record.head)
    nextSequence = record.nextSequence
    if UInt64(chunk.bytes.count) >= nextChunkSize { try completeChunk() }
  }

  /// The size at which the next chunk begins: it grows with the trace.
  private var nextChunkSize: UInt64 {
    min(chunkSizeTarget, max(TraceLimit.firstChunkSize, recordsSize / 4))
  }

  private func check(_ record: Record) throws(TraceWriteFailure) {
    let size = UInt64(RecordHead.size + record.body.count)
    guard size <= recordSizeMax else { throw .recordTooLarge(size: size, limit: recordSizeMax) }
    guard record.head.sequence == nextSequence, record.nextSequence <= TraceLimit.sequenceMax else {
      throw .unexpectedSequence(expected: nextSequence, found: record.head.sequence)
    }
  }

  /// Makes everything so far readable, come what may to this process.
  public func flush() throws {
    guard isUsable else { throw TraceWriteFailure.closed }
    try completeChunk()
    if synchronizesOnFlush { try guarded { try sink.synchronize() } }
  }

  /// Ends the trace with its index. Nothing can be added afterwards.
  ///
  /// - Parameter notes: what can be noted of the trace only once all of it is written. They stand in the
  ///   index, and are as large as a header may be at most.
  public func finish(noting notes: [TraceHeader.Metadata] = []) throws {
    guard isUsable else { throw TraceWriteFailure.closed }
    _ = try Self.body(of: TraceHeader(metadata: notes))
    try completeChunk()
    try guarded { try writeIndex(noting: notes) }
    isUsable = false
  }

  private func completeChunk() throws {
    guard !chunk.isEmpty else { return }
    try guarded { try writeChunk() }
    recordsSize += chunk.header.recordsSize
    chunk.removeAll()
  }

  /// Closes the writer where a step fails half-way, and takes back what that has left behind the last whole one.
  private func guarded(_ step: () throws -> Void) throws {
    do {
      try step()
    } catch {
      isUsable = false
      sink.takeBack(toBytes: offset)
      throw error
    }
  }
}
