internal import RealmModel
package import Replayer
internal import TraceFormat

extension Outcome {
  /// Whether everything that fates, collateral and the account of harm are judged by is the same in both
  /// outcomes, and so all that is found of them, but for why what was discarded was
  /// (``discardCause``).
  ///
  /// The error, the steps and the faults may differ, where nothing follows from them for the data. States and
  /// changesets are compared by their memory: those that were made apart count as different ones.
  package func isJudged(as other: Outcome) -> Bool {
    ending == other.ending && result.isSame(as: other.result)
      && situation.holdsSame(as: other.situation)
      && attempts.last?.actualMode == other.attempts.last?.actualMode
      && isFailedByHandlerAfter == other.isFailedByHandlerAfter
      && (gaps == other.gaps || Evidence(gaps) == Evidence(other.gaps))
      && tellsOfRestoredBackup == other.tellsOfRestoredBackup
      && FaultedObjects(faults) == FaultedObjects(other.faults)
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
