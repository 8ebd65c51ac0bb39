internal import Analyzer

extension Cause {
  /// What the word means, for people who read it for the first time; the word itself where this
  /// version does not know it.
  package var meaning: String {
    switch self {
    case .discardedByMode: "the mode discards what was not synced"
    case .recoveryForbidden: "the server does not permit recovery"
    case .recoveryGivenUp: "an earlier recovery failed or was never completed"
    case .fileDeleted: "the file was to be deleted"
    case .undoneByServer: "the server undid what was written to the object"
    case .objectDeleted: "the server has deleted the object"
    case .restoredBackup: "the server was restored from a backup without the object"
    case .objectHidden: "the object went out of the device's view"
    case .objectMissing: "the server does not have the object"
    case .linkTargetGone: "the target of the link is gone"
    case .embeddedObjectGone: "the embedded object on the path is gone"
    case .dictionaryEntryGone: "the dictionary entry on the path is gone"
    case .collectionGone: "the value on the path is no longer such a collection"
    case .notAnInteger: "a number was added to a value that is not an integer"
    case .notInCopy: "the list was copied whole, without it"
    case .listNotCopied: "the list was not found on both sides"
    case .wrongElement: "it hit another element of its list"
    case .undoneByWrongElement: "another write hit its element"
    case .overwritten: "its effect is not in the final state"
    case .serverValueOverwritten: "the server's value was overwritten"
    case .serverChangeRemoved: "what the server had changed was removed"
    case .serverRemovalUndone: "what the server had removed is back"
    case .numberChangedOnBothSides: "both sides changed the number, and both changes count"
    case .createdOnBothSides: "both sides created the object"
    case .objectReplaced: "the server had put another object in its place"
    case .manualMode: "mode manual leaves it to your app"
    case .madeResetFail: "it made the reset fail"
    case .resetFailed: "the reset failed"
    case .processEnded: "Realm Core would end the process"
    case .handlerFailed: "your app's handler failed"
    case .refusedByServer: "the server does not take the upload"
    case .syncStopped: "the error ended the sync of the file"
    case .serverSilent: "the trace shows no server that takes it"
    case .missingRecords: "records are missing from the trace"
    case .approximateState: "a state is only approximately known"
    case .sameNumber: "the server may have had the addition already"
    case .noRuling: "the replay made no ruling"
    case .unknown(let name): name
    }
  }
}

extension ThreeWayChange {
  /// Who has changed the thing since the last sync; nil where that is not known.
  package var meaning: String? {
    switch self {
    case .deviceOnly: "changed by the device alone"
    case .serverOnly: "changed by the server alone"
    case .both: "changed by both sides"
    case .sameChange: "changed by both sides in the same way"
    case .neither: "changed by neither side"
    case .unknown: nil
    }
  }
}

extension Winner {
  package var meaning: String {
    switch self {
    case .device: "the device's change stands"
    case .both: "both changes stand"
    }
  }
}

extension JudgedWrite {
  /// Who has changed the thing since the last sync, and whose change stands.
  var changeWords: String {
    let change = threeWay.meaning ?? unknownChange
    return ([change] + (winner.map { [$0.meaning] } ?? [])).joined(separator: "; ")
  }

  private var unknownChange: String {
    observed.before == nil
      ? "the server's earlier value is not in this trace"
      : "who has changed it since the last sync is not known"
  }
}
