import Foundation
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import TraceFormat

/// A recorded reset with its states built.
struct RecordedReset {
  let vector: ResetVector

  init(_ line: some Sequence<UInt8>) throws {
    vector = try ResetVector(parsing: Array(line))
  }

  static func decode(_ changesets: [[UInt8]]) throws -> [Changeset] {
    try changesets.map { try Changeset(decoding: $0) }
  }

  private static func build(_ changesets: [[UInt8]]) throws -> RealmState {
    try RealmState(applying: decode(changesets))
  }

  /// The client's state, with the internal keys of its history where that is known.
  func local() throws -> RealmState {
    try Self.build(vector.base.map { $0 + vector.unsynced.map(\.changeset) } ?? vector.local)
  }

  /// The server's state, likewise.
  func fresh() throws -> RealmState {
    guard let base = vector.base, let changes = vector.serverChanges else {
      return try Self.build(vector.fresh)
    }
    return try Self.build(base + changes)
  }

  func situation() throws -> ResetSituation {
    ResetSituation(
      error: SyncError(
        code: nil, name: vector.errorName, message: vector.errorMessage, action: vector.action,
        isFatal: true),
      pendingReset: vector.pendingReset, local: try local(), fresh: try fresh(),
      unsynced: unsynced(try Self.decode(vector.unsynced.map(\.changeset))), entry: .engine)
  }
}

// Checks, each giving the first difference in words
extension RecordedReset {
  /// The states in every way the vector allows to build them, but for those in `known`, because
  /// one session was mostly reset in several modes.
  func stateDifferences(besides known: inout Set<[[UInt8]]>) throws -> [String] {
    var builds = [
      (vector.local, vector.localStateText, "local"),
      (vector.fresh, vector.freshStateText, "fresh"),
    ]
    if let base = vector.base {
      let own = vector.unsynced.map(\.changeset)
      builds.append((base + own, vector.localStateText, "base and unsynced"))
      builds.append((base + (vector.serverChanges ?? []), vector.freshStateText, "base and server"))
    }
    return try builds.filter { known.insert($0.0).inserted }.compactMap {
      try difference(Self.build($0.0), $0.1, $0.2)
    }
  }

  private func difference(_ state: RealmState, _ expected: [UInt8]?, _ name: String) throws
    -> String?
  {
    guard let expected else { return nil }
    let canonical = state.canonicalJSON
    if canonical.text().utf8.elementsEqual(expected) { return nil }
    let found = CanonicalDifference.first(
      of: canonical, against: try JSONText(parsing: expected))
    return found.map { "\(vector.name), \(name) state, \($0)" }
  }
}
