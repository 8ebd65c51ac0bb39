import RealmModel

/// What goes wrong between client and server and can be told from a replay in nothing but the wire.
package enum WireFault: Hashable, Sendable {
  /// A message arrives later, and those that follow it in its direction behind it.
  case delay(milliseconds: Int)
  /// A message never arrives.
  case dropMessage
  /// The server closes the connection in place of a message, or behind it.
  case closeConnection(code: UInt16, reason: String?)

  package var name: String {
    switch self {
    case .delay: "delay"
    case .dropMessage: "drop-message"
    case .closeConnection: "close-connection"
    }
  }
}
