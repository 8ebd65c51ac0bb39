internal import Analyzer

extension Cause {
  /// What the word means, for people who read it for the first time; the word itself where this
  /// version does not know it.
  package var meaning: String { Self.meanings[self] ?? rawValue }

  private static let meanings: [Cause: String] = [
    .discardedByMode: "the mode discards what was not synced",
    .recoveryForbidden: "the server does not permit recovery",
    .recoveryGivenUp: "an earlier recovery failed or was never completed",
    .fileDeleted: "the file was to be deleted",
    .undoneByServer: "the server undid what was written to the object",
    .objectDeleted: "the server has deleted the object",
    .restoredBackup: "the server was restored from a backup without the object",
    .objectHidden: "the object went out of the device's view",
    .objectMissing: "the server does not have the object",
    .linkTargetGone: "the target of the link is gone",
    .embeddedObjectGone: "the embedded object on the way is gone",
    .dictionaryEntryGone: "the dictionary entry on the way is gone",
    .collectionGone: "the value on the way is no such collection any more",
    .notAnInteger: "a number was to be added to what is no integer",
    .notInCopy: "the list was copied whole, without it",
    .listNotCopied: "the list was not found on both sides",
    .wrongElement: "it hit another element of its list",
    .undoneByWrongElement: "another write hit its element",
    .overwritten: "its effect is not in the final state",
    .serverValueOverwritten: "the server's value was overwritten",
    .serverChangeRemoved: "what the server had changed was removed",
    .serverRemovalUndone: "what the server had removed is there again",
    .numberChangedOnBothSides: "both sides changed the number, and both changes count",
    .createdOnBothSides: "both sides created the object",
    .objectReplaced: "the server had put another object in its place",
    .manualMode: "mode Manual leaves it to the app",
    .madeResetFail: "it made the reset fail",
    .resetFailed: "the reset failed",
    .processEnded: "Realm Core would end the process",
    .handlerFailed: "the app's handler failed",
    .refusedByServer: "the server does not take the upload",
    .syncStopped: "the error ended the sync of the file",
    .serverSilent: "no server is shown that would take it",
    .missingRecords: "records are missing from the trace",
    .approximateState: "a state is known approximately",
    .sameNumber: "both sides have the same number",
    .noRuling: "the replay made no ruling",
  ]
}

extension Fate {
  /// What the word means, for people who read it for the first time.
  package var meaning: String {
    switch self {
    case .recovered: "kept, and to be uploaded"
    case .conflicted: "the server had changed the same thing"
    case .lost: "gone: neither the device nor the server has its effect"
    case .stranded: "only in a file on the device"
    case .pending: "on the device, which uploads it when its sync goes on"
    case .superseded: "replaced by a later unsynced write"
    case .redundant: "the server already had it"
    case .unknown: "the trace does not show enough"
    }
  }
}

extension ThreeWay {
  /// Who has changed the thing since the last sync; nil where that is not known.
  package var meaning: String? {
    switch self {
    case .deviceOnly: "changed by the device alone"
    case .serverOnly: "changed by the server alone"
    case .both: "changed by both sides"
    case .sameChange: "changed by both sides to the same end"
    case .neither: "changed by neither side"
    case .unknown: nil
    }
  }
}

extension Winner {
  /// Whose change stands.
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
    sightings.before == nil
      ? "the server's earlier value is not in this trace"
      : "who has changed it since the last sync can't be told"
  }
}
