import RealmModel
import TraceFormat

// Faults of commits, in sessions that were recorded from the inside.
extension FaultedSteps {
  /// A transaction of the device finds no space and is taken back, and with it those later ones that
  /// cannot be without it.
  ///
  /// - Parameter state: the client's state before the transaction.
  mutating func loseCommit(at sequence: UInt64, _ state: RealmState) throws(FaultRefusal) -> Change
  {
    guard let index = index(of: sequence), case .localCommit(let lost) = steps[index].content else {
      throw .transactionNotShown
    }
    replace(index..<index + 1, by: [])
    var state = state
    var others: [UInt64] = []
    var position = index
    while position < steps.count, !steps[position].settlesCommits {
      if case .localCommit(let commit) = steps[position].content,
        let changeset = commit.changeset, !state.takes(changeset)
      {
        others.append(commit.recorded.clientVersion)
        replace(position..<position + 1, by: [])
      } else {
        position += 1
      }
    }
    return Change(effects: [
      FaultEffect(
        .transactionLost(clientVersion: lost.recorded.clientVersion, dependents: others))
    ])
  }

  /// The server integrates the device's transactions up to a version, and the device does not hear
  /// of it.
  mutating func integrateCommits(through version: UInt64, at sequence: UInt64)
    throws(FaultRefusal) -> Change
  {
    let (commits, end) = integrateCommits(at: sequence) { $0.recorded.clientVersion <= version }
    guard !commits.isEmpty else {
      throw .integratedAlready(clientVersion: version)
    }
    try addToFreshStates(after: end, commits.map(\.contents))
    return Change(effects: [
      FaultEffect(.unacknowledged, changes: commits.compactMap(FaultedChange.init))
    ])
  }

  /// Gives the server those transactions up to a record that are meant and that it lacks; gives them,
  /// and the index of the last step that says so.
  mutating func integrateCommits(
    at sequence: UInt64, where isMeant: (Decoded<LocalCommit>) -> Bool
  ) -> (commits: [Decoded<LocalCommit>], end: Int) {
    let end = steps.lastIndex { $0.sequence <= sequence } ?? steps.startIndex
    let start = steps[...end].lastIndex(where: \.settlesCommits) ?? steps.startIndex
    let known = Set(
      steps[start...end].compactMap { step in
        if case .serverCommit(let commit) = step.content { commit.recorded.changeset } else { nil }
      })
    let acknowledged = steps[start...end].compactMap { step in
      if case .download(let download) = step.content { download.uploadClientVersion } else { nil }
    }.max()
    let commits = steps[start...end].compactMap { step -> Decoded<LocalCommit>? in
      guard case .localCommit(let commit) = step.content, isMeant(commit),
        acknowledged.map({ commit.recorded.clientVersion > $0 }) != false,
        !known.contains(commit.recorded.changeset)
      else { return nil }
      return commit
    }
    let last = lastServerVersion(before: end)
    let added = commits.enumerated().map { offset, commit in
      steps[end].with(
        .serverCommit(
          Decoded(
            ServerCommit(
              serverVersion: last + UInt64(offset) + 1, changeset: commit.recorded.changeset,
              originTimestampMilliseconds: commit.recorded.originTimestampMilliseconds),
            commit.contents)))
    }
    replace(end + 1..<end + 1, by: added)
    return (commits, end + added.count)
  }

  /// The last server version before a step: the last commit's, else as many as led to the base.
  private func lastServerVersion(before end: Int) -> UInt64 {
    for step in steps[...end].reversed() {
      switch step.content {
      case .serverCommit(let commit): return commit.recorded.serverVersion
      case .snapshot(let snapshot) where snapshot.role == .base:
        return UInt64(snapshot.changesetCount)
      default: break
      }
    }
    return 0
  }

  /// A fresh state that was recorded as a whole gets what the server now has, too.
  private mutating func addToFreshStates(
    after index: Int, _ changesets: [Result<Changeset, DecodingFailure>]
  )
    throws(FaultRefusal)
  {
    for index in steps.indices.dropFirst(index + 1) {
      guard case .snapshot(var snapshot) = steps[index].content, snapshot.role == .fresh,
        snapshot.origin == .empty
      else { continue }
      for contents in changesets { snapshot.append(contents) }
      guard snapshot.canBeBuilt else {
        throw .freshStateMisfit
      }
      steps[index].content = .snapshot(snapshot)
      return
    }
  }
}

extension TraceFold.Step {
  /// Whether the transactions before it are settled: by a reset, or a recorded state.
  var settlesCommits: Bool {
    guard case .snapshot(let snapshot) = content else { return false }
    return snapshot.role != .server
  }
}

extension FaultedChange {
  /// A transaction of the device; nil where its changeset cannot be read.
  fileprivate init?(_ commit: Decoded<LocalCommit>) {
    guard let changeset = commit.changeset else { return nil }
    self.init(
      serverVersion: nil, clientVersion: commit.recorded.clientVersion, isOnDevice: true,
      changeset: changeset)
  }
}

extension DecodedSnapshot {
  /// Whether its changesets can be read, and make a state.
  fileprivate var canBeBuilt: Bool {
    do {
      _ = try RealmState(applying: decoded())
      return true
    } catch {
      return false
    }
  }
}

extension RealmState {
  /// Applies a changeset; false where it does not fit, and then nothing is changed.
  mutating func takes(_ changeset: Changeset) -> Bool {
    do throws(ApplyFailure) {
      try apply(changeset)
      return true
    } catch {
      return false
    }
  }
}
