internal import Analyzer

extension Collateral {
  /// What one of them is counted as.
  package static let noun = "place with collateral"

  /// What the word means.
  package static let meaning = "What the reset did to the server's data besides."
}

extension Collateral.Kind {
  /// What was done, for people who read the word for the first time.
  package var meaning: String {
    switch self {
    case .listCopiedWhole: "a list of the server's was replaced whole by the device's"
    case .valueOverwritten: "a value that the server had changed was overwritten"
    case .linkNulled: "a link of the server's became null, or is gone"
    case .additionsCleared: "what the server had added was cleared away"
    case .objectRecreated: "an object that the server had deleted is there again"
    case .changedObjectDeleted: "an object that the server had changed was deleted"
    case .removalUndone: "what the server had removed from a collection is there again"
    case .embeddedObjectReplaced: "an embedded object of the server's was replaced"
    case .appliedTwice: "something that the server already had was applied once more"
    case .misapplied: "an edit landed on another element or object than it was made for"
    }
  }
}
