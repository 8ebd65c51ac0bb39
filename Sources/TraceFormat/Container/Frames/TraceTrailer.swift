/// The last frame of a closed trace: where the index is. Its size never changes within a major
/// version, so it is found from the end of the file.
struct TraceTrailer: Hashable {
  var traceDigest: UInt64
  /// Position of the index frame in the file.
  var indexOffset: UInt64
  /// Bytes of the index frame.
  var indexSize: UInt64
  /// XXH64 of the index frame.
  var indexDigest: UInt64
  /// The sequence number after the last one, so that a damaged index hides no loss.
  var nextSequence: UInt64

  /// Bytes of the whole frame.
  static let frameSize = Frame.envelopeSize + 40
}

extension TraceTrailer {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: traceDigest)
    bytes.append(littleEndian: indexOffset)
    bytes.append(littleEndian: indexSize)
    bytes.append(littleEndian: indexDigest)
    bytes.append(littleEndian: nextSequence)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    traceDigest = try reader.read()
    indexOffset = try reader.read()
    indexSize = try reader.read()
    indexDigest = try reader.read()
    let start = reader.offset
    nextSequence = try reader.read()
    guard nextSequence <= TraceLimit.sequenceMax else {
      throw .invalidValue("next sequence number \(nextSequence)", at: start)
    }
  }
}
