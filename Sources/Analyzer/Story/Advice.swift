internal import Replayer
internal import TraceFormat

/// Something that the app's makers or the device's user can do about what a reset leaves.
package enum Advice: Codable, Hashable, Sendable {
  /// Copy the file away before the next launch moves it.
  case saveFile
  case letFileBeMoved
  /// Open the Realm again, which downloads the server's data.
  case openAnew
  /// Carry the merge plan's operations over, of which a person has to decide about some.
  case carryOver(operations: Int, toDecide: Int)
  /// Don't copy the whole file back: that undoes so many changes of the server's.
  case copyNoWholeFile(undoing: Int)
  /// Only the file that is set aside has so many values that this device had synced.
  case onlyFileHasSynced(values: Int)
  /// The app must not be reinstalled before: the copy goes with it.
  case keepInstalled
  /// A copy that the block before the reset makes would have so many changes that are lost, and so many
  /// values that the server had acknowledged.
  case writeCopyBefore(lost: Int, acknowledged: Int)
  /// After the attempt that failed, counted from 1, the file still had what a later one discarded.
  case saveAfterFailure(attempt: Int)
}

extension Report {
  /// What to do, in the order in which it is to be done; follows from the other facts.
  package var advice: [Advice] {
    switch result {
    case .manual: return [.saveFile, .letFileBeMoved, .openAnew] + carryingOver
    case .failed: return carryingOver
    case .recovered, .discarded: return savingBefore
    case .crash, .noReset: return []
    }
  }

  private var carryingOver: [Advice] {
    var advice: [Advice] = []
    if let plan = mergePlan, !plan.operations.isEmpty {
      advice.append(
        .carryOver(
          operations: plan.operations.count, toDecide: plan.operations.count(where: \.isConflicting)
        ))
    }
    if !harm.syncedInFileOnly.isEmpty {
      advice.append(.onlyFileHasSynced(values: harm.syncedInFileOnly.count))
    }
    if let undone = undoneByCopy, !undone.isEmpty {
      advice.append(.copyNoWholeFile(undoing: undone.count))
    }
    if harm.counts.stranded + harm.syncedInFileOnly.count > 0 { advice.append(.keepInstalled) }
    return advice
  }

  private var savingBefore: [Advice] {
    // A process that ended has reported nothing.
    let failed = story.attempts.last?.events.lazy.compactMap { event -> Int? in
      guard case .couldBeHad(let attempt) = event, attempts[attempt - 1].ending == .failed else {
        return nil
      }
      return attempt
    }.first
    // A deletion that is undone is no value of the copy's.
    let acknowledged = harm.acknowledgedLost.count { $0.after != .present }
    // No state has the objects of an asymmetric class.
    let lost = changes.count { change in
      change.outcome.isLoss && !change.writes.allSatisfy { writes[$0].isUploadOnly }
    }
    var advice: [Advice] = failed.map { [.saveAfterFailure(attempt: $0)] } ?? []
    if story.showsDeviceBefore, lost + acknowledged > 0 {
      advice.append(.writeCopyBefore(lost: lost, acknowledged: acknowledged))
    }
    return advice
  }
}
