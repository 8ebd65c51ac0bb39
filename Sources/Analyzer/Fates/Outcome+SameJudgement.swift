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
    // Who has a recovery does not ask why anything was discarded.
    let isRecovery = ending == .recovered && attempts.count == 1 && other.attempts.count == 1
    return hasSameSubject(as: other) && hasSameResult(as: other)
      && (isRecovery || discardCause == other.discardCause)
  }

  /// Whether as many writes have each fate in both, and the same causes, but for those of what was
  /// discarded with everything (``discardCause``), and there is as much other harm.
  package func isCounted(as other: Outcome) -> Bool {
    guard hasSameSubject(as: other) else { return false }
    if hasSameResult(as: other) { return true }
    // Whether the server has what is discarded is all that counts of it, whatever came after.
    return isDiscardedWhole && other.isDiscardedWhole && result.hasSameRulings(as: other.result)
      && !tellsOfRestoredBackup
  }

  private func hasSameSubject(as other: Outcome) -> Bool {
    situation.holdsSame(as: other.situation)
      && (gaps == other.gaps || Evidence(gaps) == Evidence(other.gaps))
      && isDeviceKnown == other.isDeviceKnown
      && tellsOfRestoredBackup == other.tellsOfRestoredBackup
      && hidesObjects == other.hidesObjects
      && FaultedObjects(faults) == FaultedObjects(other.faults)
  }

  private func hasSameResult(as other: Outcome) -> Bool {
    ending == other.ending && result.isSame(as: other.result)
      && attempts.last?.actualMode == other.attempts.last?.actualMode
      && isFailedByHandlerAfter == other.isFailedByHandlerAfter
  }

  private var isDiscardedWhole: Bool {
    ending != .recovered
      && result.rulings.allSatisfy { $0.effect == .discarded && $0.rule == .discardedByMode }
  }

  /// Whether the server's history has gone back: by errors 209 and 211, by which a server tells a client
  /// that it knows more than the server (`docs/rules.md`), or by a fault that was injected.
  var tellsOfRestoredBackup: Bool {
    situation.error.code == 209 || situation.error.code == 211
      || faults.flatMap(\.effects).contains { effect in
        effect.kind == .changesLost && effect.changes.contains(where: \.isOnDevice)
      }
  }

  /// Whether a restored server's changes since are shown: without them another user may have changed what it has
  /// otherwise than the last sync.
  var showsChangesSinceRestore: Bool {
    tellsOfRestoredBackup && !gaps.contains { $0.fact == .changesSinceRestore }
  }

  /// Whether objects are missing because the user may no longer see them: error 228 tells of changed
  /// permissions (`docs/rules.md`).
  var hidesObjects: Bool { situation.error.code == 228 }
}

extension ResetSituation {
  fileprivate func holdsSame(as other: ResetSituation) -> Bool {
    guard local.isIdentical(to: other.local), fresh.isIdentical(to: other.fresh),
      base.isIdentical(to: other.base), restored.isIdentical(to: other.restored),
      unsynced.areSame(as: other.unsynced), integrated == other.integrated
    else { return false }
    guard let changes = serverChanges, let others = other.serverChanges else {
      return serverChanges == nil && other.serverChanges == nil
    }
    return changes.isIdentical(to: others)
  }
}

extension ResetResult {
  fileprivate func isSame(as other: ResetResult) -> Bool {
    after.isIdentical(to: other.after) && hasSameRulings(as: other)
      && (reupload.isIdentical(to: other.reupload) || reupload.areSame(as: other.reupload))
      && (listCopies.isIdentical(to: other.listCopies) || listCopies == other.listCopies)
  }

  fileprivate func hasSameRulings(as other: ResetResult) -> Bool {
    rulings.isIdentical(to: other.rulings) || rulings == other.rulings
  }
}
