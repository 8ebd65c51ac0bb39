import FaultPlans
package import RealmModel
import TraceFormat

/// What an attempt does to data once the gates have let it through: the recovery, if it is one, and the
/// transfer to the local file.
///
/// It depends on states and changesets alone. The error, the mode that the app asked
/// for and what goes wrong at other steps decide whether it is done, and what its result means.
struct ResetWork {
  var end: Result<RealmState, ResetFailure>
  /// The step at which it failed, if it did.
  var failedStep: ResetStep
  var rulings: [Ruling]
  var reupload: [Changeset] = []
  var listCopies: [ListCopy] = []
  var deviations: [CopyDeviation] = []
  var failedRuling: Ruling?
}

extension ResetWork {
  /// Does it.
  ///
  /// - Parameters:
  ///   - recorded: the local state with the record of the attempt.
  ///   - mode: what is carried out: `discardLocal` or `recover`.
  init(_ situation: ResetSituation, recorded: RealmState, mode: ResetMode, quirks: Quirks) {
    self =
      mode == .discardLocal
      ? Self.discard(situation, recorded, quirks) : Self.recover(situation, recorded, quirks)
  }

  private static func discard(
    _ situation: ResetSituation, _ recorded: RealmState, _ quirks: Quirks
  ) -> ResetWork {
    do throws(ResetFailure) {
      let after = try StateTransfer.transfer(
        from: situation.fresh, to: recorded, quirks: quirks, scope: situation.scope)
      return ResetWork(
        end: .success(after.state), failedStep: .acknowledged,
        rulings: situation.rulings(.discardedByMode, .discarded), deviations: after.deviations)
    } catch {
      return ResetWork(
        end: .failure(error), failedStep: .stateTransferred,
        rulings: situation.rulings(.resetFailed, .failed))
    }
  }

  private static func recover(
    _ situation: ResetSituation, _ recorded: RealmState, _ quirks: Quirks
  ) -> ResetWork {
    var recovery = Recovery(situation, quirks)
    var step = ResetStep.changesReplayed
    do throws(ResetFailure) {
      let reupload = try recovery.recover(situation.unsynced)
      step = .stateTransferred
      let after = try StateTransfer.transfer(
        from: recovery.state, to: recorded, quirks: quirks, scope: situation.scope)
      return ResetWork(
        end: .success(after.state), failedStep: .acknowledged, rulings: recovery.rulings,
        reupload: reupload, listCopies: recovery.listCopies, deviations: after.deviations)
    } catch {
      return ResetWork(
        end: .failure(error), failedStep: step,
        rulings: recovery.rulingsAfterFailure(of: situation.unsynced),
        listCopies: recovery.listCopies,
        failedRuling: recovery.rulings.last { $0.effect == .failed })
    }
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
