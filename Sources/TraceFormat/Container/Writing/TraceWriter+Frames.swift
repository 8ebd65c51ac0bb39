extension TraceWriter {
  func write(_ bytes: [UInt8]) throws {
    try sink.write(bytes)
    offset += UInt64(bytes.count)
  }

  /// Writes the chunk's header frame and data frame, in one piece.
  func writeChunk() throws {
    let data = try compressor.frame(chunk.bytes)
    var header = chunk.header
    header.dataFrameSize = UInt64(data.count)
    header.dataFrameDigest = XXH64.digest(data.rawBytes)
    var body: [UInt8] = []
    header.encode(into: &body)
    var frames = Frame.encode(.chunk, body: body)
    frames.append(contentsOf: data)
    var entry = TraceIndex.Entry(header, at: offset, size: UInt64(frames.count))
    (entry.sessions, entry.counts) = (chunk.sessions, chunk.recordTypeCounts)
    index.add(entry)
    try write(frames)
  }

  /// The index, made coarser until it fits into its frame.
  private func indexBody(noting notes: [TraceHeader.Metadata]) -> [UInt8] {
    let limit = TraceLimit.indexSizeMax - UInt64(Frame.envelopeSize)
    while true {
      var body: [UInt8] = []
      var built = index.build()
      built.closingNotes = notes
      built.encode(into: &body)
      if body.count <= limit { return body }
      index.halve()
    }
  }

  /// Writes index and trailer, in one piece.
  func writeIndex(noting notes: [TraceHeader.Metadata]) throws {
    var frames = Frame.encode(.index, body: indexBody(noting: notes))
    let trailer = TraceTrailer(
      traceDigest: traceDigest, indexOffset: offset, indexSize: UInt64(frames.count),
      indexDigest: XXH64.digest(frames), nextSequence: nextSequence)
    var trailerBody: [UInt8] = []
    trailer.encode(into: &trailerBody)
    frames.append(contentsOf: Frame.encode(.trailer, body: trailerBody))
    try write(frames)
    if synchronizesOnFlush { try sink.synchronize() }
  }
}
