/// Why a trace could not be written, where it is not the file's fault.
public enum TraceWriteFailure: Error, Hashable, Sendable {
  /// Records stand in the order of their numbers, without gaps that no loss record explains.
  case unexpectedSequence(expected: UInt64, found: UInt64)
  /// A record that no reader would accept. Sizes are bytes.
  case recordTooLarge(size: UInt64, limit: UInt64)
  /// A file header that no reader would accept; says why.
  case unusableHeader(String)
  /// What the codec said when it could not make a data frame of a chunk.
  case compression(String)
  /// The trace has been closed, or an earlier write failed and left it in an unknown state.
  case closed
}

extension TraceWriteFailure: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch self {
    case .unexpectedSequence(let expected, let found):
      "record \(found) where record \(expected) is next"
    case .recordTooLarge(let size, let limit):
      "a record of \(size) bytes, at most \(limit) are accepted"
    case .unusableHeader(let reason): "unusable file header: \(reason)"
    case .compression(let reason): "the chunk cannot be compressed: \(reason)"
    case .closed: "the trace is closed"
    }
  }
}
