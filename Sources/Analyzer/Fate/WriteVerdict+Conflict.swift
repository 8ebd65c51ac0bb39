internal import Replayer
internal import TraceFormat

/// A change of the server's to the thing that a write changed, and what became of it.
struct Conflict {
  var cause: Cause
  var winner: Winner? = .device
  var reason: String
}

// Whether the server had changed the same thing (`docs/report.md`, "conflicted"). Asked only of
// writes whose effect stands.
extension WriteVerdict {
  /// The conflict; nil if there is none, or if the trace does not show what was there before.
  ///
  /// - Parameter wasTaken: whether the server took the transaction before the reset.
  func conflict(wasTaken: Bool) -> Conflict? {
    switch kind {
    case .addTable, .addColumn, .eraseTable, .eraseColumn, .arrayInsert: nil
    case .createObject: creationConflict(wasTaken: wasTaken)
    case .eraseObject: deletionConflict
    case .update, .setInsert, .setErase, .arrayMove: valueConflict
    case .arrayErase: thing.server == .absent ? nil : valueConflict
    case .addInteger: additionConflict(wasTaken: wasTaken)
    case .clear: clearingConflict
    }
  }

  private func creationConflict(wasTaken: Bool) -> Conflict? {
    switch (sightings.before, sightings.server) {
    case (.absent?, .present) where rule == .createExistingObject && !wasTaken:
      Conflict(
        cause: .createdOnBothSides, winner: .both,
        reason: "the server had created an object with this key too; the two are one object now")
    case (.present?, .absent),
      (.absent?, .absent) where wasTaken:
      Conflict(
        cause: .serverRemovalUndone,
        reason: "the server had deleted the object; the device's creation won and it is back")
    case (.present?, .present) where threeWay == .both:
      Conflict(
        cause: .serverChangeRemoved,
        reason: "the server had changed the object that the device replaced; the device's won")
    default: nil
    }
  }

  private var deletionConflict: Conflict? {
    guard sightings.server == .present, threeWay == .both || threeWay == .serverOnly else {
      return nil
    }
    return Conflict(
      cause: .serverChangeRemoved,
      reason: "the server had changed the object; the device's deletion won")
  }

  /// Where the server changed the value or element to something else than the device.
  private var valueConflict: Conflict? {
    guard threeWay == .both || threeWay == .serverOnly, let server = thing.server else {
      return nil
    }
    if server == .absent {
      return Conflict(
        cause: .serverRemovalUndone,
        reason: "the server had removed it; the device's write won and it is there again")
    }
    if kind == .arrayMove {
      return Conflict(
        cause: .serverValueOverwritten,
        reason: "the server had moved it too; the device's position won")
    }
    if thing.device == .absent {
      return Conflict(
        cause: .serverChangeRemoved,
        reason: "the server had changed it\(server.inBrackets); the device's removal won")
    }
    return Conflict(
      cause: .serverValueOverwritten,
      reason: "the server had changed it too\(server.inBrackets); the device's value won")
  }

  private func additionConflict(wasTaken: Bool) -> Conflict? {
    // A number in a list that was copied whole is a value like any other.
    guard rule == .addInteger else { return valueConflict }
    guard !finding.buildsOnUnsynced, !wasTaken, let before = thing.before,
      let server = thing.server, !server.looksLike(before)
    else { return nil }
    return Conflict(
      cause: .numberChangedOnBothSides, winner: .both,
      reason: "the server had changed the number too\(server.inBrackets); both changes count")
  }

  private var clearingConflict: Conflict? {
    guard let before = sightings.before, !sightings.server.looksLike(before) else { return nil }
    if sightings.server == .absent { return valueConflict }
    guard sightings.server.isCollection(like: sightings.device) else { return valueConflict }
    guard sightings.server.hasNews(since: before) else { return nil }
    return Conflict(
      cause: .serverChangeRemoved,
      reason: "the server had changed it\(sightings.server.inBrackets); the device's clearing won")
  }
}

extension Sighting {
  /// The value in brackets, as part of a sentence; nothing for what has no value.
  fileprivate var inBrackets: String {
    guard case .value(let value) = self else { return "" }
    return " (\(value.text(columns: 40)))"
  }

  fileprivate func isCollection(like other: Sighting) -> Bool {
    switch (self, other) {
    case (.value(.list), .value(.list)), (.value(.set), .value(.set)),
      (.value(.dictionary), .value(.dictionary)):
      true
    default: false
    }
  }

  /// Whether a collection has elements or entries that it did not have before.
  fileprivate func hasNews(since before: Sighting) -> Bool {
    switch (self, before) {
    case (.value(.list(let elements)), .value(.list(let earlier))),
      (.value(.set(let elements)), .value(.set(let earlier))):
      return !Value.isPart(elements, of: earlier)
    case (.value(.dictionary(let entries)), .value(.dictionary(let earlier))):
      let known = Dictionary(uniqueKeysWithValues: earlier.map { ($0.key, $0.value) })
      return entries.contains { known[$0.key]?.looksLike($0.value) != true }
    default: return !isEmptyCollection
    }
  }
}
