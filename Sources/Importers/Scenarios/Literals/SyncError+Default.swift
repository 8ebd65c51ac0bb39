internal import TraceFormat

extension SyncError {
  /// The error of a scenario that says no more of it than its number: a fatal one, with the action of an
  /// ordinary reset.
  static func scenarioDefault(_ code: Int32 = 208) -> SyncError {
    SyncError(
      code: code, name: ProtocolErrorCode.reportedName(code),
      message: ProtocolErrorCode.message(code) ?? "error \(code)", action: .clientReset,
      isFatal: true)
  }
}
