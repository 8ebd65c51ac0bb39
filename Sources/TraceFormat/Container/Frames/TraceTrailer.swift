/// The last frame of a closed trace: where the index is. Its size never changes within a major
/// version, so it is found from the end of the file.
struct TraceTrailer: Hashable {
  var traceDigest: UInt64 = 0
  var indexOffset: UInt64 = 0
  var indexSize: UInt64 = 0
  /// XXH64 of the index frame.
  var indexDigest: UInt64 = 0
  /// The sequence number after the last one, so that a damaged index hides no loss.
  var nextSequence: UInt64 = 0

  static let frameSize = Frame.envelopeSize + 40
}

extension TraceTrailer: RecordLayout {
  static var blank: TraceTrailer { TraceTrailer() }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&traceDigest)
    try visitor.number(&indexOffset)
    try visitor.number(&indexSize)
    try visitor.number(&indexDigest)
    try visitor.number(&nextSequence)
  }

  func check(after _: Self?, at start: Int) throws(DecodingFailure) {
    guard nextSequence <= TraceLimit.sequenceMax else {
      // Behind four numbers of 64 bits.
      throw .invalidValue("next sequence number \(nextSequence)", at: start + 32)
    }
  }
}
