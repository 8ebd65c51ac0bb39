internal import RealmModel
internal import Replayer
internal import TraceFormat

// Lists, sets and dictionaries that were written to as a whole, or element by element.
extension CollateralSearch {
  func collectionCollateral(at place: TouchedPlace, _ seen: ObservedValues) -> Collateral? {
    guard let reference = reference(place.address, seen.before) else {
      return place.copies.isEmpty ? nil : copyWithoutReference(place, seen)
    }
    var change = Self.change(reference, seen, shared: sharedElements(of: place.address))
    let doubled = place.rulings.filter {
      writes[$0].isDoneAgain && outcome.isRepeated($0, in: writes)
    }
    change.leaveOutOfBack(doubled.compactMap { writes[$0].element?.device?.value })
    guard !change.harm.isNone else { return nil }
    let cause = isDueToDeletion(change, at: place) ? .linksCut : cause(at: place, change)
    var found = collateral(
      cause.kind, place, because: .collectionHarmed(cause: cause, harm: change.harm))
    found.gone = change.harm.gone
    found.surplus = change.harm.back
    return found
  }

  /// The elements of a copied list that the device has set to what the server has, or removed as the server has.
  private func sharedElements(of list: Address) -> [ObservedValues] {
    (listWrites[list] ?? []).compactMap { index in
      let write = writes[index]
      let isOfElement = write.address.path.count == list.path.count + 1
      let isShared = write.threeWay == .sameChange && write.localEffect.replacedBy == nil
      return isOfElement && isShared ? write.element : nil
    }
  }

  static func change(
    _ reference: ObservedValue, _ seen: ObservedValues, shared: [ObservedValues] = []
  ) -> CollectionChange {
    switch (seen.server, seen.after) {
    case (.value(.list(let server)), .value(.list(let after))?):
      CollectionChange(
        lists: reference.elements, device: seen.device.elements, server: server,
        after: after, shared: shared)
    case (.value(.set(let server)), .value(.set(let after))?):
      CollectionChange(sets: reference.elements, server: server, after: after)
    case (.value(.dictionary(let server)), .value(.dictionary(let after))?):
      CollectionChange(
        dictionaries: reference.entries, device: seen.device?.entries ?? [], server: server,
        after: after)
    default: CollectionChange()
    }
  }

  /// Whether what the server has there is there in the end, or in a collection all that it has put into that.
  static func keepsServers(since reference: ObservedValue, _ seen: ObservedValues) -> Bool {
    guard let server = seen.server, !server.looksLike(seen.after) else { return true }
    return server.isCollection(like: seen.after) && change(reference, seen).harm.isNone
  }

  /// Whether all that is gone are links to objects that the recovery deletes: they had to go, whatever
  /// else was done to the collection.
  private func isDueToDeletion(_ change: CollectionChange, at place: TouchedPlace) -> Bool {
    guard place.lastReplacement < 0 || !place.copies.isEmpty, !change.harm.gone.isEmpty,
      change.harm.back.isEmpty
    else { return false }
    return change.harm.gone.allSatisfy { value in
      if case .link(let link) = value { isTargetDeleted(link) } else { false }
    }
  }

  private func cause(
    at place: TouchedPlace, _ change: CollectionChange
  ) -> Collateral.CollectionCause {
    if !place.copies.isEmpty { return .copiedWhole }
    if place.lastReplacement >= 0 {
      // An Update of the place itself made another collection there; of an element it leaves the others.
      let last = place.rulings.last {
        [.clear, .update].contains(writes[$0].kind) && writes[$0].address == place.address
      }
      return last.map { writes[$0].kind } == .update ? .replaced : .cleared
    }
    if place.rulings.contains(where: { outcome.result.rulings[$0].landing != nil }) {
      return .hitAnotherElement
    }
    return change.harm.gone.isEmpty ? .putAnew : .removed
  }

  /// The last sync is not known. Where more is gone than the device took out, some of it was certainly the server's.
  private func copyWithoutReference(_ place: TouchedPlace, _ seen: ObservedValues) -> Collateral? {
    let change = CollectionChange(
      lists: [], device: [], server: seen.server.elements, after: seen.after.elements)
    let touched = (listWrites[place.address] ?? []).map { writes[$0] }
    guard !touched.contains(where: { $0.kind == .clear || $0.address == place.address }) else {
      return nil
    }
    let removals = touched.count { $0.kind == .arrayErase || $0.kind == .update }
    let surplus = change.harm.gone.count - removals
    guard surplus > 0 else { return nil }
    var found = collateral(
      .listCopiedWhole, place,
      because: .copiedOverUnknown(goneCount: change.harm.gone.count, removedCountMax: removals))
    found.gone = change.harm.gone
    return found
  }
}

extension Collateral.CollectionCause {
  fileprivate var kind: Collateral.Kind {
    switch self {
    case .copiedWhole: .listCopiedWhole
    case .cleared: .additionsCleared
    case .hitAnotherElement: .misapplied
    case .putAnew: .removalUndone
    case .removed, .replaced: .valueOverwritten
    case .linksCut: .linkNulled
    }
  }
}

extension ObservedValue {
  var elements: [Value] { Optional(self).elements }

  fileprivate var entries: [Value.Entry] {
    if case .value(.dictionary(let entries)) = self { entries } else { [] }
  }
}

extension Ruling {
  /// Where the instruction ended up, if not where it was meant to.
  var landing: Landing? {
    notes.lazy.compactMap { if case .landedElsewhere(let landing) = $0 { landing } else { nil } }
      .first
  }
}
