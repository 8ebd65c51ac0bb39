package import TraceFormat

package enum WireAction: Hashable, Sendable {
  case pass
  /// Bytes go in a direction, as one binary message.
  case send([UInt8], WireMessage.Direction)
  /// Whatever goes in a direction on this connection from here on waits, in order, for so long.
  case delay(milliseconds: Int, WireMessage.Direction)
  /// The connection ends on both sides, once all before it has been sent.
  case close(WireClose)
}

package struct WireClose: Hashable, Sendable {
  /// The code of the close frame that the client gets; the server then gets 1001, because the client is
  /// gone. Nil where both connections are cut without a close frame, which clients call 1006.
  package var code: UInt16?
  package var reason = ""

  static let broken = WireClose(code: nil)
  /// What a server says of a message that it does not take for its size (RFC 6455, 7.4.1).
  static let messageTooLarge = WireClose(code: 1009, reason: "message too large")
}

/// What the faults make of one message.
package struct WireVerdict: Sendable {
  /// What is done, in order; none where the message is swallowed.
  package var actions: [WireAction] = []
  /// What faults did, in order: the texts of notes in the trace, by whose beginnings one knows what was injected
  /// (`docs/format.md`).
  package var notes: [String] = []
}
