public import TraceFormat

/// What a trace shows of its sessions, and the sessions of which it does not show enough for that.
public struct SessionAnswers<Answer: Sendable>: Sendable {
  /// In the order of the trace.
  public package(set) var all: [Answer]
  /// The sessions of which the trace does not show enough.
  public internal(set) var unanswered: [UnansweredSession]

  package init(all: [Answer] = [], unanswered: [UnansweredSession] = []) {
    (self.all, self.unanswered) = (all, unanswered)
  }
}

/// A session of which the trace does not show enough to say what becomes of its unsynced data.
public struct UnansweredSession: Codable, Hashable, Sendable {
  /// The session's number in the trace.
  public var session: UInt32
  /// The name that it was recorded with, where the trace has its beginning.
  public var name: String?
  /// What the error asks for that it ends with, if there is one.
  public var action: ServerAction?
  /// The number of that error.
  public var errorCode: Int32?
  /// What is not shown.
  public var reason: ReplayFailure

  /// Whether the server asked for a client reset: by an action or, as older servers do, by the number of its error.
  public var asksForReset: Bool { action?.asksForReset(errorCode) ?? false }

  private enum CodingKeys: String, CodingKey {
    case session, name, action, errorCode
    case reason = "fact"
  }
}

extension UnansweredSession {
  /// A reset in modes that all need what it downloads.
  package init(withoutDownload reset: DueReset) {
    let (session, error) = (reset.situation.session, reset.situation.error)
    self.init(
      session: session.session, name: session.start?.name, action: error.action,
      errorCode: error.code, reason: .noFreshState(session: session.session))
  }
}

extension TraceFold {
  /// A session without an answer; `error` is what the server said last, where the question is about that.
  func unanswered(
    _ session: UInt32, _ reason: ReplayFailure, after error: SyncError? = nil
  ) -> UnansweredSession {
    UnansweredSession(
      session: session, name: start(of: session)?.name, action: error?.action,
      errorCode: error?.code, reason: reason)
  }

  /// What there is to say of the timeline of each session, or of one; throws where the trace has no such session, or
  /// none that shows a state or a transaction.
  func answers<Answer>(
    of session: UInt32?, _ answers: (FoldedSession) throws(ReplayFailure) -> [Answer]
  ) throws(ReplayFailure) -> SessionAnswers<Answer> {
    var found = SessionAnswers<Answer>()
    for folded in everyTimeline() where session == nil || session == folded.session {
      do throws(ReplayFailure) {
        found.all += try answers(folded)
      } catch {
        found.unanswered.append(unanswered(folded.session, error))
      }
    }
    if found.all.isEmpty, found.unanswered.isEmpty {
      // Where a log begins late, its sessions show no transfer at all.
      for number in loggedSessions.sorted()
      where (session == nil || session == number) && isWithoutChangesets(number) {
        found.unanswered.append(unanswered(number, .changesetsNotInLog(session: number)))
      }
    }
    guard !found.all.isEmpty || !found.unanswered.isEmpty else {
      throw session.map(ReplayFailure.noStateInSession) ?? .noState
    }
    return found
  }
}
