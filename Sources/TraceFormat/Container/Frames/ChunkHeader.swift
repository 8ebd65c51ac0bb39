/// What the frame before each data frame says about it.
struct ChunkHeader: Hashable {
  /// XXH64 of the body of the file header. Tells the chunks of this trace from those of another
  /// one that a record may contain as data.
  var traceDigest: UInt64
  /// How many features the file header requires, for readers that find the header damaged.
  var requiredFeatureCount: UInt32
  var chunkNumber: UInt64
  var recordCount: UInt64
  var sequences: SequenceRange
  var times: TimeRange
  /// Size in bytes of the data frame that follows.
  var dataFrameSize: UInt64
  /// Size in bytes of the records.
  var recordsSize: UInt64
  /// XXH64 of the data frame.
  var dataFrameDigest: UInt64
}

/// A stretch of sequence numbers, both ends included.
public struct SequenceRange: Hashable, Sendable {
  /// The lowest number.
  public var first: UInt64
  /// The highest number.
  public var last: UInt64

  /// All numbers from one to another.
  public init(first: UInt64, last: UInt64) {
    self.first = first
    self.last = last
  }
}

/// A stretch of time in microseconds since 1970, both ends included.
public struct TimeRange: Hashable, Sendable {
  /// The earliest time.
  public var first: Int64
  /// The latest time.
  public var last: Int64

  /// All times from one to another.
  public init(first: Int64, last: Int64) {
    self.first = first
    self.last = last
  }

  /// The smallest range that contains both.
  public func union(_ other: TimeRange) -> TimeRange {
    TimeRange(first: min(first, other.first), last: max(last, other.last))
  }
}

extension ChunkHeader {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: traceDigest)
    bytes.append(littleEndian: chunkNumber)
    bytes.append(littleEndian: recordCount)
    sequences.encode(into: &bytes)
    times.encode(into: &bytes)
    bytes.append(littleEndian: dataFrameSize)
    bytes.append(littleEndian: recordsSize)
    bytes.append(littleEndian: dataFrameDigest)
    bytes.append(littleEndian: requiredFeatureCount)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    let start = reader.offset
    traceDigest = try reader.read()
    chunkNumber = try reader.read()
    recordCount = try reader.read()
    sequences = try SequenceRange(decoding: &reader)
    times = try TimeRange(decoding: &reader)
    dataFrameSize = try reader.read()
    recordsSize = try reader.read()
    dataFrameDigest = try reader.read()
    requiredFeatureCount = try reader.read()
    try check(at: start)
  }

  /// Refuses numbers that no writer produces, before anything is sized by them.
  func check(at offset: Int) throws(DecodingFailure) {
    try Self.check("size of a data frame", dataFrameSize, TraceLimit.dataFrameSizeMax, offset)
    try Self.check("size of a chunk", recordsSize, TraceLimit.chunkSizeMax, offset)
    let records = recordsSize / UInt64(RecordHead.size)
    try Self.check("records of a chunk", recordCount, records, offset)
    guard recordCount > 0, sequences.last - sequences.first >= recordCount - 1 else {
      throw .invalidValue("a chunk of \(recordCount) records, \(sequences)", at: offset)
    }
  }

  private static func check(
    _ what: String, _ found: UInt64, _ limit: UInt64, _ offset: Int
  ) throws(DecodingFailure) {
    guard found <= limit else { throw .limitExceeded(what, found: found, limit: limit, at: offset) }
  }
}

extension SequenceRange: CustomStringConvertible {
  /// Such as `17 to 20`.
  public var description: String { first == last ? "\(first)" : "\(first) to \(last)" }

  func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: first)
    bytes.append(littleEndian: last)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    let start = reader.offset
    first = try reader.read()
    last = try reader.read()
    guard first <= last, last <= TraceLimit.sequenceMax else {
      throw .invalidValue("sequence numbers from \(first) to \(last)", at: start)
    }
  }
}

extension TimeRange {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: first)
    bytes.append(littleEndian: last)
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    let start = reader.offset
    first = try reader.read()
    last = try reader.read()
    guard first <= last else {
      throw .invalidValue("times from \(first) to \(last)", at: start)
    }
  }
}
