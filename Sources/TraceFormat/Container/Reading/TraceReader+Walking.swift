extension TraceReader {
  /// Goes on to the next chunk that has wanted records, or to the end; whether there is something more: records in the
  /// open chunk or in the queue.
  func advance() throws -> Bool {
    while !isAtEnd {
      if try step() { return true }
      if queueStart < queue.count { return true }
    }
    return false
  }

  /// Handles what is at the current position; true where that opened a chunk.
  private func step() throws -> Bool {
    if let range = selection.sequences, nextSequence > range.upperBound {
      isAtEnd = true
      return false
    }
    if let entry = index?.entry(at: window.offset), !selection.mayContain(entry) {
      return try pass(entry)
    }
    let position = window.offset
    switch try window.nextFrame() {
    case .end: return try end()
    case .frame(let frame, let size): return try handle(frame, size: size)
    case .unsound(let failure, let kind, let isCut):
      if let entry = index?.entry(at: position), let header = index?.chunkHeader(entry) {
        add(.damagedChunkHeader(header, entry, failure))
        return try open(header, headerSize: Int(entry.size - entry.chunks.dataFrameSize))
      }
      try passDamage(failure, kind: kind, isCut: isCut)
      return false
    }
  }

  private func handle(_ frame: ParsedFrame, size: Int) throws -> Bool {
    if let digest = frame.traceDigest, let traceDigest, digest != traceDigest {
      return try passForeign(frame, size: size)
    }
    let frameEnd = window.offset + UInt64(size)
    switch frame {
    case .chunk(let header): return try open(header, headerSize: size)
    case .header: return try passForeign(frame, size: size)
    case .index(let index): try close(index, size: size)
    case .trailer(let trailer): try close(trailer, size: size)
    case .other: break
    }
    // Salvage may have looked back meanwhile, so what was in memory need not be there any more.
    _ = try window.skip(to: frameEnd)
    return false
  }

  /// Passes chunks that hold nothing that is wanted, without reading them.
  private func pass(_ entry: TraceIndex.Entry) throws -> Bool {
    try settle(upTo: entry.chunks.sequences.first)
    nextSequence = entry.chunks.sequences.last + 1
    lastTime = entry.chunks.times.last
    chunkCount += entry.chunkCount
    return try window.skip(to: entry.end) ? false : end()
  }

  /// Passes a frame of another trace, with the data frame after it; or a header that is not at the beginning.
  private func passForeign(_ frame: ParsedFrame, size: Int) throws -> Bool {
    var whole = UInt64(size)
    if case .chunk(let header) = frame { whole += header.dataFrameSize }
    let isOwn = traceDigest != nil && frame.traceDigest == traceDigest
    add(
      TraceFinding(
        code: .foreignFrame, offset: window.offset, size: whole,
        reason: "\(isOwn ? "the header comes again" : "part of another trace"); not read"))
    if try !window.skip(to: window.offset + whole) { return try end() }
    return false
  }

  private func close(_ index: TraceIndex, size: Int) throws {
    traceDigest = traceDigest ?? index.traceDigest
    header = header ?? index.header
    self.index = self.index ?? index
    metIndex = TraceTrailer(
      indexOffset: window.offset, indexSize: UInt64(size),
      indexDigest: window.withBytes(size) { XXH64.digest($0) })
    try settle(upTo: index.nextSequence)
  }

  private func close(_ trailer: TraceTrailer, size: Int) throws {
    closing = closing ?? trailer
    isClosed = true
    try settle(upTo: trailer.nextSequence)
    let reason: String
    if let metIndex, !metIndex.isOfSameIndex(as: trailer) {
      reason = "the trailer names another index than the one at \(metIndex.indexOffset)"
    } else if trailer.nextSequence < nextSequence {
      reason = "the trailer says that \(trailer.nextSequence) is next, after \(nextSequence - 1)"
    } else {
      return
    }
    add(
      TraceFinding(
        code: .damagedIndex, offset: window.offset, size: UInt64(size), reason: reason))
  }

  /// The end of the file: says what is missing there, as far as anything tells.
  private func end() throws -> Bool {
    isAtEnd = true
    if index != nil || closing != nil {
      try settle(upTo: max(index?.nextSequence ?? 0, closing?.nextSequence ?? 0))
    } else {
      try settleAtUnknownEnd()
    }
    if !isClosed { add(.notClosed(at: window.offset, hasIndex: index != nil)) }
    return false
  }
}

extension TraceTrailer {
  fileprivate func isOfSameIndex(as other: TraceTrailer) -> Bool {
    (indexOffset, indexSize, indexDigest) == (other.indexOffset, other.indexSize, other.indexDigest)
  }
}

extension TraceFinding {
  fileprivate static func notClosed(at offset: UInt64, hasIndex: Bool) -> TraceFinding {
    let reason =
      hasIndex
      ? "no trailer after the index"
      : "no index at the end: the trace was not closed; it is complete up to here unless the "
        + "file was cut"
    return TraceFinding(code: .notClosed, offset: offset, reason: reason)
  }

  fileprivate static func damagedChunkHeader(
    _ header: ChunkHeader, _ entry: TraceIndex.Entry, _ failure: DecodingFailure
  ) -> TraceFinding {
    TraceFinding(
      code: .damagedChunkHeader, offset: entry.offset,
      size: entry.size - entry.chunks.dataFrameSize,
      chunk: header.chunkNumber, reason: "damaged header (\(failure.code)); read by the index")
  }
}
