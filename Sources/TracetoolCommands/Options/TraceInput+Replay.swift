import Replayer
import TraceFormat

extension TraceInput {
  /// Takes in all events of the trace.
  ///
  /// - Parameter each: gets every event that was taken.
  /// - Throws: where no record can be read, in the words of a command; what reading and `each` throw.
  func replay(_ reader: TraceReader, each: (Event) throws -> Void = { _ in }) throws -> Replay {
    do {
      return try Replay(reading: reader, each: each)
    } catch let failure as DecodingFailure where failure.memoryDemand == nil {
      throw CommandFailure(
        .badInput, "`\(trace)` is damaged: \(failure)",
        hint: "`tracetool verify \(trace.pathWord)` lists the damage, \(salvageHint)")
    }
  }

  /// Takes in all events of the trace.
  ///
  /// - Parameter sequence: a record that has to be there; nil for the end of the trace.
  /// - Throws: where the trace ends before that record; what reading throws.
  func replay(_ reader: TraceReader, with sequence: UInt64?) throws -> Replay {
    var last: UInt64?
    let replay = try replay(reader) { last = $0.lastSequence }
    if let sequence, sequence > last ?? 0 || last == nil {
      throw CommandFailure(
        .badInput,
        "`\(trace)` has no record \(sequence); "
          + (last.map { "its last is record \($0)" } ?? "it has none at all"),
        hint: "`tracetool cat \(trace.pathWord)` shows what is in it")
    }
    return replay
  }

  /// The state of a side after a record.
  func state(
    of side: StateAtPoint.Side, at sequence: UInt64?, session: UInt32?, in replay: Replay
  ) throws(CommandFailure) -> StateAtPoint {
    do throws(ReplayFailure) {
      return try replay.state(of: side, at: sequence, session: session)
    } catch {
      if let sequence, let first = replay.firstState(of: side, session: session), sequence < first {
        throw CommandFailure(
          .badInput, "`\(trace)` shows no state of the \(side.rawValue) after record \(sequence)",
          hint: "its first state is at record \(first)")
      }
      throw CommandFailure(describing: error, trace: trace, in: replay)
    }
  }

  func answer<Answer>(
    of replay: Replay, _ question: (Replay) throws(ReplayFailure) -> Answer
  ) throws(CommandFailure) -> Answer {
    do throws(ReplayFailure) {
      return try question(replay)
    } catch {
      throw CommandFailure(describing: error, trace: trace, in: replay)
    }
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
