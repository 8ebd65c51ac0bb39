import FaultPlans
package import RealmModel
import TraceFormat

/// What an attempt does to data once the gates have let it through: the recovery, if it is one, and the
/// transfer to the local file.
///
/// It depends on states and changesets alone. The error, the mode that the app asked
/// for and what goes wrong at other steps decide whether it is done, and what its result means.
struct ResetWork {
  /// What is there afterwards, but for the record of the attempt.
  private(set) var result: ResetResult
  private(set) var failure: ResetFailure?
  private(set) var lastStep = ResetStep.changesReplayed
  private(set) var failedRuling: Ruling?

  /// Does it on `recorded`, the local state with the record of the attempt; `mode` is `discardLocal` or `recover`.
  init(_ situation: ResetSituation, recorded: RealmState, mode: ResetMode, quirks: Quirks) {
    result = ResetResult(after: situation.local, rulings: [])
    var recovery = mode == .discardLocal ? nil : Recovery(situation, quirks)
    do throws(ResetFailure) {
      let reupload = try recovery?.recover(situation.unsynced)
      lastStep = .stateTransferred
      (result.after, result.deviations) = try StateTransfer.transfer(
        from: recovery?.state ?? situation.fresh, to: recorded, quirks: quirks,
        scope: situation.scope)
      lastStep = .acknowledged
      result.reupload = reupload ?? []
      result.rulings = recovery?.rulings ?? situation.rulings(.discardedByMode, .discarded)
    } catch {
      failure = error
      result.rulings =
        recovery?.rulingsAfterFailure(of: situation.unsynced)
        ?? situation.rulings(.resetFailed, .failed)
      failedRuling = recovery?.rulings.last { $0.effect == .failed }
    }
    result.listCopies = recovery?.listCopies ?? []
  }
}

extension ResetSituation {
  /// The local state with the record of an attempt.
  package var localWithRecord: RealmState {
    guard pendingReset == nil else { return local }
    var recorded = local
    // The tables in which Realm records a reset and the schema of that record; they take slots that
    // classes would otherwise get (Realm Core: `sync/noinst/pending_reset_store.cpp`).
    recorded.addPrivateTable()
    recorded.addPrivateTable()
    return recorded
  }

  /// Without recovery, every unsynced instruction shares one fate.
  func rulings(_ rule: RuleIdentifier, _ effect: Ruling.Effect) -> [Ruling] {
    unsynced.enumerated().flatMap { index, transaction in
      transaction.changeset.instructions.indices.map {
        Ruling(changesetIndex: index, instructionIndex: $0, rule: rule, effect: effect)
      }
    }
  }
}
