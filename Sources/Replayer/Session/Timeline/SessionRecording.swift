/// What a session was recorded from, which decides what is known of it.
package enum SessionRecording: Hashable, Sendable {
  /// From the inside: states and transactions, each when it was made.
  case inside
  /// From what crossed the wire, where a transaction shows once it is uploaded.
  case wire
}
