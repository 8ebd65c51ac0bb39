/// What the frame before each data frame says about it.
struct ChunkHeader: Hashable {
  /// XXH64 of the body of the file header. Tells the chunks of this trace from those of another
  /// one that a record may contain as data.
  var traceDigest: UInt64 = 0
  /// How many features the file header requires, for readers that find the header damaged.
  var requiredFeatureCount: UInt32 = 0
  var chunkNumber: UInt64 = 0
  var recordCount: UInt64 = 0
  var sequences = SequenceRange.blank
  var times = TimeRange.blank
  var dataFrameSize: UInt64 = 0
  var recordsSize: UInt64 = 0
  /// XXH64 of the data frame.
  var dataFrameDigest: UInt64 = 0
}

/// A stretch of sequence numbers, both ends included.
public struct SequenceRange: Hashable, Sendable {
  /// The lowest number.
  public var first: UInt64
  /// The highest number.
  public var last: UInt64
}

/// A stretch of time in microseconds since 1970, both ends included.
public struct TimeRange: Hashable, Sendable {
  /// The earliest time.
  public var first: Int64
  /// The latest time.
  public var last: Int64

  /// The smallest range that contains both.
  public func union(_ other: TimeRange) -> TimeRange {
    TimeRange(first: min(first, other.first), last: max(last, other.last))
  }
}

extension ChunkHeader: RecordLayout {
  static var blank: ChunkHeader { ChunkHeader() }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&traceDigest)
    try visitor.number(&chunkNumber)
    try visitor.number(&recordCount)
    try visitor.part(&sequences)
    try visitor.part(&times)
    try visitor.number(&dataFrameSize)
    try visitor.number(&recordsSize)
    try visitor.number(&dataFrameDigest)
    try visitor.number(&requiredFeatureCount)
  }

  /// Refuses numbers that no writer produces, before anything is sized by them.
  func check(after _: Self?, at offset: Int) throws(DecodingFailure) {
    try DecodingFailure.check(
      "size of a data frame", dataFrameSize, atMost: TraceLimit.dataFrameSizeMax, at: offset)
    try DecodingFailure.check(
      "size of a chunk", recordsSize, atMost: TraceLimit.chunkSizeMax, at: offset)
    let records = recordsSize / UInt64(RecordHead.size)
    try DecodingFailure.check("records of a chunk", recordCount, atMost: records, at: offset)
    guard recordCount > 0, sequences.last - sequences.first >= recordCount - 1 else {
      throw .invalidValue("a chunk of \(recordCount) records, \(sequences)", at: offset)
    }
  }
}

extension SequenceRange: CustomStringConvertible {
  /// Such as `17 to 20`.
  public var description: String { first == last ? "\(first)" : "\(first) to \(last)" }
}

extension SequenceRange: RecordLayout {
  static let blank = SequenceRange(first: 0, last: 0)

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&first)
    try visitor.number(&last)
  }

  func check(after _: Self?, at start: Int) throws(DecodingFailure) {
    guard first <= last, last < TraceLimit.sequenceMax else {
      throw .invalidValue("sequence numbers from \(first) to \(last)", at: start)
    }
  }
}

extension TimeRange: RecordLayout {
  static let blank = TimeRange(first: 0, last: 0)

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&first)
    try visitor.number(&last)
  }

  func check(after _: Self?, at start: Int) throws(DecodingFailure) {
    guard first <= last else { throw .invalidValue("times from \(first) to \(last)", at: start) }
  }
}
