package import Analyzer
internal import TraceFormat

extension FateReason.ServerMatch {
  package var words: String {
    switch self {
    case .hasClass: "the server has the class"
    case .hasProperty: "the server has the property"
    case .hasObject: "the server has an object with this key"
    case .lacksClass: "the server no longer has the class"
    case .lacksProperty: "the server no longer has the property"
    case .lacksObject: "the server no longer has the object"
    case .setHasElement: "the server's set has the element"
    case .setLacksElement: "the server's set does not have the element"
    case .lacksElement: "the server no longer has the element"
    case .sameList: "the server has the same list"
    case .emptyCollection: "the server's collection is empty"
    case .lacksEntry: "the server no longer has the entry"
    case .hasEmbeddedObject: "the server has an embedded object there"
    case .hasCollection: "the server has a collection of the same kind there"
    case .sameValue: "the server has the same value"
    }
  }
}

extension FateReason.ServerSide {
  package var words: String {
    switch self {
    case .uploadOnly: "an object of this class is gone unless it is uploaded"
    case .objectDeleted: "the server has deleted the object"
    case .restoredBackup: "the server was restored from a backup that does not have the object"
    case .objectNeverThere: "the server never had the object"
    case .hasObject: "the server still has the object"
    case .lacksClass: "the server does not have the class"
    case .lacksProperty: "the server does not have the property"
    case .hasClass: "the server still has the class"
    case .hasProperty: "the server still has the property"
    case .setHasElement: "the server's set has the element"
    case .setLacksElement: "the server's set does not have the element"
    case .sameNumber: "the server has the same number by its own changes"
    case .value(let value): "the server has \(value.text(columns: Phrase.valueColumns))"
    case .nothing: "the server does not have what it changed"
    }
  }
}

extension ObservedValues {
  /// Whether the device's value is another one since the last sync; nil where it is not, or where that is not known.
  var deviceNote: String? { note(on: device) }

  var serverNote: String? { note(on: server) }

  private func note(on observed: ObservedValue?) -> String? {
    guard let before, let observed, !observed.looksLike(before) else { return nil }
    return "changed"
  }

  /// Whose value stands after the reset; nil where both sides had it, or what the device had is not known.
  var owner: String? {
    guard let device, let after else { return nil }
    return switch (after.looksLike(device), after.looksLike(server)) {
    case (true, true): nil
    case (true, false): "the device's"
    case (false, true): "the server's"
    case (false, false): "neither side's"
    }
  }
}
