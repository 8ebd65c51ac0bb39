import FaultPlans
package import TraceFormat

extension Replay {
  /// Lets the server ask for a reset at the end of a session, and the client download a state: without one what the
  /// trace shows of the server, if it shows anything.
  ///
  /// A session that ends with an error that asks for a reset needs no other one. A reset that the messages show
  /// gets the state instead of its download; of a file beside a recording that shows a download, the state is that
  /// download, with Realm's own keys.
  /// - Parameters:
  ///   - fresh: the state, in role `fresh`.
  ///   - session: the session; nil where the trace has only one, or one that asks for a reset.
  ///   - error: what the server is assumed to send; nil for error 208.
  /// - Returns: the session.
  /// - Throws: where there is no such session, the state cannot be built, or an error is to be assumed where the
  ///   session has one or only its messages are known.
  @discardableResult
  package mutating func reset(
    to fresh: Snapshot?, session: UInt32? = nil, assuming error: SyncError? = nil
  ) throws(ReplayFailure) -> UInt32 {
    let session = try fold.sessionToReset(session)
    guard fold.recording(of: session) == .inside else {
      guard error == nil, let fresh else { throw .noLocalState(session: session) }
      try fold.supply(fresh: fresh, to: session)
      return session
    }
    let isRecorded =
      fold.start(of: session)?.source == .realmFile && fold.replaceFresh(of: session, by: fresh)
    let isAsked = isRecorded || fold.endsWithRequestForReset(session)
    guard error == nil || !isAsked else { throw .resetIsAskedFor(session: session) }
    guard !isRecorded else { return session }
    let last = fold.events[session]?.last
    var sequence = (fold.events.values.compactMap { $0.last?.sequence }.max() ?? 0) + 1
    let time = last?.timeMicroseconds ?? 0
    let next = { (content: Event.Content) in
      defer { sequence += 1 }
      return Event(sequence: sequence, timeMicroseconds: time, session: session, content: content)
    }
    if !isAsked { fold.assume(next(.syncError(error ?? .badClientFile))) }
    if let fresh { observe(next(.snapshot(fresh))) }
    return session
  }

  package func start(of session: UInt32) -> SessionStart? { fold.start(of: session) }

  package func fileIdent(of session: UInt32) -> UInt64? {
    let ident = fold.fileIdent(of: session)
    return ident == 0 ? nil : ident
  }
}

extension TraceFold {
  /// The session that is chosen, or the only one that asks for a reset, or that can have one.
  fileprivate func sessionToReset(_ session: UInt32?) throws(ReplayFailure) -> UInt32 {
    if session != nil { return try chosenSession(session) }
    let inside = events.keys.filter { recording(of: $0) == .inside }
    let shown = wireResets().map(\.session)
    let files = wireFiles(besides: [])
    let asking = shown + files.filter { !shown.contains($0) && graph[$0]?.endedForReset == true }
    return try only((inside + (asking.isEmpty ? files : asking)).sorted())
  }

  /// Whether the session ends before the client has the state that an error made it download.
  fileprivate func endsWithRequestForReset(_ session: UInt32) -> Bool {
    for event in (events[session] ?? []).reversed() {
      switch event.content {
      case .snapshot(let snapshot) where snapshot.role == .fresh || snapshot.role == .afterReset:
        return false
      case .error(let error) where error.asksForReset: return true
      default: continue
      }
    }
    return false
  }
}
