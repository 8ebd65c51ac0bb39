public import FaultPlans
public import TraceFormat

/// Replays the client resets of a trace.
///
/// Events are taken one by one, so a trace of any length can be read as a stream; what is kept of
/// them is what states are built from. The same events give the same outcomes.
public struct Replay: Sendable {
  var fold = TraceFold()

  /// A replay that has seen nothing yet.
  public init() {}

  /// A replay of all events of a reader, in the memory that the reader may take.
  ///
  /// - Parameters:
  ///   - reader: reads the trace, from its beginning.
  ///   - each: gets every event that was taken.
  /// - Throws: `DecodingFailure` where the trace takes more memory than it may or no record of it can be read,
  ///   and what `reader` and `each` throw.
  public init(reading reader: TraceReader, each: (Event) throws -> Void = { _ in }) throws {
    var isAnythingRead = false
    while let event = try reader.next() {
      try observe(event, within: reader.memoryLimit, inputBytes: reader.inputBytes)
      if case .loss = event.content {} else { isAnythingRead = true }
      try each(event)
    }
    if !isAnythingRead, let damage = reader.findings.first(where: \.isDamage) {
      throw DecodingFailure.invalidValue(
        "no record of the trace can be read: \(damage.reason)", at: Int(damage.offset))
    }
    // What follows from the events is not theirs.
    fold.memory = MemoryBudget(.unlimited)
  }

  /// Takes the next event of an input that may take so much memory.
  ///
  /// - Parameter inputBytes: how many bytes of the input have been read.
  /// - Throws: where the events so far take more.
  package mutating func observe(
    _ event: Event, within limit: MemoryLimit, inputBytes: UInt64
  ) throws(DecodingFailure) {
    if fold.memory.limit != limit { fold.memory = MemoryBudget(limit) }
    fold.memory.inputBytes = inputBytes
    fold.observe(event)
    if let overrun = fold.memory.overrun { throw overrun.inside("record \(event.sequence)") }
  }

  /// What logs tell of client resets, in the order of the trace.
  public var loggedResets: [RecordedLoggedReset] { fold.loggedResets }

  /// What a log shows besides client resets; nil for a trace that is not made from one.
  ///
  /// - Parameter session: the number of a sync session; nil for what is of any.
  public func loggedSessions(of session: UInt32? = nil) -> LoggedSessions? {
    fold.loggedSessions(of: session)
  }

  /// Takes the next event, which is in memory already.
  public mutating func observe(_ event: Event) { fold.observe(event) }

  /// The timeline of a session: every point, and the resets that the session itself went through.
  ///
  /// For a session that only the wire was recorded of it is that of the session's file, from its first session in the
  /// trace to this one; resets show there by what later sessions do, so it has none.
  /// - Parameter session: the session; nil where the trace has only one.
  /// - Throws: where there is no such session, or a state in it cannot be built.
  package func timeline(session: UInt32? = nil) throws(ReplayFailure) -> SessionTimeline {
    try fold.timeline(of: fold.chosenSession(session))
  }

  /// The timelines of all sessions, with what ordinary merges left out of what the device and others had written.
  ///
  /// The sessions of one file on the wire are one, under the number of the last of them.
  /// - Parameter session: the number of a sync session; nil for all.
  /// - Throws: where the trace has no such session, or none that shows a state or a transaction.
  public func timelines(
    session: UInt32? = nil
  ) throws(ReplayFailure) -> SessionAnswers<SessionTimeline> {
    try fold.answers(of: session) { folded throws(ReplayFailure) in [try folded.timeline.get()] }
  }

  /// The resets that are due under a fault plan, in the order in which they are asked for; without
  /// faults those that were recorded. Sessions of which the trace does not show enough are left out;
  /// ``resetsAndEnds(under:session:looksBack:in:)`` names them.
  ///
  /// The session is folded once, and each mode of ``DueReset/outcome(mode:quirks:)`` starts from the same states, whatever
  /// mode the device was set to.
  /// - Parameters:
  ///   - plan: the faults to inject.
  ///   - session: the number of the sync session whose resets are asked for; nil for all.
  /// - Throws: where the trace has no reset and no fault makes one due, or it does not show enough.
  public func resets(
    under plan: FaultPlan = .none, session: UInt32? = nil
  ) throws(ReplayFailure) -> [DueReset] {
    try FaultInjector(self).resets(under: plan, session: session)
  }
}

extension FaultInjector {
  /// Folds the trace.
  ///
  /// - Parameter keepsStates: whether timelines have the states of every point, which faults at events and loss timelines
  ///   look at.
  /// - Throws: where no session can be replayed, and no fault could change that.
  package init(_ replay: Replay, keepsStates: Bool = true) throws(ReplayFailure) {
    var fold = replay.fold
    fold.keepsStates = keepsStates
    try self.init(fold)
  }
}
