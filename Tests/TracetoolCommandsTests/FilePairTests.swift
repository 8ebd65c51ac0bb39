import Importers
import RealmFile
import RealmFileSupport
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

private typealias StateFile = RealmFileSupport.StateFile

/// Client resets of two Realm files: the device's as it was before, and the server's side.
///
/// No recording has its files. So the states of recorded resets are written as files, with the keys that they have,
/// and read back as the commands read them; what `replay --write-state` writes is what Realm Core's reset ended in.
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
      outcome.result.after.canonicalJSON == expected.result.after.canonicalJSON, "\(name)")
    if let text = vector.expectation.stateText {
      let difference = CanonicalDifference.first(
        of: try written(), against: try JSONText(parsing: text))
      #expect(difference == nil, "\(name)")
    }
    #expect(
      outcome.result.reupload.map { $0.encoded() }
        == expected.result.reupload.map { $0.encoded() }, "\(name)")
  }

  /// The device's file, with its history.
  private var before: [UInt8] {
    get throws {
      let changes = vector.unsynced.map {
        StateFile.Change(clientVersion: $0.clientVersion, changeset: $0.changeset)
      }
      return try StateFile.bytes(of: local, unsynced: changes)
    }
  }

  /// The device's data after the reset, by the commands of a post-mortem: `import realm BEFORE`, then
  /// `replay --fresh FRESH --write-state -`.
  private func written() throws -> JSONText {
    try TemporaryFolder.with { folder in
      try folder.write(before, to: "before.realm")
      try folder.write(StateFile.bytes(of: fresh), to: "fresh.realm")
      let trace = folder.path("device.synctrace")
      let taken = try CommandRun(["import", "realm", folder.path("before.realm"), "-o", trace])
      #expect(taken.status == .fine, "\(vector.name): \(taken.error)")
      let run = try CommandRun([
        "replay", "--mode", vector.mode.rawValue, "--fresh", folder.path("fresh.realm"),
        "--write-state", "-", trace,
      ])
      #expect(run.status == .fine, "\(vector.name): \(run.error)")
      return try JSONText(parsing: run.outputBytes)
    }
  }

  /// What the commands do, with all that can be seen of it.
  private func replayed() throws -> Outcome {
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
