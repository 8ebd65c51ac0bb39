internal import RealmModel
internal import Replayer
internal import TraceFormat

// Objects, links, single values and whole collections: what the collateral is named for.
extension TrapSearch {
  func objectTraps() -> [TrapSighting] {
    linkTraps() + deletionTraps()
      + collateral(.misapplied).filter { collateral in
        rulings(of: collateral).allSatisfy { $0.landing == nil }
      }.map { sighting(.editOnRecreatedObject, $0) }
  }

  private func linkTraps() -> [TrapSighting] {
    collateral(.linkNulled).compactMap { collateral in
      if collateral.rule == .updateLinkTargetGone {
        return sighting(.linkSilentlyNulled, collateral)
      }
      let isCut = rulings(of: collateral).allSatisfy { $0.notes.contains(.cutsLinkToDeleted) }
      guard case .value(.link(let link)) = collateral.server else { return nil }
      // A link to an object that is deleted as well had to go anyway.
      let isHarm = isCut && outcome.result.after.contains(link.key, of: link.className)
      return isHarm ? sighting(.linkNulledByDeletion, collateral) : nil
    }
  }

  /// The deletion of an object may show as one piece of collateral or, if the object was created
  /// anew, as one for each property.
  private func deletionTraps() -> [TrapSighting] {
    collateral.filter { collateral in
      switch collateral.kind {
      case .changedObjectDeleted: true
      case .valueOverwritten: collateral.writes.contains { writes[$0].kind == .eraseObject }
      default: false
      }
    }.map { sighting(.deletionBeatsEdit, $0) }
  }

  func valueTraps() -> [TrapSighting] {
    let defaults = collateral(.valueOverwritten).filter { collateral in
      collateral.writes.last.map(outcome.isDefaultValue) ?? false
    }
    let entries = collateral(.embeddedObjectReplaced).filter { isEntry($0.address) }
    return defaults.map { sighting(.defaultsOverwrite, $0) }
      + entries.map { sighting(.dictionaryObjectReplaced, $0) }
      + collateral(.additionsCleared).map { sighting(.clearRemovesAdditions, $0) }
      + repetitions()
  }

  /// Whether a place is an entry of a dictionary.
  private func isEntry(_ address: Address) -> Bool {
    guard !address.path.isEmpty else { return false }
    var above = address
    above.path.removeLast()
    if case .value(.dictionary) = Sighting(outcome.situation.fresh, at: above) { return true }
    return false
  }

  private func repetitions() -> [TrapSighting] {
    collateral.filter { collateral in
      (collateral.kind == .appliedTwice || collateral.kind == .objectRecreated)
        && rulings(of: collateral).contains { $0.notes.contains(.isRepeated) }
    }.map { sighting(.appliedTwice, $0) }
  }
}
