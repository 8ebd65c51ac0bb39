/// A session that was recorded from the inside, or the file of a client on the wire with all its sessions.
package struct TracedFile: Sendable {
  package var sessions: [UInt32]
  package var timeline: Result<SessionTimeline, ReplayFailure>
}

extension Replay {
  /// Every session and file, in the order in which each is last seen. A session of which the trace has
  /// nothing that a state follows from is in none.
  package func tracedFiles() -> [TracedFile] {
    let sessions = Dictionary(grouping: fold.events.keys.sorted(), by: fold.fileIdentity)
    return fold.everyTimeline().map { session, timeline in
      TracedFile(
        sessions: sessions[fold.fileIdentity(of: session)] ?? [session], timeline: timeline)
    }
  }
}
