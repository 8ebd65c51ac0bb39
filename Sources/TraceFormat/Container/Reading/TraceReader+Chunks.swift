extension TraceReader {
  /// Opens the chunk at the current position; false where none of its records can be had.
  func open(_ header: ChunkHeader, headerSize: Int) throws -> Bool {
    try adopt(header)
    guard header.sequences.first >= nextSequence else {
      return try passRepeated(header, headerSize: headerSize)
    }
    try settle(upTo: header.sequences.first)
    let dataStart = window.offset + UInt64(headerSize)
    nextSequence = header.sequences.last + 1
    chunkCount += 1
    onChunk?(header, window.offset, UInt64(headerSize) + header.dataFrameSize)
    guard selection.mayContain(header) else {
      lastTime = header.times.last
      _ = try window.skip(to: dataStart + header.dataFrameSize)
      return false
    }
    _ = try window.skip(to: dataStart)
    if let failure = try load(header) {
      try lose(header, failure)
      return false
    }
    lastTime = header.times.last
    recordsSize += header.recordsSize
    window.advance(Int(header.dataFrameSize))
    return true
  }

  /// Takes the first chunk's word for which trace this is, where nothing else tells.
  private func adopt(_ header: ChunkHeader) throws {
    guard traceDigest == nil else { return }
    guard header.requiredFeatureCount == 0 else {
      throw DecodingFailure(
        .unsupported(
          "\(header.requiredFeatureCount) required features, whose names are in a file header "
            + "that cannot be read"), at: Int(clamping: window.offset))
    }
    traceDigest = header.traceDigest
  }

  private func passRepeated(_ header: ChunkHeader, headerSize: Int) throws -> Bool {
    let size = UInt64(headerSize) + header.dataFrameSize
    add(
      TraceFinding(
        code: .repeatedChunk, offset: window.offset, size: size, chunk: header.chunkNumber,
        reason: "records \(header.sequences) come again, after \(nextSequence - 1); not read"))
    _ = try window.skip(to: window.offset + size)
    return false
  }

  /// Reads the data frame at the current position; returns why that could not be done.
  private func load(_ header: ChunkHeader) throws -> DecodingFailure? {
    chunkRest = 0..<0
    let size = Int(header.dataFrameSize)
    guard try window.fill(size) else {
      return .truncated(needed: size, available: window.available, at: Int(clamping: window.offset))
    }
    let offset = Int(clamping: window.offset)
    // A chunk that is out of proportion to the bytes that hold it is refused: the records, and the
    // largest of them as a record and as an event.
    try memory.check(
      Int(header.recordsSize) * Self.copiesOfRecords,
      for: "chunk \(header.chunkNumber) with \(header.recordsSize) bytes of records", at: offset)
    let bytes = window.buffer
    let frame = bytes.rawBytes.extracting(window.start..<window.start + size)
    do throws(DecodingFailure) {
      try DecodingFailure.check(
        checksum: XXH64.digest(frame), is: header.dataFrameDigest, at: offset)
      try decompressor.decompress(frame, expectedSize: Int(header.recordsSize), at: offset)
      let records = decompressor.output
      try header.checkRecords(records.rawBytes.extracting(0..<decompressor.size))
    } catch {
      // Sound bytes that this codec cannot read are not damaged.
      if case .unsupported = error.code { throw error }
      return error
    }
    chunkRest = 0..<decompressor.size
    return nil
  }

  /// How often the bytes of a chunk of one record are in memory when that is taken.
  static let copiesOfRecords = 3
}

extension ChunkHeader {
  fileprivate func checkRecords(_ records: RawSpan) throws(DecodingFailure) {
    var reader = ByteReader(records)
    var next = sequences.first
    for index in 0..<recordCount {
      let start = reader.offset
      let (head, following) = try Record.skip(&reader)
      guard head.sequence == next, following > next, following <= sequences.last + 1 else {
        throw DecodingFailure.invalidValue(
          "record \(head.sequence) where record \(next) is next", at: start
        ).inside("record \(index) of the chunk")
      }
      next = following
    }
    try reader.finish()
    guard next == sequences.last + 1 else {
      throw .invalidValue(
        "the last record is \(next - 1), not \(sequences.last)", at: reader.offset)
    }
  }
}
