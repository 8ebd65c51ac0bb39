import RealmModel
public import TraceFormat

/// What a trace is to be asked about: the resets in it, and how sessions end that none took place in.
public struct Incidents: Sendable {
  /// In the order of the trace. One that ``PlannedReset/isReset`` says no reset of is the end of a
  /// session: it comes to the same in every mode.
  public internal(set) var all: [PlannedReset] = []
  /// The sessions that there is something to ask about, and nothing to answer it by.
  public internal(set) var unanswered: [UnansweredSession] = []

  /// Nothing.
  public init() {}

  init(all: [PlannedReset], unanswered: [UnansweredSession]) {
    (self.all, self.unanswered) = (all, unanswered)
  }
}

/// A session of which the trace does not show enough to say what becomes of its unsynced data.
public struct UnansweredSession: Hashable, Sendable {
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
}
