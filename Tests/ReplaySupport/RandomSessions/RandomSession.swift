import RealmModel
import TestSupport
import TraceFormat

@testable import Replayer

/// A session made from a seed: what client and server last shared, and what each did since.
package struct RandomSession {
  package enum Kind: CaseIterable {
    /// Both sides change data, and add to the schema.
    case ordinary
    /// As `ordinary`, and both also remove from the schema, which recovery does not support.
    case breaking
    /// The server does nothing, and nothing unsupported happens.
    case quiet
  }

  package let seed: UInt64
  package let kind: Kind
  package let base: RealmState
  package let unsynced: [Changeset]
  package let serverChanges: [Changeset]
  package let local: RealmState
  package let fresh: RealmState

  package init(seed: UInt64, _ kind: Kind) throws {
    self.seed = seed
    self.kind = kind
    var random = SeededNumbers(seed: seed)
    base = try Self.base(&random)
    let changes: SessionWriter.SchemaChanges =
      kind == .breaking ? .additionsAndRemovals : .additions
    unsynced = Self.changes(of: "client", to: base, changes, 1...6, &random)
    serverChanges =
      kind == .quiet ? [] : Self.changes(of: "server", to: base, changes, 0...6, &random)
    local = try Self.state(base, unsynced)
    fresh = try Self.state(base, serverChanges)
  }

  private static func base(_ random: inout SeededNumbers) throws -> RealmState {
    let empty = try RealmState(applying: [SessionSchema.changeset])
    var writer = SessionWriter(
      empty, prefix: "base", .none, leavesLinksBehind: true, random: random)
    _ = writer.transaction(40...120)
    random = writer.random
    return writer.state
  }

  private static func changes(
    of side: String, to base: RealmState, _ changes: SessionWriter.SchemaChanges,
    _ count: ClosedRange<Int>, _ random: inout SeededNumbers
  ) -> [Changeset] {
    var writer = SessionWriter(
      base, prefix: side, changes, leavesLinksBehind: side == "server", random: random)
    defer { random = writer.random }
    return (0..<writer.number(in: count)).map { _ in writer.transaction(1...12) }
  }

  package static func state(_ base: RealmState, _ changesets: [Changeset]) throws -> RealmState {
    var state = base
    for changeset in changesets { try state.apply(changeset) }
    return state
  }

  package var situation: ResetSituation {
    ResetSituation(
      session: ResetSession(resetTimeMicroseconds: 1), error: Sample.error, local: local,
      fresh: fresh, unsynced: ReplaySupport.unsynced(unsynced))
  }
}
