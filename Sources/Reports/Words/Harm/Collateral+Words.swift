internal import Analyzer
internal import TraceFormat

// What happened to the server's data, in one sentence without a final period.
extension Collateral.Reason {
  package var words: String {
    switch self {
    case .objectCreatedAgain: "the server had deleted the object; it was created again"
    case .newObjectDeleted:
      "the server had created the object; the device's deletion was carried out on it"
    case .changedObjectDeleted(let names):
      "the server had changed the object (\(Self.first(names) { "`\($0.shortName)`" })); it "
        + "was deleted anyway"
    case .objectMadeAnew(let change):
      "\(change.words); the device had deleted the object and recreated it"
    case .hitAnotherObject:
      "the server had deleted the object and created another one with its key; the change was made "
        + "for the old one"
    case .nullWrittenOverLink(let link):
      "the device had linked to an object that the server no longer has, so null was written over "
        + "the server's link to \(ObservedValue.value(.link(link)).briefWords)"
    case .nullEntryWritten:
      "the device had linked to an object that the server no longer has, so the dictionary got an "
        + "entry that is null"
    case .linkedToDeletedObject: "the server had linked to an object that the device deleted"
    case .linkCutByDeletion(let link):
      "the device had deleted the object that it linked to, which is recorded as setting the link "
        + "to null; the server had pointed it at \(ObservedValue.value(.link(link)).briefWords)"
    case .removalUndone: "the server had removed it; the device's value put it back"
    case .embeddedObjectReplaced(let change):
      "\(change.words); the device's new embedded object took its place, with nothing of the "
        + "server's"
    case .changeRemoved(let change):
      "\(change.words); the device's removal was carried out on it"
    case .changeOverwritten(let change, let value, let isDefault):
      "\(change.words); the device's\(isDefault ? " default value" : "") \(value.briefWords) was "
        + "written over it"
    case .collectionHarmed(let cause, let harm): "\(cause.words): \(harm.words)"
    case .copiedOverUnknown(let goneCount, let removedCountMax):
      "\(Collateral.CollectionCause.copiedWhole.words): \(goneCount.counted("element")) gone, "
        + "of which the device itself had removed \(removedCountMax) at most (the list as last "
        + "synced is not in this trace)"
    case .addedTwice: "the server had the addition already, and it was added once more"
    case .insertedTwice: "the server had the insertion already, and it was made once more"
    case .insertedBesideCopy:
      "it was in the copy of the list already, and was inserted once more"
    case .misplaced(let meant, let hit, let isServers):
      "made for \(meant?.text(columns: 24) ?? "an element that is not there"), it acted on "
        + "\(hit?.text(columns: 24) ?? "no element")\(isServers ? ", which is the server's" : "")"
    }
  }

  /// Such as `a, b, c and 2 more`.
  fileprivate static func first<Item>(_ items: [Item], _ words: (Item) -> String) -> String {
    let shown = items.prefix(3).map(words).joined(separator: ", ")
    return items.count > 3 ? "\(shown) \(Phrase.rest(items.count - 3))" : shown
  }
}

extension Collateral.ServerEdit {
  /// Such as `the server had changed it from 10 to 12`.
  package var words: String {
    before == .absent
      ? "the server had set it to \(server.briefWords)"
      : "the server had changed it from \(before.briefWords) to \(server.briefWords)"
  }
}

extension Collateral.CollectionCause {
  package var words: String {
    switch self {
    case .copiedWhole: "the device's whole list was copied over the server's"
    case .cleared: "the device had emptied it, and the recovery emptied the server's too"
    case .replaced: "the device had put another one there"
    case .hitAnotherElement: "a change hit another element than was meant"
    case .putAnew: "the device had put it there again"
    case .removed: "the device had removed it"
    case .linksCut: "the device had deleted what the server had linked to"
    }
  }
}

extension Collateral.CollectionHarm {
  /// Such as `"a", "b" gone, the server's order is gone`.
  package var words: String {
    var parts: [String] = []
    if !gone.isEmpty { parts.append("\(Self.list(gone)) gone") }
    if !back.isEmpty { parts.append("\(Self.list(back)) back") }
    if surplusCount > 0 {
      parts.append("\(surplusCount.counted("element")) back that it had removed")
    }
    if isReordered { parts.append("the server's order is gone") }
    return parts.joined(separator: ", ")
  }

  private static func list(_ values: [Value]) -> String {
    Collateral.Reason.first(values) { $0.text(columns: 20) }
  }
}

extension ObservedValue {
  var briefWords: String { text(columns: 24) }
}
