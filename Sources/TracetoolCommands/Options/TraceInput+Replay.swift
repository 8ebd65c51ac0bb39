import Replayer
import TraceFormat

extension TraceInput {
  /// Takes in all events of the trace.
  ///
  /// - Parameter sequence: a record that has to be there; nil for the end of the trace.
  /// - Throws: where the trace ends before that record; what reading throws.
  func replay(_ reader: TraceReader, with sequence: UInt64?) throws -> Replay {
    var last: UInt64?
    let replay = try Replay(reading: reader) { last = $0.lastSequence }
    if let sequence, sequence > last ?? 0 || last == nil {
      throw CommandFailure(
        .badInput,
        "`\(trace)` has no record \(sequence); "
          + (last.map { "its last is record \($0)" } ?? "it has none at all"),
        hint: "`tracetool cat \(trace)` shows what is in it")
    }
    return replay
  }
}

extension Event {
  /// The last record that it stands for: a loss stands for all that are missing.
  fileprivate var lastSequence: UInt64 {
    guard case .loss(let loss) = content, let count = loss.recordCount, count > 0 else {
      return sequence
    }
    let (end, isTooLarge) = sequence.addingReportingOverflow(count - 1)
    return isTooLarge ? .max : end
  }
}
