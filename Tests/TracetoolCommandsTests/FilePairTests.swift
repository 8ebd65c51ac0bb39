import Importers
import RealmFile
import RealmFileSupport
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Client resets of two Realm files: the device's as it was before, and the server's side.
///
/// No recording has its files. So the states of recorded resets are written as files, with the keys that they have,
/// and read back as the commands read them.
@Suite(.slow) struct FilePairTests {
  private static let files = [
    "reset-core.ndjson.zst", "reset-fuzz.ndjson.zst", "reset-lists.ndjson.zst",
    "reset-links.ndjson.zst", "demo/field-inspections.ndjson.zst",
  ]
  private static let perFile = 150

  @Test(arguments: files)
  func `a reset of two files is the reset of the states in them`(file: String) throws {
    var (count, unwritableCount) = (0, 0)
    for line in try Vectors.lines(of: file).prefix(Self.perFile) {
      let reset = try FilePair(ResetVector(parsing: Array(line)))
      guard reset.isOfSession else { continue }
      do {
        try reset.check()
        count += 1
      } catch is StateFile.Unwritable {
        unwritableCount += 1
      }
    }
    #expect(count > unwritableCount)
  }
}

/// A recorded reset whose two states are files.
private struct FilePair {
  let vector: ResetVector
  let local: RealmState
  let fresh: RealmState

  init(_ vector: ResetVector) throws {
    self.vector = vector
    let own = vector.unsynced.map(\.changeset)
    local = try Self.build(vector.base.map { $0 + own } ?? vector.local)
    fresh = try Self.build(
      vector.serverChanges.flatMap { changes in vector.base.map { $0 + changes } } ?? vector.fresh)
  }

  private static func build(_ changesets: [[UInt8]]) throws -> RealmState {
    try RealmState(applying: changesets.map { try Changeset(decoding: $0) })
  }

  /// Whether it begins as a session's reset does: by an error that allows recovery, without an earlier reset.
  var isOfSession: Bool {
    vector.action == .clientReset && vector.pendingReset == nil && !vector.unsynced.isEmpty
  }

  func check() throws {
    let outcome = try replayed()
    let name = vector.name
    let expected = ClientReset.perform(try situation, mode: vector.mode)
    #expect(outcome.attempts.first?.ending == expected.attempt.ending, "\(name)")
    if vector.expectation.result != .crash {
      #expect(outcome.attempts.first?.ending == vector.expectation.result, "\(name)")
    }
    #expect(keys(of: outcome.situation.local) == keys(of: local), "\(name)")
    #expect(keys(of: outcome.situation.fresh) == keys(of: fresh), "\(name)")
    guard outcome.attempts.count == 1 else { return }
    #expect(
      outcome.states.after.canonicalJSON == expected.result.after.canonicalJSON, "\(name)")
    if let text = vector.expectation.stateText {
      let difference = CanonicalDifference.first(
        of: outcome.states.after.canonicalJSON, against: try JSONText(parsing: text))
      #expect(difference == nil, "\(name)")
    }
    #expect(
      outcome.result.reupload.map { $0.encoded() }
        == expected.result.reupload.map { $0.encoded() }, "\(name)")
  }

  /// What the commands do: `import realm BEFORE`, then `replay --fresh FRESH`.
  private func replayed() throws -> Outcome {
    let changes = vector.unsynced.map {
      StateFile.Change(clientVersion: $0.clientVersion, changeset: $0.changeset)
    }
    let before = try StateFile.bytes(of: local, unsynced: changes)
    let events = try RealmFileImporter.events(of: MemorySource(before), name: "before.realm")
    #expect(!events.contains { if case .loss = $0.content { true } else { false } })
    var replay = Replay()
    for event in events { replay.observe(event) }
    let server = try OpenRealmFile(MemorySource(StateFile.bytes(of: fresh)))
    try replay.reset(to: StateListing.snapshot(of: server.state(), role: .fresh))
    #expect(server.damage.failures.isEmpty)
    return try #require(try replay.outcomes(mode: vector.mode).first)
  }

  /// Realm's numbers, but for the next one of embedded objects: those that a removed property has left behind
  /// are in the state, and not read from a file.
  private func keys(of state: RealmState) -> SnapshotKeys? {
    var keys = StateListing.snapshot(of: state, role: .local).keys
    for index in keys?.tables.indices ?? 0..<0 where keys?.tables[index].primaryKeyIndex == nil {
      keys?.tables[index].nextObject = nil
    }
    return keys
  }

  private var situation: ResetSituation {
    get throws {
      ResetSituation(
        error: SyncError(
          code: nil, name: vector.errorName, message: vector.errorMessage, action: vector.action,
          isFatal: true),
        local: local, fresh: fresh,
        unsynced: try vector.unsynced.map {
          UnsyncedChangeset(
            clientVersion: $0.clientVersion, changeset: try Changeset(decoding: $0.changeset))
        }, entry: .engine)
    }
  }
}
