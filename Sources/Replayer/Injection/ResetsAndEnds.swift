import RealmModel
public import TraceFormat

/// The resets of a trace, and the ends of sessions without a reset that may cost unsynced data.
public struct ResetsAndEnds: Sendable {
  /// In the order of the trace. ``DueReset/isReset`` tells the two apart: the end of a session is the same in every mode.
  public internal(set) var all: [DueReset] = []
  /// The sessions of which the trace does not show enough.
  public internal(set) var unanswered: [UnansweredSession] = []

  /// Nothing.
  public init() {}

  init(all: [DueReset], unanswered: [UnansweredSession]) {
    (self.all, self.unanswered) = (all, unanswered)
  }
}

/// A session of which the trace does not show enough to say what becomes of its unsynced data.
public struct UnansweredSession: Codable, Hashable, Sendable {
  /// The session's number in the trace.
  public var session: UInt32
  /// What the error asks for that it ends with, if there is one.
  public var action: ServerAction?
  /// What is not shown.
  public var reason: ReplayFailure

  /// - Parameter action: what the server asked for last.
  public init(session: UInt32, action: ServerAction?, reason: ReplayFailure) {
    (self.session, self.action, self.reason) = (session, action, reason)
  }

  private enum CodingKeys: String, CodingKey {
    case session, action
    case reason = "fact"
  }
}
