/// Reads frames whose blocks are raw or repeat a byte. A compressed block fails with the name of what would read it.
final class StoredFrameReader: FrameDecompressor {
  private(set) var output: [UInt8] = []
  var size: Int { output.count }

  func decompress(_ frame: RawSpan, limit: Int, at offset: Int) throws(DecodingFailure) -> Int {
    output.removeAll(keepingCapacity: output.capacity <= 1 << 24)
    guard let header = ZstdFrameHeader(frame) else {
      throw .invalidValue("the data frame has no whole header", at: offset)
    }
    try DecodingFailure.check(
      "size of a window", header.windowSize, atMost: TraceLimit.windowSizeMax, at: offset)
    var reader = ByteReader(
      frame.extracting(droppingFirst: header.size), base: offset + header.size)
    while try !readBlock(&reader, limit: limit) {}
    if let announced = header.contentSize, announced != UInt64(output.count) {
      throw .invalidValue(
        "the data frame holds \(output.count) bytes and announces \(announced)", at: offset)
    }
    if header.hasChecksum { try checkContent(&reader) }
    return reader.offset - offset
  }

  func salvage(_ frame: RawSpan, limit: Int) { _ = try? decompress(frame, limit: limit, at: 0) }

  /// Returns whether the block was the last one. Of a raw one that is cut, what is there is taken.
  private func readBlock(_ reader: inout ByteReader, limit: Int) throws(DecodingFailure) -> Bool {
    let start = reader.offset
    var header: UInt32 = 0
    for shift: UInt32 in [0, 8, 16] { header |= UInt32(try reader.readByte()) << shift }
    let size = Int(header >> 3)
    try DecodingFailure.check(
      "size of a block", UInt64(size), atMost: UInt64(StoredFrames.blockSizeMax), at: start)
    guard size <= limit - output.count else {
      throw .invalidValue("the data frame holds more than \(limit) bytes", at: start)
    }
    switch StoredFrames.BlockKind(rawValue: header >> 1 & 3) {
    case .raw:
      let available = min(size, reader.remaining)
      output.append(contentsOf: try reader.readBytes(UInt64(available)))
      guard available == size else {
        throw .truncated(needed: size, available: available, at: reader.offset)
      }
    case .repeatedByte:
      output.append(contentsOf: repeatElement(try reader.readByte(), count: size))
    case .compressed:
      throw DecodingFailure(
        .unsupported(
          "a compressed data frame, which `ZstdCodec` of the library TraceCompression reads and "
            + "`tracetool compact --stored` decompresses"), at: start)
    case .reserved, nil: throw .invalidValue("a block of a reserved kind", at: start)
    }
    return header & 1 == 1
  }

  private func checkContent(_ reader: inout ByteReader) throws(DecodingFailure) {
    let start = reader.offset
    let expected = UInt64(try reader.read(UInt32.self))
    let found = XXH64.digest(output) & 0xFFFF_FFFF
    try DecodingFailure.check(checksum: found, is: expected, at: start)
  }
}
