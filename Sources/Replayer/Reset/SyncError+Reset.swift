package import TraceFormat

extension SyncError {
  /// Stands for the error of a session that ended without any.
  package static let absent = SyncError(
    code: nil, name: "", message: "", action: .noAction, isFatal: false)

  /// Whether there was no error at all.
  package var isAbsent: Bool { self == .absent }

  /// Whether a client has to reset after the error: by its action or, for errors without one, by
  /// its number.
  package var asksForReset: Bool {
    if action != .noAction { return action.startsClientReset }
    return code.map(ProtocolErrorCode.requiresClientReset) ?? false
  }
}
