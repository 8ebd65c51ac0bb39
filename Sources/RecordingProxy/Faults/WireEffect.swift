package import FaultPlans
package import TraceFormat

/// Something that a fault did on the wire: at its trigger, or later as a consequence.
package enum WireEffect: Hashable, Sendable {
  case dropped(WireMessageName)
  case delayed(WireMessageName, milliseconds: Int, isBehind: Bool)
  case repeated(WireMessageName)
  /// A message waits until the next one of its session and direction has gone on.
  case heldBack(WireMessageName)
  case released(WireMessageName)
  /// A message that was held back had no follower and never arrived.
  case neverReleased(WireMessageName)
  case truncated(WireMessageName, size: Int)
  /// The type of a message is a word that the protocol does not have.
  case typeCorrupted(WireMessageName)
  case changesetCorrupted(WireMessageName, version: UInt64)
  /// The connection ended; without the message, where it is named.
  case closed(WireClose, instead: WireMessageName?)
  /// The client gets an error, for a session on its connection or, as 0, for all of it; in place of a
  /// message, where one is named.
  case error(SyncError, sessionIdent: UInt64, instead: WireMessageName?)
  /// The client is not to hear of the acknowledgement of client versions from one on.
  case silenced(clientVersion: UInt64)
  /// A message did not go on, because of what the fault did before.
  case keptBack(WireMessageName)
}

/// A message as a note calls it: by its sender and its head, where it is one of the protocol. Its
/// body, which may have secrets in it, is never told.
package struct WireMessageName: Hashable, Sendable {
  package var direction: WireMessage.Direction
  /// The head without its line feed; nil where the message cannot be understood.
  package var head: String?
  /// Bytes of the whole message.
  package var size: Int
}

package struct UnfiredWireFault: Hashable, Sendable {
  package var fault: Fault
  package var index: Int
  package var reason: WireRefusal
}

package enum WireRefusal: Error, Hashable, Sendable {
  /// The fault, or the event of its trigger, is one of replays.
  case notOnWire
  /// There were fewer events than the trigger asks for: this many that meet its conditions.
  case fewerEvents(Int, FaultTrigger)
  /// Another fault had taken the message away.
  case messageGone
  case emptyMessage
  case noChangeset
  /// There is no session that could end: none is bound, or another fault has ended it.
  case noSession
  /// The session has not said which file it is of.
  case noFile
}
