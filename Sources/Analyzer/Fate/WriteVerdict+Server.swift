internal import Replayer
internal import TraceFormat

// What the server's state says about a write.
extension WriteVerdict {
  /// Whether the server's state already has the write's effect (`docs/report.md`, "redundant").
  var hasEffectOnServer: Bool {
    guard !isUploadOnly else { return false }
    return switch kind {
    case .addTable, .addColumn, .createObject: sightings.server == .present
    case .eraseTable, .eraseColumn, .eraseObject: sightings.server == .absent
    case .setInsert: thing.server == .present
    case .setErase: isHeldOnServer && thing.server == .absent
    case .arrayErase: isErasedOnServer || agreesWithDevice
    case .update: hasUpdateOnServer
    case .clear: sightings.server.isEmptyCollection || agreesWithDevice
    case .addInteger, .arrayInsert, .arrayMove: agreesWithDevice
    }
  }

  /// Whether the server's list is there, and the element isn't.
  private var isErasedOnServer: Bool {
    sightings.server != .absent && thing.server == .absent
  }

  private var hasUpdateOnServer: Bool {
    switch payload {
    case .erased: isHeldOnServer && thing.server == .absent
    case .objectValue, .list, .dictionary:
      // What the device made is another one than what was there at the last sync.
      hasValue(thing.server) && (wasNoneBefore || agreesWithDevice)
    default: hasValue(thing.server) || thing.server == nil && agreesWithDevice
    }
  }

  /// Whether there was no embedded object or collection at the last sync that the write replaced.
  private var wasNoneBefore: Bool {
    switch thing.before {
    case .absent, .value(.null): true
    default: rule == .embeddedObjectKept || rule == .collectionKept
    }
  }

  /// Whether the server has the same value, or where the path leads through a list the same list, as
  /// the device.
  var agreesWithDevice: Bool {
    guard case .value = sightings.device else { return false }
    return sightings.device.looksLike(sightings.server)
  }

  /// Whether the server's value agrees with the device's although the server has changed it: for an
  /// addition that proves nothing, because somebody else may have added as much.
  var mayBeCoincidence: Bool {
    guard kind == .addInteger, hasEffectOnServer else { return false }
    guard case .value(let before) = sightings.before, case .value(let server) = sightings.server
    else { return true }
    return !before.looksLike(server)
  }

  var redundancy: String {
    switch kind {
    case .addTable: "the server has the class"
    case .addColumn: "the server has the property"
    case .createObject: "the server has an object with this key"
    case .eraseTable: "the server no longer has the class"
    case .eraseColumn: "the server no longer has the property"
    case .eraseObject: "the server no longer has the object"
    case .setInsert: "the server's set has the element"
    case .setErase: "the server's set does not have the element"
    case .arrayErase where thing.server == .absent: "the server no longer has the element"
    case .arrayInsert, .arrayMove, .arrayErase: "the server has the same list"
    case .clear where sightings.server.isEmptyCollection: "the server's collection is empty"
    case .update where payload == .erased: "the server no longer has the entry"
    case .update where payload == .objectValue: "the server has an embedded object there"
    case .update, .addInteger, .clear: "the server has the same value"
    }
  }

  /// What the server has in place of the write's effect.
  var serverSide: String {
    guard !isUploadOnly else { return "an object of this class is gone unless it is uploaded" }
    if let missingObject {
      return missingObject == .deleted
        ? "the server has deleted the object" : "the server never had the object"
    }
    return switch (kind, sightings.server) {
    case (.eraseObject, _): "the server still has the object"
    case (.addTable, _): "the server does not have the class"
    case (.addColumn, _): "the server does not have the property"
    case (.eraseTable, _): "the server still has the class"
    case (.eraseColumn, _): "the server still has the property"
    case (.setErase, .value): "the server's set has the element"
    case (.setInsert, .value): "the server's set does not have the element"
    case (_, .value(let value)): "the server has \(value.text(columns: 40))"
    default: "the server does not have what it changed"
    }
  }
}

extension Sighting {
  /// Whether this is a collection without elements.
  var isEmptyCollection: Bool {
    switch self {
    case .value(.list(let elements)), .value(.set(let elements)): elements.isEmpty
    case .value(.dictionary(let entries)): entries.isEmpty
    default: false
    }
  }
}
