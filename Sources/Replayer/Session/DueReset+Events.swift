import RealmModel
package import TraceFormat

extension DueReset {
  /// The session that leads to this reset, as the events of one that was recorded from the inside:
  /// what was last synced, the unsynced transactions, the error and the state that it downloads.
  ///
  /// Replayed, they give the outcomes of this reset, but for what depends on internal keys, as the states
  /// are built anew, and on which changes the server has made, as only its state is among them. What a capture
  /// shows only by its messages becomes small this way.
  /// - Throws: where a state cannot be built of changesets.
  package func events() throws(ResetFailure) -> [Event] {
    var contents: [Event.Content] = [.sessionStart(sessionStart)]
    let known = situation.base == nil ? Snapshot.Role.local : .base
    contents.append(.snapshot(try snapshot(situation.base ?? situation.local, known)))
    contents += situation.unsynced.map { .localCommit($0.commit) }
    var error = situation.error
    // A reset on the wire may have no error of its own.
    if !error.asksForReset { error.action = situation.action }
    contents.append(.syncError(error))
    contents.append(.snapshot(try snapshot(situation.fresh, .fresh)))
    return contents.enumerated().map { index, content in
      Event(
        sequence: UInt64(index), timeMicroseconds: situation.session.resetTimeMicroseconds,
        session: situation.session.session, content: content)
    }
  }

  private var sessionStart: SessionStart {
    var start = situation.session.start ?? SessionStart(source: .scenario, name: "")
    // No longer what was recorded on the wire.
    start.source = .scenario
    start.pendingReset = situation.pendingReset
    return start
  }

  private func snapshot(_ state: RealmState, _ role: Snapshot.Role) throws(ResetFailure)
    -> Snapshot
  {
    Snapshot(role: role, changesets: [try state.buildingChangeset().encoded()])
  }
}

extension UnsyncedChangeset {
  fileprivate var commit: LocalCommit {
    LocalCommit(
      clientVersion: clientVersion, changeset: changeset.encoded(),
      originTimestampMilliseconds: originTimestampMilliseconds)
  }
}
