internal import Campaigns
internal import Replayer
internal import TraceFormat

extension FleetSmallest.Found {
  /// The trace for programs.
  ///
  /// - Parameter folder: where it was written.
  func json(in folder: String) -> JSONText {
    let path = trace.path(in: folder)
    return .members([
      "trace": .string(path), "recordsBefore": .integer(recordCountBefore),
      "records": .integer(recordCount),
      "instructionsBefore": .integer(trace.result.instructionCountBefore),
      "instructions": .integer(trace.result.instructionCount),
      "complete": .bool(!trace.result.isCutShort), "command": .string(trace.command(at: path)),
    ])
  }
}

extension FleetSmallest.Miss {
  /// Why there is no trace, for programs.
  var json: JSONText {
    .members(["reason": .string(reason), "message": .string(sentence)])
  }
}
