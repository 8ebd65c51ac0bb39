internal import Analyzer
internal import RealmModel
internal import Replayer

// What is said of one change and of one place where it stands alone, a line each: in JUnit and SARIF.
extension Report {
  /// Such as `lost: T 1 v 11 → 111; now 1111, as on the server`.
  func finding(of change: Change) -> String {
    let effect = effectWords(of: change, columns: Phrase.valueColumns)
    let what =
      switch change.kind {
      case .edited: [change.address.wholeProperty.text, effect]
      case .schema: [change.address.text, effect]
      case .deleted: [change.address.text, change.kind.words]
      case .created, .recreated:
        [change.address.text, change.kind.words, effect.isEmpty ? nil : "(\(effect))"]
      }
    let parts: [String?] = [
      what.compactMap(\.self).joined(separator: " "),
      otherSides(of: change, columns: Phrase.valueColumns),
      reasonWords(of: change, withDefects: false),
    ]
    return "\(words(for: change.outcome)): \(parts.compactMap(\.self).joined(separator: "; "))"
  }

  /// Such as `overwritten: T 1 v: 11 → 12`.
  func finding(of place: OverwrittenPlace) -> String {
    let isOpen = place.kind == .goneWithRestore && isGoneOrChanged
    return "\(place.kind.words)\(isOpen ? " or changed" : ""): \(place.address.text): "
      + words(for: place, columns: Phrase.valueColumns)
  }
}

extension Change.Outcome {
  var meaning: String {
    switch self {
    case .kept: "the change stands"
    case .keptAndOverwrote: "the change stands, and something that another user wrote does not"
    case .merged: "the edits of both sides count"
    case .serversKept: "the server had changed the same place, and its change stands"
    case .lost: "the change is gone"
    case .inBackupOnly: "the change is in the device's old file, which no server takes"
    case .alreadyOnServer: "the server already has the effect of the change"
    case .pending: "nothing was reset: the device uploads the change when its sync continues"
    case .notKnown: "the trace does not show what becomes of the change"
    }
  }
}

extension OverwrittenPlace.Kind {
  var words: String {
    switch self {
    case .overwritten: "overwritten"
    case .deleted: "deleted"
    case .doneTwice: "done twice"
    case .goneWithRestore: "synced and gone"
    case .deletionUndone: "deletion undone"
    case .editedOnBothSides: "edited on both sides"
    }
  }

  var meaning: String {
    switch self {
    case .overwritten: "another value is where another user had written"
    case .deleted: "the object or the entry that another user had written to is gone"
    case .doneTwice: "something counts or is there twice"
    case .goneWithRestore: "this device had synced it, and the restored server lacks it"
    case .deletionUndone: "this device had synced the deletion, and the restored server undoes it"
    case .editedOnBothSides: "the edit of this device stands, and that of another user does not"
    }
  }
}
