internal import RealmModel
internal import Replayer
internal import TraceFormat

// Lists, sets and dictionaries that were written to as a whole, or element by element.
extension CollateralSearch {
  func collectionCollateral(at place: TouchedPlace, _ seen: Sightings) -> Collateral? {
    guard let reference = reference(place.address) else {
      return place.copies.isEmpty ? nil : copyWithoutReference(place, seen)
    }
    let change = Self.change(reference, seen)
    guard !change.isHarmless else { return nil }
    let (kind, reason) =
      isDueToDeletion(change, at: place)
      ? (.linkNulled, "the device had deleted what the server had linked to")
      : kind(of: place, change)
    var found = collateral(kind, place, because: "\(reason): \(Self.words(change))")
    found.gone = change.gone
    found.surplus = change.back
    return found
  }

  private static func change(_ reference: Sighting, _ seen: Sightings) -> CollectionChange {
    switch (seen.server, seen.after) {
    case (.value(.list(let server)), .value(.list(let after))):
      CollectionChange(
        lists: reference.elements, device: seen.device.elements, server: server, after: after)
    case (.value(.set(let server)), .value(.set(let after))):
      CollectionChange(sets: reference.elements, server: server, after: after)
    case (.value(.dictionary(let server)), .value(.dictionary(let after))):
      CollectionChange(dictionaries: reference.entries, server: server, after: after)
    default: CollectionChange()
    }
  }

  /// Whether all that is gone are links to objects that are not there any more: they had to go,
  /// whatever else was done to the collection.
  private func isDueToDeletion(_ change: CollectionChange, at place: TouchedPlace) -> Bool {
    guard place.lastReplacement < 0 || !place.copies.isEmpty, !change.gone.isEmpty,
      change.back.isEmpty
    else { return false }
    return change.gone.allSatisfy { value in
      guard case .link(let link) = value else { return false }
      return !outcome.result.after.contains(link.key, of: link.className)
    }
  }

  private func kind(of place: TouchedPlace, _ change: CollectionChange) -> (
    Collateral.Kind, String
  ) {
    let isUndoing = change.gone.isEmpty
    if !place.copies.isEmpty {
      return (.listCopiedWhole, "the device's whole list was copied over the server's")
    }
    if place.lastReplacement >= 0 {
      return (.additionsCleared, "the device had emptied it, which was done to the server's too")
    }
    if place.rulings.contains(where: { outcome.result.rulings[$0].landing != nil }) {
      return (.misapplied, "a change was made to another element than was meant")
    }
    return isUndoing
      ? (.removalUndone, "the device had put it there anew")
      : (.valueOverwritten, "the device had removed it")
  }

  /// The last sync is not known. Where more is gone than the device took out, some of it was
  /// certainly the server's.
  private func copyWithoutReference(_ place: TouchedPlace, _ seen: Sightings) -> Collateral? {
    let change = CollectionChange(
      lists: [], device: [], server: seen.server.elements, after: seen.after.elements)
    let touched = (listWrites[place.address] ?? []).map { writes[$0] }
    guard !touched.contains(where: { $0.kind == .clear || $0.address == place.address }) else {
      return nil
    }
    let removals = touched.count { $0.kind == .arrayErase || $0.kind == .update }
    let surplus = change.gone.count - removals
    guard surplus > 0 else { return nil }
    var found = collateral(
      .listCopiedWhole, place,
      because: "the device's whole list was copied over the server's: "
        + "\(Phrase.count(change.gone.count, "element")) gone, of which the device itself had "
        + "removed \(removals) at most (the list as last synced is not in this trace)")
    found.gone = change.gone
    return found
  }
}

// Words
extension CollateralSearch {
  static func words(_ change: CollectionChange) -> String {
    var parts: [String] = []
    if !change.gone.isEmpty { parts.append("\(list(change.gone)) gone") }
    if !change.back.isEmpty { parts.append("\(list(change.back)) back") }
    if change.surplusCount > 0 {
      parts.append("\(Phrase.count(change.surplusCount, "element")) back that it had removed")
    }
    if change.isReordered { parts.append("the server's order is gone") }
    return parts.joined(separator: ", ")
  }

  private static func list(_ values: [Value]) -> String {
    let shown = values.prefix(3).map { $0.text(columns: 20) }.joined(separator: ", ")
    let rest = values.count - 3
    return rest > 0 ? "\(shown) and \(rest) more" : shown
  }
}

extension Sighting {
  /// The elements of a list or set; none for anything else.
  var elements: [Value] {
    switch self {
    case .value(.list(let elements)), .value(.set(let elements)): elements
    default: []
    }
  }

  /// The entries of a dictionary; none for anything else.
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
