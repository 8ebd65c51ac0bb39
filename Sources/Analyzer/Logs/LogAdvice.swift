package import Replayer
package import TraceFormat

/// What to do after what there is only a log of (`docs/log.md`).
package enum LogAdvice: Hashable, Sendable {
  /// Save the file before the next launch sets it aside.
  case saveFile
  /// Ask for the copy that the client keeps of a file that was set aside.
  case askForBackup
  case unsyncedIsGone
  case saveBeforeDeletion
  /// Look whether the app was set to handle resets itself.
  case checkMode
  /// The reset begins anew at the next launch.
  case beginsAnew
  /// Mend what the app does when a reset is done.
  case mendHandler
  case nothing
  /// Sync has stopped, and what is not synced is in the file alone.
  case keepFile
  case logIn
  case checkPermissions
  /// The client continues by itself.
  case goesOn
  case explainErrors
  case raiseLevel(Detail)
  case recordSessions

  /// What a more talkative log would have.
  package enum Detail: Hashable, Sendable {
    /// What the recovery left out and which objects differed.
    case resets
    /// Which objects differed, of a reset that discarded.
    case objects
    case changesets
  }
}

package enum LogUnknown: Hashable, Sendable {
  /// Which writes were not synced, and what became of each.
  case writes
  case droppedWrites
  case unsyncedCount
  case configuredMode
  case ending
  case acknowledgement
  case file
  /// Where a copy of the file was put, and whether that has happened.
  case backup
  /// Errors that the level of the log leaves out.
  case quietErrors
  /// What stands in parts of the log that are missing.
  case missingParts
}

extension RecordedLoggedReset {
  /// What to do, the most urgent first.
  package var advice: [LogAdvice] {
    let steps: [LogAdvice]
    switch facts.outcome {
    case .failed, .leftToApp: steps = [.saveFile, .askForBackup]
    case .handlerFailedAfter where facts.actualMode == .discardLocal:
      steps = [.mendHandler, .askForBackup]
    // What was recovered is not uploaded yet.
    case .handlerFailedAfter: steps = [.saveFile, .mendHandler, .askForBackup]
    case .discarded: steps = [.unsyncedIsGone]
    case .deletionScheduled: steps = [.saveBeforeDeletion]
    case .downloadUnfinished: steps = [.beginsAnew, .saveFile]
    case .notSeen: steps = [.checkMode, .saveFile]
    case .endNotSeen where facts.failure != nil: steps = [.saveFile, .askForBackup]
    case .endNotSeen, .carriedOut: steps = [.saveFile]
    case .recovered: steps = []
    case .skipped: return [.nothing]
    }
    // What was to be done before a launch that the log shows comes too late.
    let late: [LogAdvice] =
      facts.hasLaterLaunch == true ? [.beginsAnew, .saveFile, .saveBeforeDeletion] : []
    let hasNoRecovery = [.leftToApp, .deletionScheduled, .notSeen].contains(facts.outcome)
    let detail = facts.outcome == .discarded ? LogAdvice.Detail.objects : .resets
    let details: [LogAdvice] = facts.hasDebugLines || hasNoRecovery ? [] : [.raiseLevel(detail)]
    return steps.filter { !late.contains($0) } + details + [
      .raiseLevel(.changesets), .recordSessions,
    ]
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
    case .endNotSeen where facts.isAcknowledged == false: unknowns.append(.acknowledgement)
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
  package var unknowns: [LogUnknown] {
    let missing: [LogUnknown] = losses == nil ? [] : [.missingParts]
    return missing + [.writes, .unsyncedCount, .quietErrors, .configuredMode]
  }
}

extension LoggedError {
  fileprivate var advice: LogAdvice {
    switch error.action {
    // These are listed where no reset is known to follow.
    case .clientReset, .clientResetNoRecovery, .migrateToFLX, .revertToPBS, .deleteRealm: .saveFile
    case .protocolViolation, .applicationBug: .keepFile
    case .logOutUser: .logIn
    case .warning: isFailedIntegration ? .keepFile : .checkPermissions
    case .transient, .refreshUser, .refreshLocation, .migrateSchema: .goesOn
    // What the server has refused stays refused.
    case .noAction where error.name == "SubscriptionFailed": .explainErrors
    case .noAction: error.isFatal ? .keepFile : .goesOn
    }
  }
}
