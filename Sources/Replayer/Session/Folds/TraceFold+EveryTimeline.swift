import TraceFormat

extension SessionTimeline {
  /// Whether nothing follows the last reset. On the wire a reset ends the file's timeline.
  var endsWithReset: Bool { recording == .wire && !resets.isEmpty }

  /// The record at which the reset is due that is the last the trace shows of the session; nil where it continues
  /// after that one, or has none.
  var endingReset: UInt64? {
    guard let end = points.last, let last = lastReset else { return nil }
    let isLast = endsWithReset || end.resetIndex != nil || end.sequence == last.point.sequence
    return isLast ? last.sequence : nil
  }
}

extension TraceFold {
  /// The timeline of every session that was recorded from the inside, and of every file on the wire.
  func everyTimeline() -> [FoldedSession] {
    // A file of which a reset cannot be told is folded like any other, and may have a failure of its own.
    let made = wireResets()
    let sessions = sessionsWithResets(made).filter { session, timeline in
      recording(of: session) == .inside || (try? timeline.get()) != nil
    }
    let resets = sessions.compactMap { try? $0.timeline.get() }.filter { $0.recording == .wire }
    let files = wireFiles(besides: resets).map { folded($0, after: made) }
    return (sessions + files).sorted { $0.session < $1.session }
  }

  /// The last session of each file on the wire. One that was only made for the download of a reset is
  /// no file of its own.
  func wireFiles(besides resets: [SessionTimeline]) -> [UInt32] {
    var done = Set(resets.map { fileIdentity(of: $0.session) })
    let downloads = graph.downloadSessions
    var last: [UInt32] = []
    for session in graph.sessions.reversed()
    where events[session.number] != nil && recording(of: session.number) == .wire
      && done.insert(fileIdentity(of: session.number)).inserted
    {
      if !downloads.contains(session.number) { last.append(session.number) }
    }
    return last
  }
}
