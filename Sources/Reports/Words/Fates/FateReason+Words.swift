internal import Analyzer
internal import RealmModel
internal import TraceFormat

// Why a write has its fate, in one sentence without a final period.
extension FateReason {
  package var words: String {
    switch self {
    case .untouched(let reason): reason.words
    case .refused(let refusal, let words): refusal.words + Self.saying(words)
    case .unknown(let reason): reason.words
    case .replaced(let replacement): replacement.words
    case .needless(let reason): reason.words
    case .discarded(let cause, let server): "\(Self.whyDiscarded(cause)); \(server.words)"
    case .recovered(let recovery): recovery.words
    case .lost(let loss): loss.words
    case .conflict(let conflict): conflict.words
    }
  }

  private static func saying(_ words: RealmString) -> String {
    words.isEmpty ? "" : ", which says \(words.readableText.quoted(columns: Self.quotedColumns))"
  }

  private static let quotedColumns = 300

  private static func whyDiscarded(_ cause: Cause) -> String {
    switch cause {
    case .recoveryForbidden:
      "the server does not permit recovery, so unsynced changes are discarded"
    case .recoveryGivenUp:
      "the attempt before did not complete its recovery, so unsynced changes are discarded"
    default: "unsynced changes are discarded"
    }
  }
}

extension FateReason.Untouched {
  package var words: String {
    switch self {
    case .notReset:
      "nothing was reset, so the write stays on the device and is to be uploaded"
    case .syncStopped:
      "the error ended the sync of the file, so the write stays in it and no session uploads it"
    case .serverSilent:
      "the trace shows no server that takes it, so only the device's file has the write"
    case .notAttempted: "no reset is attempted; the write stays in the device's file"
    case .failedHere: "the reset failed at this write, \(Self.staysInFile)"
    case .processEnded: "Realm Core would have ended the process, \(Self.staysInFile)"
    case .resetFailed:
      "the reset failed, so the write stays in the device's file and is not synced"
    case .handlerFailed:
      "your app's handler failed the reset; the write is in the file, which is set aside"
    }
  }

  private static let staysInFile = "so it stays in the device's file and is not synced"
}

extension FateReason.Refusal {
  package var words: String {
    switch self {
    case .undone: "undone by the server"
    case .notTaken: "the upload is refused by the server"
    }
  }
}

extension FateReason.Unknown {
  package var words: String {
    switch self {
    case .noRuling: "the replay made no ruling on it"
    case .recordsMissing: "records are missing that could have replaced or synced it"
    case .seemsOnServer:
      "the server seems to have it, but its state at the reset is not fully known"
    case .seemsChangedOnServer:
      "the server seems to have changed it too, but its state is not fully known"
    case .internalKeys:
      "it depends on Realm's internal object keys, which the trace does not show"
    case .downloadNotShown:
      "the trace does not show what the reset downloaded, where its object may be gone"
    case .sameNumber:
      "the server may have had this addition already, which the trace does not show"
    }
  }
}

extension FateReason.Replacement {
  /// Such as `replaced in version 5: set to 2`.
  package var words: String {
    let what = (address.map { "\($0.text) " } ?? "") + operation.words
    return clientVersion.map { "replaced in client version \($0): \(what)" }
      ?? "replaced in the same transaction: \(what)"
  }
}

extension FateReason.Needless {
  package var words: String {
    switch self {
    case .madeOnDevice: "the element was made by an unsynced write, so the server never had it"
    case .integrated: "the server took this transaction, but never acknowledged it"
    case .linkHolderGone: "what held the link is gone from the server as well"
    case .onServer(let match): match.words
    }
  }
}

extension FateReason.Recovery {
  package var words: String {
    switch self {
    case .carriedOut(let way, let isEarlierValueUnknown):
      isEarlierValueUnknown
        ? way.words + "; the server's earlier value is not in this trace" : way.words
    case .broughtBackByCopy: "dropped at first, but the list was copied whole from the device"
    case .toBeUploaded: "to be uploaded; no device keeps objects of this class"
    case .countsTwice: "it counts twice: \(Self.wasIntegrated)"
    case .isThereTwice: "it is there twice: \(Self.wasIntegrated)"
    }
  }

  private static let wasIntegrated =
    "the server had taken this transaction, but never acknowledged it"
}

extension FateReason.Recovery.Way {
  package var words: String {
    switch self {
    case .applied: "applied to the server's state"
    case .copiedWhole: "the list was copied whole from the device"
    case .leftToDeletion: "left to the deletion, which removes the links that the server has"
    }
  }
}

extension FateReason.Loss {
  package var words: String {
    switch self {
    case .fileDeleted: "the server ordered the file's deletion, without a backup"
    case .restoredBackup: "the server was restored from a backup that does not have the object"
    case .objectHidden: "the object went out of the device's view"
    case .objectMissing: "the server does not have the object"
    case .objectDeleted: "the server has deleted the object"
    case .embeddedObjectGone: "the server no longer has the embedded object"
    case .dictionaryEntryGone: "the server no longer has the dictionary entry"
    case .collectionGone: "the server's value is no longer that kind of collection"
    case .notAnInteger: "the server's value is not an integer"
    case .elementTargetGone: "the element linked to an object that is gone from the server"
    case .listNotFound: "the list could not be found on both sides, so it was not copied"
    case .dropped(let server): server.words
    case .linkTargetGone: "the target of the link is gone from the server"
    case .nullWrittenForLink:
      "the target of the link is gone from the server; null was written instead"
    case .hitAnotherElement:
      "it hit another element of the list than the one that it was made for"
    case .hitByAnotherWrite:
      "a write that was made for another element of the list hit this one"
    case .notInCopy: "the list was copied whole, and what this write did is not in the copy"
    case .notInFinalState: "what it did is not in the final state"
    case .notUploaded: "it is not in what is uploaded"
    }
  }
}

extension FateReason.Conflict {
  package var words: String {
    switch self {
    case .createdOnBothSides:
      "the server had created an object with this key too; the two are one object now"
    case .creationUndidDeletion:
      "the server had deleted the object; the device's creation won and it is back"
    case .replacedChangedObject:
      "the server had changed the object that the device replaced; the device's won"
    case .deletedChangedObject: "the server had changed the object; the device's deletion won"
    case .writeUndidRemoval:
      "the server had removed it; the device's write won and it is back"
    case .movedOnBothSides: "the server had moved it too; the device's position won"
    case .removedChanged(let value):
      "the server had changed it\(Self.inBrackets(value)); the device's removal won"
    case .overwroteChanged(let value):
      "the server had changed it too\(Self.inBrackets(value)); the device's value won"
    case .addedOnBothSides(let value):
      "the server had changed the number too\(Self.inBrackets(value)); both changes count"
    case .clearedChanged(let value):
      "the server had changed it\(Self.inBrackets(value)); the device's clearing won"
    case .onNewObject:
      "the server had deleted the object and created another one with this key; the write is on that"
    case .hitAnotherElement: FateReason.Loss.hitAnotherElement.words
    }
  }

  private static func inBrackets(_ value: Value?) -> String {
    value.map { " (\($0.text(columns: Phrase.valueColumns)))" } ?? ""
  }
}
