import TraceFormat

/// The file of one client as a capture shows it, from its first message to its last, under its last session.
package struct ClientFile: Sendable {
  /// What the client and the server had after each message.
  package var timeline: SessionTimeline
  /// The versions that the server has named as its newest.
  package var serverVersions: Set<ServerVersion>
  /// Digests of the sets of subscriptions that the client's data is of, each from a record on.
  var subscriptionSets: [(sequence: UInt64, digest: UInt64)]
  /// Whether a reset ended it, or was asked for at its end; the client then continues with another file.
  package var wasReset: Bool

  /// The digest of the set of subscriptions that the client's data is of at a point; nil in partition sync, and where the
  /// trace does not show it.
  package func subscriptions(at point: SessionTimeline.Point) -> UInt64? {
    let next = subscriptionSets.partitioningIndex { $0.sequence > point.sequence }
    return next > 0 ? subscriptionSets[next - 1].digest : nil
  }
}

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

  /// The files of all clients on the wire, in the order of their last sessions, and the sessions of which the trace does
  /// not show enough.
  package func clientFiles() -> (files: [ClientFile], unanswered: [UnansweredSession]) {
    var files: [ClientFile] = []
    var unanswered: [UnansweredSession] = []
    for (session, timeline) in fold.everyTimeline() where fold.recording(of: session) == .wire {
      switch timeline {
      case .success(let timeline):
        files.append(
          ClientFile(
            timeline: timeline, serverVersions: fold.serverVersions(of: session),
            subscriptionSets: fold.subscriptions(ofFileOf: session),
            wasReset: timeline.resetCount > 0 || fold.end(of: session, timeline).asksForReset))
      case .failure(let reason):
        unanswered.append(fold.unanswered(session, reason))
      }
    }
    return (files, unanswered)
  }
}

extension TraceFold {
  /// A client's data is that of a set once its bootstrap is complete.
  fileprivate func subscriptions(
    ofFileOf session: UInt32
  ) -> [(sequence: UInt64, digest: UInt64)] {
    allEvents(of: session).compactMap { event in
      guard let batch = event.download?.batch, batch.state != .moreToCome else { return nil }
      return subscriptionDigests[event.session]?[batch.queryVersion].map {
        (sequence: event.sequence, digest: $0)
      }
    }
  }

  /// The versions that the server has named as its newest to the file of a session; none of an empty server.
  fileprivate func serverVersions(of session: UInt32) -> Set<ServerVersion> {
    Set(allEvents(of: session).compactMap(\.download?.latest).filter { $0.version > 0 })
  }
}
