import RealmModel
import TraceFormat

// Faults of commits, in sessions that were recorded from the inside.
extension FaultedEvents {
  /// A transaction of the device finds no space and is taken back, and with it those later ones that
  /// cannot be without it.
  ///
  /// - Parameter state: the client's state before the transaction.
  mutating func loseCommit(at sequence: UInt64, _ state: RealmState) throws(FaultRefusal) -> Change
  {
    guard let index = index(of: sequence), case .localCommit(let lost) = all[index].content else {
      throw .transactionNotShown
    }
    all.remove(at: index)
    var state = state
    var others: [UInt64] = []
    var position = index
    while position < all.count, !all[position].settlesCommits {
      if case .localCommit(let commit) = all[position].content,
        let changeset = commit.changeset, state.applyIfItFits(changeset) != nil
      {
        others.append(commit.recorded.clientVersion)
        all.remove(at: position)
      } else {
        position += 1
      }
    }
    return Change(effects: [
      FaultEffect(.transactionLost(clientVersion: lost.recorded.clientVersion, dependents: others))
    ])
  }

  /// The server integrates the device's transactions up to a version, and the device does not hear of it.
  mutating func integrateCommits(through version: UInt64, at sequence: UInt64)
    throws(FaultRefusal) -> Change
  {
    let commits = integrateCommits(at: sequence) { $0.recorded.clientVersion <= version }
    guard !commits.isEmpty else { throw .integratedAlready(clientVersion: version) }
    return Change(effects: [
      FaultEffect(
        .unacknowledged,
        changes: commits.compactMap {
          FaultedChange(ofDevice: $0.recorded.clientVersion, $0.changeset)
        })
    ])
  }

  /// Gives the server those transactions up to a record that are meant and that it lacks; gives them.
  @discardableResult
  mutating func integrateCommits(
    at sequence: UInt64, where isMeant: (Decoded<LocalCommit>) -> Bool
  ) -> [Decoded<LocalCommit>] {
    let end = all.lastIndex { $0.sequence <= sequence } ?? all.startIndex
    let commits = lacking(through: end).filter(isMeant)
    let versions = Set(commits.map(\.recorded.clientVersion))
    if !versions.isEmpty {
      all.insert(all[end].with(.silentIntegration(ofClientVersions: versions)), at: end + 1)
    }
    return commits
  }

  /// The transactions up to a event that the server does not have.
  private func lacking(through end: Int) -> [Decoded<LocalCommit>] {
    let start = all[...end].lastIndex(where: \.settlesCommits) ?? all.startIndex
    let shown = all[start...end]
    let known = Set(ownServerCommits(in: start..<end + 1).map(\.clientVersion))
    let integrated = shown.reduce(into: Set<UInt64>()) { versions, event in
      if case .silentIntegration(let more) = event.content { versions.formUnion(more) }
    }
    let acknowledged = shown.compactMap { $0.download?.uploadClientVersion }.max()
    return shown.compactMap { event -> Decoded<LocalCommit>? in
      guard case .localCommit(let commit) = event.content,
        acknowledged.map({ commit.recorded.clientVersion > $0 }) != false,
        !known.contains(commit.recorded.clientVersion),
        !integrated.contains(commit.recorded.clientVersion)
      else { return nil }
      return commit
    }
  }
}

extension FaultedEvents {
  /// The commits of the server's, among some events, that are the device's own transactions.
  func ownServerCommits(in events: Range<Int>) -> [(index: Int, clientVersion: UInt64)] {
    var transactions: [UnsyncedChangeset] = []
    var changes: [(index: Int, change: ServerChange)] = []
    // A reset gives the file another identifier, which the trace does not show.
    let own = all[..<events.upperBound].contains(where: \.isFreshState) ? nil : fileIdent
    for index in events {
      switch all[index].content {
      case .localCommit(let commit):
        guard let changeset = commit.changeset else { break }
        transactions.append(
          UnsyncedChangeset(
            clientVersion: commit.recorded.clientVersion,
            originTimestampMilliseconds: commit.recorded.originTimestampMilliseconds,
            changeset: changeset))
      case .serverCommit(let commit):
        guard let changeset = commit.changeset else { break }
        changes.append((index, ServerChange(changeset, commit.recorded, ofFile: own)))
      default: break
      }
    }
    return ServerChange.matches(transactions, in: changes.map(\.change)).map {
      (changes[$0.change].index, transactions[$0.transaction].clientVersion)
    }
  }
}

extension SessionEvent {
  /// Whether the transactions before it are settled: by a reset, or a recorded state.
  var settlesCommits: Bool {
    guard case .snapshot(let snapshot) = content else { return false }
    return snapshot.role != .server
  }

  fileprivate var isFreshState: Bool {
    if case .snapshot(let snapshot) = content { snapshot.role == .fresh } else { false }
  }
}
