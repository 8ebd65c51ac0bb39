package enum ClientFault: Hashable, Sendable {
  /// The process ends at a step of the reset, and the app is started again.
  case crash
  case beforeHandlerThrows(message: String?)
  case afterHandlerThrows(message: String?)
  /// The server orders another reset: at a step of the first, or before the first was acknowledged.
  case secondReset(FaultError)
  /// No space is left for a commit: of the app, or of the reset itself.
  case diskFull

  package var name: String {
    switch self {
    case .crash: "crash"
    case .beforeHandlerThrows: "before-handler-throws"
    case .afterHandlerThrows: "after-handler-throws"
    case .secondReset: "second-reset"
    case .diskFull: "disk-full"
    }
  }
}
