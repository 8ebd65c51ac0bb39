import RealmModel
import TraceFormat

// Recorded states of both sides, and where they go back to
extension AppFold {
  mutating func take(_ snapshot: DecodedSnapshot, _ event: SessionEvent)
    throws(ReplayFailure) -> SessionTimeline.Change?
  {
    if snapshot.role == .fresh { return try takeFresh(snapshot, event) }
    let state = try RealmState(snapshot, at: event)
    isJustReset = false
    let origin = newOrigin(of: snapshot, state)
    switch snapshot.role {
    case .base:
      serverVersion = max(serverVersion, UInt64(snapshot.changesetCount))
      let history = (try? snapshot.decoded()) ?? []
      timeline.baseHistory = history.filter { changeset in
        changeset.instructions.contains { $0.kind == .eraseObject }
      }
      baseHistory = isWrittenDown ? history : []
      share(state)
      mayHaveEarlierWrites = false
      // Everything is synced after a reset, so the file tracks it no longer.
      if timeline.resetCount > 0 { pendingReset = nil }
      (localOrigin, serverOrigin) = (origin.shared, origin.shared)
      serverSequence = event.sequence
      serverChangeStart = timeline.serverChanges.count
      // An app tells a base when nothing is unsynced.
      if timeline.start?.source == .live { transactionStart = timeline.transactions.count }
    case .local:
      let isLive = timeline.start?.source == .live
      // An app records it where something is unsynced, and what it commits comes on top.
      (localHoldsCommits, localOrigin) = (!isLive, origin)
      if isLive, base == nil { mayHaveEarlierWrites = true }
      device.replaceState(by: state)
    case .server:
      (serverSide, serverOrigin) = (ServerPeer(state), origin)
      serverSequence = event.sequence
    case .afterReset:
      if isUnasked { noteUnasked(.stateWithoutError, event) }
      // Where the replay has left the same, its merges and numbers hold.
      guard device.state?.isEqual(to: state) != true else { break }
      (localHoldsCommits, localOrigin) = (false, origin)
      device.replaceState(by: state)
    case .fresh: break
    }
    return .snapshot(snapshot.role)
  }

  private mutating func takeFresh(_ snapshot: DecodedSnapshot, _ event: SessionEvent)
    throws(ReplayFailure) -> SessionTimeline.Change?
  {
    guard error != nil else {
      guard !hasError, !isJustReset else { return nil }
      noteUnasked(.downloadWithoutError, event)
      return .snapshot(.fresh)
    }
    let isServers = snapshot.origin == .serverHistory
    let recorded = isServers ? server : try RealmState(snapshot, at: event)
    guard var fresh = recorded else { throw missingDownload }
    if isServers {
      // Changes of the server's may be among the records that are missing.
      if lacksRecords(before: event) {
        timeline.foundGaps.append(Gap(.download, sequence: event.sequence))
      }
    } else {
      // What faults have given the server is not in a state that was recorded without them.
      for changeset in serverSide?.silentlyIntegrated ?? [] {
        guard let failure = fresh.applyIfItFits(changeset) else { continue }
        timeline.foundGaps.append(misfit(failure, event))
      }
      serverOrigin = newOrigin(of: snapshot, fresh)
    }
    serverSequence = event.sequence
    try complete(fresh: fresh, restore: isServers ? nil : restore(snapshot))
    return .reset
  }

  /// Whether states are histories, as their author wrote them down, and no listing that a device made.
  var isWrittenDown: Bool {
    timeline.start?.source == .scenario || timeline.start?.source == .vector
  }

  /// The part of a restored server's history that it shares with the last sync, and what it has after that; nil where
  /// they share none, so that the state may be a listing.
  private func restore(
    _ snapshot: DecodedSnapshot
  ) -> (backup: [Changeset], since: [Changeset])? {
    guard !baseHistory.isEmpty, let history = try? snapshot.decoded() else { return nil }
    let shared = zip(history, baseHistory).prefix { $0.storage == $1.storage }.map(\.0)
    let hasObjects = shared.contains { $0.instructions.contains { $0.kind == .createObject } }
    return hasObjects ? (backup: shared, since: Array(history.dropFirst(shared.count))) : nil
  }

  /// Whether records are missing between the last recorded state of the server and an event.
  private func lacksRecords(before event: SessionEvent) -> Bool {
    timeline.openingGaps.contains { gap in
      guard case .records = gap.fact, let sequence = gap.sequence else { return false }
      return sequence > serverSequence && sequence < event.sequence
    }
  }

  private mutating func newOrigin(of snapshot: DecodedSnapshot, _ state: RealmState) -> StateOrigin
  {
    listingCount += 1
    // What begins with nothing is numbered by the transactions that follow.
    return StateOrigin(
      isApart: true, listing: listingCount,
      isNumbered: snapshot.keys != nil || state.tableKeys.isEmpty)
  }
}

/// Where the state of one side goes back to.
struct StateOrigin {
  /// Whether it was recorded apart from the base, so that it does not follow from it.
  var isApart = false
  /// The number of the snapshot: states of one snapshot number their objects alike here, and in Realm if it is a history.
  var listing = 0
  /// Whether its objects have the numbers that Realm had given them in its own file.
  var isNumbered = false

  var shared: StateOrigin { StateOrigin(listing: listing, isNumbered: isNumbered) }
}

extension RealmState {
  init(_ snapshot: DecodedSnapshot, at event: SessionEvent) throws(ReplayFailure) {
    let changesets: [Changeset]
    do throws(DecodingFailure) {
      changesets = try snapshot.decoded()
    } catch {
      throw .undecodableChangeset(sequence: event.sequence, failure: error)
    }
    do throws(ApplyFailure) {
      self = try RealmState(applying: changesets)
    } catch {
      throw .inapplicableChangeset(sequence: event.sequence, message: error.description)
    }
    guard let keys = snapshot.keys else { return }
    do throws(BuildingFailure) {
      self = try numbered(by: keys)
    } catch {
      throw .inapplicableChangeset(sequence: event.sequence, message: error.description)
    }
  }
}
