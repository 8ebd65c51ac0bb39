import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// Where the server did nothing, a recovery has nothing to decide: the client's state stays.
@Suite(.slow) struct QuietRecoveryTests {
  @Test(arguments: TestSeed.seeds(60))
  func `without server changes, the ideal engine recovers the local state`(seed: UInt64) throws {
    let session = try RandomSession(seed: seed, .quiet)
    session.report(losses(session, .ideal), .recover, .ideal)
  }

  /// The defects that lose data of the client although the server did nothing. All others need a
  /// server that changed or removed something.
  static let defectsWithoutServer: Quirks = [
    // R4 and R9: what is inserted into a list after it was copied is ignored. It is gone if it links
    // to an object that was created later, or if the embedded object that held it was replaced.
    .listsAreCopiedOnce,
    // R8: a list whose tracker is not found again is taken for one that was never touched.
    .trackersAreLost,
    // R13: the copy of a list of Mixed counts links that it leaves out because their targets are
    // created later, and may then insert beyond the end.
    .mixedCopiesAreRaw,
  ]

  @Test(arguments: TestSeed.seeds(60))
  func `without server changes, Realm Core loses nothing but by three defects`(seed: UInt64) throws
  {
    let session = try RandomSession(seed: seed, .quiet)
    let others = Quirks.realmCore.subtracting(Self.defectsWithoutServer)
    session.report(losses(session, others), .recover, others)
  }

  @Test(arguments: TestSeed.seeds(60))
  func `before the first change to a list, Realm Core recovers the local state`(seed: UInt64) throws
  {
    let session = try RandomSession(seed: seed, .quiet)
    let unsynced = Array(session.unsynced.prefix { !Self.changesList($0) })
    var situation = session.situation
    situation.replaceUnsynced(ReplaySupport.unsynced(unsynced))
    situation.local = try RandomSession.state(session.base, unsynced)
    session.report(losses(situation, .realmCore), .recover, .realmCore)
  }

  private static func changesList(_ changeset: Changeset) -> Bool {
    changeset.instructions.contains {
      [.arrayInsert, .arrayMove, .arrayErase].contains($0.kind)
    }
  }

  private func losses(_ session: RandomSession, _ quirks: Quirks) -> [String] {
    losses(session.situation, quirks)
  }

  private func losses(_ situation: ResetSituation, _ quirks: Quirks) -> [String] {
    let performed = ClientReset.perform(situation, mode: .recover, quirks: quirks)
    guard performed.attempt.ending == .recovered else {
      return ["not recovered: \(performed.attempt.failure?.message ?? "")"]
    }
    return difference(performed.result.after, situation.local, "not the local state")
  }
}
