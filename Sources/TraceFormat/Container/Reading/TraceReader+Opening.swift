extension TraceReader {
  /// Reads trailer and index of a file, where they are sound. Damage to them is reported when the
  /// walk through the file meets it.
  func readIndexFromEnd() throws {
    guard let size = window.source.size, size >= UInt64(TraceTrailer.frameSize) else { return }
    defer { isClosed = index != nil }
    try window.seek(to: size - UInt64(TraceTrailer.frameSize))
    if case .frame(.trailer(let trailer), _) = try window.nextFrame() {
      closing = trailer
      if trailer.indexOffset < size { index = try readIndex(trailer) }
    }
    try window.seek(to: 0)
  }

  private func readIndex(_ trailer: TraceTrailer) throws -> TraceIndex? {
    try window.seek(to: trailer.indexOffset)
    guard case .frame(.index(let index), _) = try window.nextFrame() else { return nil }
    return index.traceDigest == trailer.traceDigest ? index : nil
  }

  /// Reads the file header, or finds out whether this is a trace all the same.
  func readHeader() throws {
    switch try window.nextFrame() {
    case .end: throw DecodingFailure.truncated(needed: Frame.prefixSize, available: 0, at: 0)
    case .frame(.header(let header, let digest), let size):
      try header.checkFeatures(at: 0)
      self.header = header
      traceDigest = digest
      dropForeignIndex()
      window.advance(size)
    case .frame:
      add(TraceFinding(code: .damagedHeader, offset: 0, reason: "the file header is missing"))
      header = index?.header
      traceDigest = index?.traceDigest
      try header?.checkFeatures(at: 0)
    case .unsound(let failure, let kind, let isCut):
      if case .unsupported = failure.code, kind == .header { throw failure }
      try findFirstFrame(failure, isCut: isCut && kind == .header)
    }
  }

  /// An index of another trace, behind a header that is sound, is somebody else's.
  private func dropForeignIndex() {
    guard let index, index.traceDigest != traceDigest else { return }
    self.index = nil
    closing = nil
    isClosed = false
  }

  /// Looks for anything that makes the file a trace; without it, the header's failure stands.
  private func findFirstFrame(_ failure: DecodingFailure, isCut: Bool) throws {
    traceDigest = index?.traceDigest
    damage = Damage(start: 0, reason: "\(failure.code)", code: .damagedHeader)
    window.advance(1)
    try scanForFrame()
    guard window.available > 0 || index != nil else {
      if isCut { throw failure.inside("file header") }
      throw DecodingFailure.invalidValue(
        "neither a file header nor a chunk of a trace was found", at: 0)
    }
    if let index { try index.header.checkFeatures(at: 0) }
    header = index?.header
  }
}
