internal import Replayer
internal import TraceFormat

// Whether the server had changed the same thing (`docs/report.md`, "Conflicts"). Asked only of
// writes whose effect stands.
extension JudgedWrite {
  /// The conflict; nil if there is none, or if the trace does not show what was there before.
  ///
  /// - Parameter wasIntegrated: whether the server took the transaction before the reset.
  func conflict(wasIntegrated: Bool) -> FateReason.Conflict? {
    switch kind {
    case .addTable, .addColumn, .eraseTable, .eraseColumn: nil
    case .arrayInsert: element?.server == .absent && threeWay == .both ? .writeUndidRemoval : nil
    case .createObject: creationConflict(wasIntegrated: wasIntegrated)
    case .eraseObject: deletionConflict
    case .update, .setInsert, .setErase, .arrayMove: valueConflict
    case .arrayErase: thing.server == .absent ? nil : valueConflict
    case .addInteger: additionConflict(wasIntegrated: wasIntegrated)
    case .clear: clearingConflict
    }
  }

  private func creationConflict(wasIntegrated: Bool) -> FateReason.Conflict? {
    switch (observed.before, observed.server) {
    case (.absent?, .present) where rule == .createExistingObject && !wasIntegrated:
      .createdOnBothSides
    case (.present?, .absent) where threeWay != .deviceOnly,
      (.absent?, .absent) where wasIntegrated:
      .creationUndidDeletion
    case (.present?, .present) where threeWay == .both: .replacedChangedObject
    default: nil
    }
  }

  private var deletionConflict: FateReason.Conflict? {
    guard observed.server == .present, threeWay == .both || threeWay == .serverOnly else {
      return nil
    }
    return .deletedChangedObject
  }

  /// Where the server changed the value or element to something else than the device.
  private var valueConflict: FateReason.Conflict? {
    guard threeWay == .both || threeWay == .serverOnly, let server = thing.server else {
      return nil
    }
    if server == .absent {
      // Nothing of the server's is gone where its list is what there is in the end.
      return element != nil && observed.server.looksLike(observed.after) ? nil : .writeUndidRemoval
    }
    if kind == .arrayMove { return .movedOnBothSides }
    return thing.device == .absent
      ? .removedChanged(server.value) : .overwroteChanged(server.value)
  }

  private func additionConflict(wasIntegrated: Bool) -> FateReason.Conflict? {
    // A number in a list that was copied whole is a value like any other.
    guard rule == .addInteger else { return valueConflict }
    guard !localEffect.buildsOnUnsynced, !wasIntegrated, threeWay != .deviceOnly,
      let before = thing.before, let server = thing.server, !server.looksLike(before)
    else { return nil }
    return .addedOnBothSides(server.value)
  }

  private var clearingConflict: FateReason.Conflict? {
    guard threeWay != .deviceOnly, let before = observed.before, let server = observed.server,
      !server.looksLike(before)
    else { return nil }
    guard server.isCollection(like: observed.device) else { return valueConflict }
    return server.hasNews(since: before, goneFrom: observed.after)
      ? .clearedChanged(server.value) : nil
  }
}

extension ObservedValue {
  func isCollection(like other: ObservedValue?) -> Bool {
    switch (self, other) {
    case (.value(.list), .value(.list)?), (.value(.set), .value(.set)?),
      (.value(.dictionary), .value(.dictionary)?):
      true
    default: false
    }
  }

  /// Whether it has what was not there before, and is gone from what there is in the end. An element of a list is gone
  /// even if one that looks alike is there: the server's list would have both.
  func hasNews(since before: ObservedValue, goneFrom after: ObservedValue?) -> Bool {
    switch (self, before) {
    case (.value(.list(let elements)), .value(.list(let earlier))):
      return !Value.isPart(elements, of: earlier)
    case (.value(.set(let elements)), .value(.set(let earlier))):
      return !Value.isPart(elements, of: earlier + after.elements)
    case (.value(.dictionary(let entries)), .value(.dictionary(let earlier))):
      var known = [earlier.byKey]
      if case .value(.dictionary(let left))? = after { known.append(left.byKey) }
      return entries.contains { entry in
        !known.contains { $0[entry.key]?.looksLike(entry.value) == true }
      }
    default: return !Optional(self).isEmptyCollection
    }
  }
}
