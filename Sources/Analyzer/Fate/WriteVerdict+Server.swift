internal import Replayer
internal import TraceFormat

/// What the server's state says about a write that the device lost.
extension WriteVerdict {
  /// Whether the server's state already has the write's effect (`docs/report.md`, "redundant").
  var hasEffectOnServer: Bool {
    guard !isUploadOnly else { return false }
    return switch kind {
    case .addTable, .addColumn, .createObject: sightings.server == .present
    case .eraseTable, .eraseColumn, .eraseObject: sightings.server == .absent
    case .setInsert: isMember
    case .setErase: !isMember
    case .update, .addInteger, .clear, .arrayInsert, .arrayMove, .arrayErase:
      agreesWithDevice
    }
  }

  /// Whether the server's set holds the element that the write is about.
  private var isMember: Bool {
    guard case .value(.set(let elements)) = sightings.server, let element = carried else {
      return false
    }
    return elements.contains { $0.looksLike(element) }
  }

  private var agreesWithDevice: Bool {
    switch (sightings.device, sightings.server) {
    case (.value(let device), .value(let server)): device.looksLike(server)
    case (.absent, .absent): true
    default: false
    }
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
    case .arrayInsert, .arrayMove, .arrayErase: "the server has the same list"
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
