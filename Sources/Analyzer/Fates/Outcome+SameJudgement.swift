internal import RealmModel
package import Replayer
internal import TraceFormat

extension Outcome {
  /// Whether everything that fates, collateral and the account of harm are judged by is the same in both
  /// outcomes, and so all that is found of them.
  ///
  /// The error, the steps and the faults may differ, where nothing follows from them for the data. States and
  /// changesets are compared by their memory: those that were made apart count as different ones.
  package func isJudged(as other: Outcome) -> Bool {
    ending == other.ending && result.isSame(as: other.result)
      && situation.holdsSame(as: other.situation) && hasSameLastAttempt(as: other)
      && gaps == other.gaps && tellsOfRestoredBackup == other.tellsOfRestoredBackup
      && FaultedObjects(faults) == FaultedObjects(other.faults)
  }

  private func hasSameLastAttempt(as other: Outcome) -> Bool {
    guard let own = attempts.last, let others = other.attempts.last else {
      return attempts.isEmpty && other.attempts.isEmpty
    }
    guard own.actualMode == others.actualMode,
      own.failure?.failureClass == others.failure?.failureClass
    else { return false }
    // Who has a recovery does not ask why anything was discarded.
    let isRecovery = ending == .recovered && attempts.count == 1 && other.attempts.count == 1
    return isRecovery || own.requestedMode == others.requestedMode && own.action == others.action
  }
}

extension ResetSituation {
  fileprivate func holdsSame(as other: ResetSituation) -> Bool {
    guard local.isIdentical(to: other.local), fresh.isIdentical(to: other.fresh),
      base.isIdentical(to: other.base), unsynced.areSame(as: other.unsynced),
      integrated == other.integrated
    else { return false }
    guard let changes = serverChanges, let others = other.serverChanges else {
      return serverChanges == nil && other.serverChanges == nil
    }
    return changes.isIdentical(to: others)
  }
}

extension ResetResult {
  fileprivate func isSame(as other: ResetResult) -> Bool {
    after.isIdentical(to: other.after)
      && (rulings.isIdentical(to: other.rulings) || rulings == other.rulings)
      && (reupload.isIdentical(to: other.reupload) || reupload.areSame(as: other.reupload))
      && (listCopies.isIdentical(to: other.listCopies) || listCopies == other.listCopies)
  }
}
