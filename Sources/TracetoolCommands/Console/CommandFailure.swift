import TraceFormat

/// Why a command could not do its work: what is said, what can be done next, and how it ends.
struct CommandFailure: Error {
  var status: ExitStatus
  /// Lower case, no final period.
  var message: String
  /// The next step, where there is one.
  var hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }
}
