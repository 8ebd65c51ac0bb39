package enum TransportFault: String, Hashable, Sendable, CaseIterable {
  /// The connection breaks in the middle of a message, or of the download for a reset.
  case disconnect
  case lostAcknowledgement = "lost-acknowledgement"
  case duplicateMessage = "duplicate-message"
  case reorderMessages = "reorder-messages"
  case truncateMessage = "truncate-message"
  /// A message does not belong to the protocol.
  case corruptMessage = "corrupt-message"
  case corruptChangeset = "corrupt-changeset"
  /// A message is too large for the server, and the client orders a reset itself.
  case messageTooLarge = "message-too-large"
}

/// What goes wrong between client and server and can be told from a replay in nothing but the wire.
package enum WireFault: Hashable, Sendable {
  /// A message arrives later, and those that follow it in its direction behind it.
  case delay(milliseconds: Int)
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
