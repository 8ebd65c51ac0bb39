internal import Replayer
internal import TraceFormat

extension FleetFailure: Error {}

extension FleetFailure {
  /// The exit codes of commands for such inputs.
  static let badInput: Int32 = 65
  package static let faultNotFired = "faultNotFired"
  /// The schema of the run is that of another app.
  package static let otherApp = "otherApp"
  package static let nothingUnsynced = "nothingUnsynced"
  static let noInput: Int32 = 66
  private static let inputOutput: Int32 = 74

  /// What an error of reading or replaying a trace amounts to.
  package init(_ error: any Error) {
    switch error {
    case let failure as FleetFailure: self = failure
    case let failure as FileFailure: self.init(failure)
    case let failure as DecodingFailure: self.init(failure)
    case let failure as ReplayFailure:
      self.init(unanswered: failure.caseName, failure.description)
    default: self.init(.unreadable, message: "\(error)", exitCode: Self.inputOutput)
    }
  }

  init(unanswered reason: String, _ message: String) {
    self.init(.notReplayable, message: message, reason: reason, exitCode: Self.badInput)
  }

  private init(_ failure: FileFailure) {
    // The path is that of the row.
    let message =
      "cannot \(failure.operation) it: \(failure.reason.visible)"
      + (failure.hint.map { "; \($0)" } ?? "")
    self.init(
      failure.mayBeThere ? .unreadable : .missing, message: message,
      exitCode: failure.mayBeThere ? Self.inputOutput : Self.noInput)
  }

  private init(_ failure: DecodingFailure) {
    let path = failure.path.isEmpty ? "" : " in \(failure.path.joined(separator: " > "))"
    self.init(
      failure.memoryDemand == nil ? .invalid : .memory,
      place: "offset 0x\(String(failure.offset, radix: 16))\(path)".visible,
      message: "\(failure.code)", exitCode: Self.badInput)
  }

  init(tooLarge sizeBytes: UInt64, max: Int) {
    self.init(
      .tooLarge, message: "it has \(sizeBytes) bytes, at most \(max) are allowed",
      exitCode: Self.badInput)
  }
}
