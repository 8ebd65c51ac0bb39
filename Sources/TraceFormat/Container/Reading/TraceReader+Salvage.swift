extension TraceReader {
  /// Gets what can still be parsed out of the data frame at the current position, as suspects.
  func salvage(_ header: ChunkHeader) throws -> UInt64 {
    let size = min(Int(header.dataFrameSize), window.available)
    return salvage(at: 0, size: size, limit: Int(header.recordsSize), last: header.sequences.last)
  }

  /// Looks for data frames in bytes that nothing explains: a chunk whose header is gone.
  ///
  /// Needs a source that can be read again.
  func salvageDamage(before sequence: UInt64) throws -> UInt64 {
    guard let damage, window.source.size != nil else { return 0 }
    let end = window.offset
    let size = end - damage.start
    guard size <= TraceLimit.dataFrameSizeMax else { return 0 }
    try window.seek(to: damage.start)
    var suspects: UInt64 = 0
    if try window.fill(Int(size)) { suspects = salvageFrames(size: Int(size), last: sequence - 1) }
    try window.seek(to: end)
    return suspects
  }

  private func salvageFrames(size: Int, last: UInt64) -> UInt64 {
    var suspects: UInt64 = 0
    var salvagedSize: UInt64 = 0
    var position = 0
    while let found = window.distance(to: [0x28, 0xB5, 0x2F, 0xFD], from: position),
      found < size, rescanBudget > 0, nextSequence <= last, salvagedSize <= TraceLimit.chunkSizeMax
    {
      let announced = window.withBytes(size - found, from: found) {
        ZstdFrameHeader($0)?.contentSize
      }
      if let announced, announced <= TraceLimit.chunkSizeMax {
        suspects += salvage(at: found, size: size - found, limit: Int(announced), last: last)
        rescanBudget -= size - found + decompressor.size
        salvagedSize += UInt64(decompressor.size)
      }
      position = found + 4
    }
    return suspects
  }

  /// Decompresses what is there and queues the records whose numbers can be right.
  private func salvage(at distance: Int, size: Int, limit: Int, last: UInt64) -> UInt64 {
    chunkRest = 0..<0
    let bytes = window.buffer
    let first = window.start + distance
    decompressor.salvage(
      bytes.rawBytes.extracting(first..<first + size),
      limit: min(limit, memory.allowedBytes / Self.copiesOfRecords))
    let records = decompressor.output
    var reader = ByteReader(records.rawBytes.extracting(0..<decompressor.size))
    var count: UInt64 = 0
    while !reader.isAtEnd, var record = try? Record(decoding: &reader) {
      guard nextSequence...last ~= record.head.sequence, record.nextSequence <= last + 1 else {
        continue
      }
      _ = account(upTo: record.head.sequence, reason: "within a damaged chunk")
      record.head.flags |= RecordHead.suspectFlag
      nextSequence = record.nextSequence
      queue.append(record)
      count += 1
      if nextSequence > last { break }
    }
    return count
  }
}
