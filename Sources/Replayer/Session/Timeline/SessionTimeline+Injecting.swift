import FaultPlans
import RealmModel
package import TraceFormat

extension SessionTimeline {
  /// The reset that would be due if the server asked for it right after a point.
  ///
  /// It downloads the server's state as far as the trace shows it there. That is the premise of the
  /// question and no gap; what the trace does not show of either side is.
  /// - Parameter error: what the server sends; by default that it has forgotten the file.
  /// - Throws: where the trace does not show both sides' states at that point.
  package func reset(
    at point: Point, error: SyncError = .badClientFile
  ) throws(ReplayFailure) -> DueReset {
    try reset(at: point, error: error, fresh: requireStates(at: point).server)
  }

  /// The same where the trace does not show the server's state: modes that need the download have no answer.
  func resetWithoutDownload(at point: Point) throws(ReplayFailure) -> DueReset {
    var reset = try reset(at: point, error: .badClientFile, fresh: RealmState())
    reset.gaps.append(Gap(.noDownload))
    return reset
  }

  @discardableResult
  func requireStates(at point: Point) throws(ReplayFailure)
    -> (client: RealmState, server: RealmState)
  {
    guard let server = point.server else { throw .noFreshState(session: session) }
    return (try requireClient(at: point), server)
  }

  private func requireClient(at point: Point) throws(ReplayFailure) -> RealmState {
    guard let client = point.client, !point.isClientAhead else {
      throw .noLocalState(session: session)
    }
    return client
  }

  func reset(
    at point: Point, error: SyncError, fresh: RealmState
  ) throws(ReplayFailure) -> DueReset {
    try reset(
      at: point, error: error, fresh: fresh, unsynced: unsynced(at: point),
      serverChanges: serverChanges(at: point))
  }

  func reset(
    at point: Point, error: SyncError, fresh: RealmState,
    unsynced: [UnsyncedChangeset], serverChanges: [ServerChange]?
  ) throws(ReplayFailure) -> DueReset {
    let client = try requireClient(at: point)
    // Of a file that only the wire shows, the version is not known; the server's identifier is written to it, and so are
    // the record of a reset and Realm's own tables.
    let isUnwritten =
      recording == .inside && fileIdent == 0 && point.pendingReset == nil
      && client.classes.isEmpty && client.privateTableKeys.isEmpty && unsynced.isEmpty
    var due = DueReset(
      situation: ResetSituation(
        session: resetSession(at: point),
        // An error that was recorded for a reset and asks for none was not understood.
        error: error, action: error.action.startsClientReset ? error.action : .clientReset,
        pendingReset: point.pendingReset, base: point.base, local: client, fresh: fresh,
        unsynced: unsynced, serverChanges: serverChanges,
        localVersion: isUnwritten ? 1 : nil,
        // A vector is recorded from where Realm Core has the fresh state at hand.
        entry: start?.source == .vector ? .engine : .session),
      gaps: gaps(at: point) + missingBase(at: point)
        + (unsynced.isEmpty ? [] : missingAcknowledgements),
      timeline: self, point: point)
    if start?.source == .realmFile {
      due.situation.noteIntegrated(in: self.serverChanges[point.serverChanges])
    }
    // An app does not see what others do to the server.
    due.situation.showsChangesSinceRestore =
      start?.source != .live && serverChanges != nil
      && point.server?.isIdentical(to: fresh) == true
    // What a client downloads has no past.
    due.situation.fresh.forgetLostLinks()
    due.situation.written = transactions[..<point.transactions.upperBound]
    due.situation.baseHistory = baseHistory
    // A scenario says by the order of its objects how they are numbered.
    due.situation.hasInternalKeys = point.hasInternalKeys || start?.source == .scenario
    return due
  }

  func resetSession(at point: Point) -> ResetSession {
    ResetSession(
      session: session, start: start, resetSequence: point.sequence,
      resetTimeMicroseconds: point.timeMicroseconds)
  }

  /// That an app has recorded transactions, and never whether the server has them.
  private var missingAcknowledgements: [Gap] {
    recording == .inside && start?.source == .live && !hasAcknowledgements
      ? [Gap(.acknowledgements)] : []
  }

  func missingBase(at point: Point) -> [Gap] {
    (point.base == nil ? [missingBase] : [])
      + (point.mayHaveEarlierWrites ? [Gap(.writesOfSessionBefore)] : [])
  }

  var missingBase: Gap {
    switch recording {
    case .inside: Gap(.lastSync)
    case .wire: Gap(hasFirstSession ? .unseenSync : .firstSession)
    }
  }
}
