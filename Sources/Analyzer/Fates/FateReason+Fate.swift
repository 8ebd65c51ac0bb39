// Which fate a reason is one of, and what it counts as.
extension FateReason {
  package var fate: Fate {
    switch self {
    case .untouched(.notReset): .pending
    case .untouched, .refused(.notTaken, _): .stranded
    case .unknown: .unknown
    case .replaced: .superseded
    case .needless: .redundant
    case .discarded, .lost, .refused(.undone, _): .lost
    case .recovered: .recovered
    case .conflict: .conflicted
    }
  }

  /// What it counts as; nil for fates that have no cause.
  package var cause: Cause? {
    switch self {
    case .untouched(let reason): reason.cause
    case .refused(.undone, _): .undoneByServer
    case .refused(.notTaken, _): .refusedByServer
    case .unknown(let reason): reason.cause
    case .discarded(let cause, _): cause
    case .lost(let loss): loss.cause
    case .conflict(let conflict): conflict.cause
    case .replaced, .needless, .recovered: nil
    }
  }

  /// Whose change stands in a conflict; nil where the write conflicts with nobody's wish.
  package var winner: Winner? {
    switch self {
    case .conflict(.createdOnBothSides), .conflict(.addedOnBothSides): .both
    case .conflict(.hitAnotherElement): nil
    case .conflict: .device
    default: nil
    }
  }
}

extension FateReason.Untouched {
  fileprivate var cause: Cause? {
    switch self {
    case .notReset: nil
    case .syncStopped: .syncStopped
    case .serverSilent: .serverSilent
    case .notAttempted: .manualMode
    case .failedHere: .madeResetFail
    case .processEnded: .processEnded
    case .resetFailed: .resetFailed
    case .handlerFailed: .handlerFailed
    }
  }
}

extension FateReason.Unknown {
  fileprivate var cause: Cause {
    switch self {
    case .noRuling: .noRuling
    case .recordsMissing: .missingRecords
    case .seemsOnServer, .seemsChangedOnServer, .internalKeys, .downloadNotShown:
      .approximateState
    case .sameNumber: .sameNumber
    }
  }
}

extension FateReason.Loss {
  fileprivate var cause: Cause {
    switch self {
    case .fileDeleted: .fileDeleted
    case .restoredBackup: .restoredBackup
    case .objectHidden: .objectHidden
    case .objectMissing: .objectMissing
    case .objectDeleted: .objectDeleted
    case .embeddedObjectGone: .embeddedObjectGone
    case .dictionaryEntryGone: .dictionaryEntryGone
    case .collectionGone: .collectionGone
    case .notAnInteger: .notAnInteger
    case .elementTargetGone, .linkTargetGone, .nullWrittenForLink: .linkTargetGone
    case .listNotFound: .listNotCopied
    case .hitAnotherElement: .wrongElement
    case .hitByAnotherWrite: .undoneByWrongElement
    case .notInCopy: .notInCopy
    case .dropped, .notInFinalState, .notUploaded: .overwritten
    }
  }
}

extension FateReason.Conflict {
  fileprivate var cause: Cause {
    switch self {
    case .createdOnBothSides: .createdOnBothSides
    case .creationUndidDeletion, .writeUndidRemoval: .serverRemovalUndone
    case .replacedChangedObject, .deletedChangedObject, .removedChanged, .clearedChanged:
      .serverChangeRemoved
    case .movedOnBothSides, .overwroteChanged: .serverValueOverwritten
    case .addedOnBothSides: .numberChangedOnBothSides
    case .onNewObject: .objectReplaced
    case .hitAnotherElement: .wrongElement
    }
  }
}
