import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import TraceFormat

/// A session that random plans are tried on: one made from a seed, or a recorded one.
struct FuzzSession {
  /// For messages.
  let name: String
  let events: [Event]

  /// One in so many sessions is a recorded one.
  private static let recordedShare = 6

  init(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    guard Int.random(in: 0..<Self.recordedShare, using: &numbers) == 0 else {
      let kind = RandomSession.Kind.allCases.randomElement(using: &numbers)!
      let session = try RandomSession(seed: seed, kind)
      name = "\(kind) session of seed \(seed)"
      events = try session.events(&numbers)
      return
    }
    name = Self.recorded.randomElement(using: &numbers)!
    events = try TraceFiles.events(of: name)
  }

  /// What crossed the wire alone, and sessions that were recorded from the inside.
  private static let recorded = [
    "traces/three-clients.synctrace", "traces/local-changes-when-offline.synctrace",
    "traces/field-inspections.synctrace", "traces/every-kind-of-property.synctrace",
  ]
}

extension RandomSession {
  /// The session as events: what both sides did in a random order, mostly with a reset at the end.
  fileprivate func events(_ numbers: inout SeededNumbers) throws -> [Event] {
    var contents: [Event.Content] = [
      .sessionStart(start(&numbers)),
      .snapshot(Snapshot(role: .base, changesets: [try base.buildingChangeset().encoded()])),
    ]
    var (local, server) = (unsynced[...], serverChanges[...])
    while !local.isEmpty || !server.isEmpty {
      let isLocal = server.isEmpty || (!local.isEmpty && Bool.random(using: &numbers))
      contents.append(
        isLocal
          ? .localCommit(commit(local.startIndex, local.removeFirst()))
          : .serverCommit(
            ServerCommit(
              serverVersion: UInt64(server.startIndex) + 2,
              changeset: server.removeFirst().encoded())))
    }
    if Int.random(in: 0..<4, using: &numbers) != 0 {
      contents.append(.syncError(Sample.error))
      contents.append(
        .snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [])))
    }
    return Sample.events(contents)
  }

  private func commit(_ index: Int, _ changeset: Changeset) -> LocalCommit {
    LocalCommit(
      clientVersion: UInt64(index) + 3, changeset: changeset.encoded(),
      originTimestampMilliseconds: UInt64(index) * 1_000)
  }

  private func start(_ numbers: inout SeededNumbers) -> SessionStart {
    let isTracked = Int.random(in: 0..<5, using: &numbers) == 0
    return SessionStart(
      source: .scenario, name: "random",
      syncKind: SyncKind.allCases.randomElement(using: &numbers)!,
      pendingReset: isTracked
        ? PendingReset(
          mode: Bool.random(using: &numbers) ? .recover : .discardLocal, action: .clientReset)
        : nil)
  }
}
