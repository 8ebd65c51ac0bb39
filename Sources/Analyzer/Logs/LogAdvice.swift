package import Replayer
package import TraceFormat

/// What to do after what there is only a log of (`docs/log.md`).
package enum LogAdvice: Hashable, Sendable {
  /// Save the file before the next launch sets it aside.
  case saveFile
  /// Ask for the copy that the client keeps of a file that was set aside.
  case askForBackup
  /// Nothing on the device has what was not synced any more.
  case unsyncedIsGone
  /// Save the file before it is deleted.
  case saveBeforeDeletion
  /// Look whether the app was set to handle resets itself.
  case checkMode
  /// The reset begins anew at the next launch.
  case beginsAnew
  /// Mend what the app does when a reset is done.
  case mendHandler
  /// Nothing is to be done.
  case nothing
  /// Sync has stopped, and what is not synced is in the file alone.
  case keepFile
  /// Let the user log in again.
  case logIn
  /// Look at what the user may write.
  case checkPermissions
  /// The client continues by itself.
  case goesOn
  /// Look up what the errors mean.
  case explainErrors
  /// Let the app write a more talkative log, to have this.
  case raiseLevel(Detail)
  /// Record the next session otherwise.
  case recordSessions

  /// What a more talkative log would have.
  package enum Detail: Hashable, Sendable {
    /// What the recovery left out and which objects differed.
    case resets
    /// The changesets.
    case changesets
  }
}

/// What a log cannot tell.
package enum LogUnknown: Hashable, Sendable {
  /// Which writes were not synced, and what became of each.
  case writes
  /// Which writes a recovery left out.
  case droppedWrites
  /// How many changesets were not synced.
  case unsyncedCount
  /// Which mode the app has configured.
  case configuredMode
  /// How it ended, and why.
  case ending
  /// Whether the server has acknowledged it.
  case acknowledgement
  /// Which file.
  case file
  /// Where a copy of the file was put, and whether that has happened.
  case backup
  /// Errors that the level of the log leaves out.
  case quietErrors
}

extension RecordedLoggedReset {
  /// What to do, the most urgent first.
  package var advice: [LogAdvice] {
    let steps: [LogAdvice]
    switch facts.outcome {
    case .failed, .leftToApp: steps = [.saveFile, .askForBackup]
    case .handlerFailedAfter: steps = [.mendHandler, .askForBackup]
    case .discarded: steps = [.unsyncedIsGone]
    case .deletionScheduled: steps = [.saveBeforeDeletion]
    case .downloadUnfinished: steps = [.beginsAnew, .saveFile]
    case .notSeen: steps = [.checkMode, .saveFile]
    case .endNotSeen, .carriedOut: steps = [.saveFile]
    case .recovered: steps = []
    case .skipped: return [.nothing]
    }
    let details: [LogAdvice] = facts.hasDebugLines ? [] : [.raiseLevel(.resets)]
    return steps + details + [.raiseLevel(.changesets), .recordSessions]
  }

  /// What is not known, the most important first.
  package var unknowns: [LogUnknown] {
    var unknowns: [LogUnknown] = facts.file.isEmpty ? [.file] : []
    switch facts.outcome {
    case .skipped: return unknowns
    case .recovered: unknowns.append(facts.drops.isEmpty ? .writes : .droppedWrites)
    case .endNotSeen, .notSeen, .downloadUnfinished, .carriedOut: unknowns += [.ending, .writes]
    default: unknowns.append(.writes)
    }
    if facts.localChangesetCount == nil { unknowns.append(.unsyncedCount) }
    if facts.requestedMode == nil || facts.isModeInferred { unknowns.append(.configuredMode) }
    switch facts.outcome {
    case .failed, .leftToApp, .handlerFailedAfter, .notSeen: unknowns.append(.backup)
    case .recovered, .discarded, .carriedOut:
      if facts.isAcknowledged != true { unknowns.append(.acknowledgement) }
    default: break
    }
    return unknowns
  }
}

extension LoggedSessions {
  /// What to do, the most urgent first.
  package var advice: [LogAdvice] {
    let found = errors.map(\.advice)
    let order: [LogAdvice] = [.saveFile, .keepFile, .checkPermissions, .logIn, .goesOn]
    let steps = order.filter { step in found.contains(step) }
    return (errors.isEmpty ? [] : steps + [.explainErrors]) + [.raiseLevel(.changesets)]
      + [.recordSessions]
  }

  /// What is not known, the most important first.
  package var unknowns: [LogUnknown] { [.writes, .unsyncedCount, .quietErrors, .configuredMode] }
}

extension LoggedError {
  /// What to do about it.
  fileprivate var advice: LogAdvice {
    switch error.action {
    // These are listed where no reset is known to follow.
    case .clientReset, .clientResetNoRecovery, .migrateToFLX, .revertToPBS, .deleteRealm: .saveFile
    case .protocolViolation, .applicationBug: .keepFile
    case .logOutUser: .logIn
    case .warning: .checkPermissions
    case .transient, .refreshUser, .refreshLocation, .migrateSchema: .goesOn
    case .noAction: error.isFatal ? .keepFile : .goesOn
    }
  }
}
