internal import RealmModel
internal import Replayer
internal import TraceFormat

// Single values: properties, entries of dictionaries, and collections that became something else.
extension CollateralSearch {
  func valueCollateral(at place: TouchedPlace) -> Collateral? {
    guard outcome.situation.fresh.has(place.address), outcome.result.after.has(place.address) else {
      return nil
    }
    let seen = observedValues(at: place)
    guard let server = seen.server, !server.looksLike(seen.after) else { return nil }
    let object = place.address.wholeObject
    let isOwn = made.contains(object) || places[object]?.isErased == true
    if self.server.replaced.contains(object), !isOwn {
      return collateral(.misapplied, place, because: .hitAnotherObject)
    }
    if server.isCollection(like: seen.after) { return collectionCollateral(at: place, seen) }
    return strayNull(place, seen) ?? nullifiedLink(place, seen) ?? overwrittenValue(place, seen)
  }

  /// An entry of a dictionary that nobody has: what it should have linked to is gone, and null was
  /// written in its place.
  private func strayNull(_ place: TouchedPlace, _ seen: ObservedValues) -> Collateral? {
    guard seen.server == .absent, seen.after == .value(.null), case .key? = place.address.path.last,
      let last = place.rulings.last, outcome.result.rulings[last].rule == .updateLinkTargetGone
    else { return nil }
    return collateral(.linkNulled, place, because: .nullEntryWritten)
  }

  /// A link of the server's that became null although nobody wrote null.
  private func nullifiedLink(_ place: TouchedPlace, _ seen: ObservedValues) -> Collateral? {
    guard seen.after?.isNothing == true, case .value(.link(let link)) = seen.server,
      link.isResolved,
      let last = place.rulings.last
    else { return nil }
    let ruling = outcome.result.rulings[last]
    if ruling.rule == .updateLinkTargetGone {
      return collateral(.linkNulled, place, because: .nullWrittenOverLink(link))
    }
    guard let reference = reference(place.address, seen.before),
      !reference.looksLike(seen.server)
    else { return nil }
    // Where the device had set the link itself before, that was what replaced the server's.
    let rulings = place.rulings.map { outcome.result.rulings[$0] }
    if isTargetDeleted(link), rulings.allSatisfy(\.cutsLinks) {
      return collateral(.linkNulled, place, because: .linkedToDeletedObject)
    }
    guard rulings.allSatisfy({ $0.notes.contains(.cutsLinkToDeleted) }) else { return nil }
    return collateral(.linkNulled, place, because: .linkCutByDeletion(link))
  }

  /// Whether the recovery deletes what a link leads to, and so cuts it, also where it creates the object anew.
  func isTargetDeleted(_ link: Value.Link) -> Bool {
    places[Address(className: link.className, object: link.key)]?.isErased == true
  }

  private func overwrittenValue(_ place: TouchedPlace, _ seen: ObservedValues) -> Collateral? {
    // An addition is on top of the server's number, so both stand.
    guard place.isWritten, let reference = reference(place.address, seen.before),
      let after = seen.after, let server = seen.server, !reference.looksLike(server)
    else { return nil }
    if server == .absent { return collateral(.removalUndone, place, because: .removalUndone) }
    let change = Collateral.ServerEdit(before: reference, server: server)
    if place.makesEmbeddedObject, server.isEmbedded, seen.after?.isEmbedded == true {
      return collateral(.embeddedObjectReplaced, place, because: .embeddedObjectReplaced(change))
    }
    // A default value was set as the object was created.
    let isDefault = place.rulings.last.map(outcome.isDefaultValue) ?? false
    return collateral(
      .valueOverwritten, place,
      because: after == .absent
        ? .changeRemoved(change)
        : .changeOverwritten(change: change, with: after, isDefault: isDefault))
  }
}

extension Ruling {
  /// Whether the instruction is a deletion, or one of the edits that go with it.
  fileprivate var cutsLinks: Bool { rule == .eraseObject || notes.contains(.cutsLinkToDeleted) }
}

extension Outcome {
  func isDefaultValue(_ ruling: Int) -> Bool {
    let ruling = result.rulings[ruling]
    let instructions = situation.unsynced[ruling.changesetIndex].changeset.instructions
    guard case .update(let update) = instructions[ruling.instructionIndex] else { return false }
    return update.tail == .isDefault(true)
  }
}

extension ObservedValue {
  var isNothing: Bool { self == .absent || self == .value(.null) }

  fileprivate var isEmbedded: Bool { if case .value(.embedded) = self { true } else { false } }
}
