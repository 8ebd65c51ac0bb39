public import TraceFormat

/// Why a trace could not be replayed.
public enum ReplayFailure: Error, Codable, Hashable, Sendable {
  /// Nothing in the trace asks for a client reset.
  case noReset
  /// Nothing in the trace asks for a client reset, and no fault made one due.
  case noResetUnderFaults([UnfiredFault])
  /// No reset in the session that was asked for.
  case noResetInSession(UInt32)
  /// Nothing in the trace gives a state.
  case noState
  /// Nothing in the session that was asked for gives a state.
  case noStateInSession(UInt32)
  /// Several sessions show states, and none was chosen.
  case severalSessions([UInt32])
  /// Neither a snapshot nor anything else in the trace gives the client's state.
  case noLocalState(session: UInt32)
  /// Neither a snapshot nor anything else in the trace gives the state that a reset downloads.
  case noFreshState(session: UInt32)
  /// The session ends with an error that asks for a reset, so that no other one is to be assumed.
  case resetIsAskedFor(session: UInt32)
  /// The trace was made from a log that does not have the changesets of a session.
  case changesetsNotInLog(session: UInt32)
  /// A changeset that the replay cannot do without could not be read.
  case undecodableChangeset(sequence: UInt64, failure: DecodingFailure)
  /// A changeset that the replay cannot do without does not fit the state before it.
  case inapplicableChangeset(sequence: UInt64, message: String)
}

extension ReplayFailure: CustomStringConvertible {
  /// The reason as a sentence, without a full stop.
  public var description: String { session.map { "session \($0): \(reason)" } ?? reason }

  /// The session that it is about; nil if it is about the trace.
  package var session: UInt32? {
    switch self {
    case .noResetInSession(let session), .noStateInSession(let session),
      .noLocalState(let session), .noFreshState(let session), .changesetsNotInLog(let session),
      .resetIsAskedFor(let session):
      session
    default: nil
    }
  }

  /// Whether the trace does not show enough, as against asking for nothing that could be replayed.
  package var isForWantOfEvidence: Bool {
    switch self {
    case .noReset, .noResetInSession, .severalSessions, .resetIsAskedFor: false
    case .noResetUnderFaults(let unfired): unfired.contains(where: \.reason.isForWantOfEvidence)
    default: true
    }
  }

  /// The reason without its session.
  package var reason: String {
    switch self {
    case .noReset: "nothing in this trace asks for a client reset"
    case .noResetUnderFaults:
      "nothing in this trace asks for a client reset, and no fault made one due"
    case .noResetInSession: "the trace shows no client reset in it"
    case .noState: "nothing in this trace gives a state"
    case .noStateInSession: "the trace shows no state of it"
    case .severalSessions(let sessions):
      "sessions \(sessions.map(String.init).joined(separator: ", ")) show states; choose one"
    case .noLocalState: "the trace does not show the client's state"
    case .noFreshState: "the trace does not show the state that the reset downloads"
    case .resetIsAskedFor: "an error asks for its reset, so none has to be assumed"
    case .changesetsNotInLog:
      "the log that the trace was made from does not have its changesets"
    case .undecodableChangeset(let sequence, let failure):
      "record \(sequence): the changeset cannot be read: \(failure)"
    case .inapplicableChangeset(let sequence, let message):
      "record \(sequence): the changeset does not fit the state before it: \(message)"
    }
  }
}
