/// The fixed part of a record (`docs/format.md`, "Records").
struct RecordHead: Hashable {
  static let size = 28
  /// The flag of records that come from damaged data.
  static let suspectFlag: UInt16 = 1

  var type: UInt16 = 0
  var flags: UInt16 = 0
  var bodySize: UInt32 = 0
  var sequence: UInt64 = 0
  var timeMicroseconds: Int64 = 0
  var session: UInt32 = 0

  var isSuspect: Bool { flags & Self.suspectFlag != 0 }
  var kind: Event.Kind { Event.Kind(recordType: type) }
  var time: TimeRange { TimeRange(first: timeMicroseconds, last: timeMicroseconds) }
}

extension RecordHead: RecordLayout {
  static var blank: RecordHead { RecordHead() }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&type)
    try visitor.number(&flags)
    try visitor.number(&bodySize)
    try visitor.number(&sequence)
    try visitor.number(&timeMicroseconds)
    try visitor.number(&session)
  }
}

/// A record as it is in the file: what is copied when a trace is recovered, so that nothing a
/// newer version wrote gets lost.
struct Record: Hashable {
  var head: RecordHead
  var body: [UInt8]
  /// The sequence number after the last one that the record accounts for.
  var nextSequence: UInt64
  /// False for a loss that a reader has put instead of what it could not read.
  var isRecorded = true
}

extension Record {
  /// A loss record replaces the records it counts; all others stand for themselves.
  init(head: RecordHead, body: [UInt8]) {
    self.init(head: head, body: body, nextSequence: head.sequence &+ 1)
    if let loss { nextSequence = loss.nextSequence(at: head.sequence) }
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    let head = try RecordHead(decoding: &reader)
    self.init(head: head, body: try reader.readBytes(UInt64(head.bodySize)))
  }

  /// Reads head and body, copying only the bodies that count for sequence numbers.
  static func skip(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> (head: RecordHead, nextSequence: UInt64) {
    let head = try RecordHead(decoding: &reader)
    var body = try reader.take(UInt64(head.bodySize))
    guard head.kind == .loss else { return (head, head.sequence &+ 1) }
    return (head, Record(head: head, body: body.readRest()).nextSequence)
  }
}

extension Loss {
  /// The number after those that this loss accounts for, when it stands at `sequence`.
  ///
  /// A loss whose first missing number is its own stands for all of them. Any other counts records
  /// that never had a number here, and stands for itself.
  func nextSequence(at sequence: UInt64) -> UInt64 {
    guard firstSequence == sequence, let recordCount, recordCount > 0 else { return sequence &+ 1 }
    let (next, overflow) = sequence.addingReportingOverflow(recordCount)
    return overflow ? UInt64.max : next
  }
}
