internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Finds the traps that a reset ran into: those that did harm, or will.
struct TrapSearch {
  let outcome: Outcome
  /// The unsynced writes, one for each ruling.
  let writes: [JudgedWrite]
  let collateral: [Collateral]
  let server: ServerChanges
  let listWrites: [Address: [Int]]

  /// All occurrences, in the order of ``TrapIdentifier/allCases``.
  static func find(
    in outcome: Outcome, writes: [JudgedWrite], collateral: [Collateral],
    _ server: ServerChanges
  ) -> [TrapOccurrence] {
    guard outcome.result.rulings.count == writes.count else { return [] }
    let search = TrapSearch(
      outcome: outcome, writes: writes, collateral: collateral, server: server,
      listWrites: outcome.writesToCopiedLists(writes))
    let occurrences =
      search.listTraps() + search.positionTraps() + search.objectTraps() + search.valueTraps()
      + search.attemptTraps() + search.transferTraps()
    let order = Dictionary(
      uniqueKeysWithValues: TrapIdentifier.allCases.enumerated().map { ($1, $0) })
    return occurrences.sortedStably { order[$0.trap] ?? .max }
  }

  func occurrence(_ trap: TrapIdentifier, _ collateral: Collateral) -> TrapOccurrence {
    TrapOccurrence(
      trap: trap, address: collateral.address, writes: collateral.writes,
      effect: .harm(collateral.reason))
  }

  func collateral(
    _ kind: Collateral.Kind, where isMeant: (Collateral) -> Bool = { _ in true }
  ) -> [Collateral] {
    collateral.filter { $0.kind == kind && isMeant($0) }
  }

  func rulings(of collateral: Collateral) -> [Ruling] {
    collateral.writes.map { outcome.result.rulings[$0] }
  }
}

// Objects, links, single values and whole collections: what the collateral is named for.
extension TrapSearch {
  func objectTraps() -> [TrapOccurrence] {
    linkTraps() + nullsNotUploaded() + deletionTraps()
      + collateral(.misapplied) { collateral in
        rulings(of: collateral).allSatisfy { $0.landing == nil }
      }.map { occurrence(.editLandsOnRecreatedObject, $0) }
  }

  private func linkTraps() -> [TrapOccurrence] {
    collateral(.linkNulled).compactMap { collateral in
      if collateral.rule == .updateLinkTargetGone {
        return occurrence(.linkSilentlyNulled, collateral)
      }
      let isCut = rulings(of: collateral).allSatisfy { $0.notes.contains(.cutsLinkToDeleted) }
      guard case .value(.link(let link)) = collateral.server else { return nil }
      // A link to an object that is deleted as well had to go anyway.
      let isHarm = isCut && outcome.result.after.contains(link.key, of: link.className)
      return isHarm ? occurrence(.linkNulledByDeletion, collateral) : nil
    }
  }

  /// Defaults that became null, which Realm does not record for the upload.
  private func nullsNotUploaded() -> [TrapOccurrence] {
    guard outcome.ending == .recovered else { return [] }
    return writes.indices.compactMap { index in
      let (write, ruling) = (writes[index], outcome.result.rulings[index])
      guard ruling.rule == .updateLinkTargetGone, ruling.emitted.isEmpty,
        write.localEffect.replacedBy == nil, write.observed.after == .value(.null),
        case .value(.link(let link))? = write.observed.server, link.isResolved
      else { return nil }
      return TrapOccurrence(
        trap: .linkSilentlyNulled, address: write.address, writes: [index],
        effect: .nullNotUploaded(link))
    }
  }

  /// The deletion of an object may show as one piece of collateral or, if the object was created
  /// anew, as one for each property.
  private func deletionTraps() -> [TrapOccurrence] {
    collateral.filter { collateral in
      switch collateral.kind {
      case .changedObjectDeleted: true
      case .valueOverwritten: collateral.writes.contains { writes[$0].kind == .eraseObject }
      default: false
      }
    }.map { occurrence(.deletionBeatsEdit, $0) }
  }

  func valueTraps() -> [TrapOccurrence] {
    let defaults = collateral(.valueOverwritten) { collateral in
      collateral.writes.last.map(outcome.isDefaultValue) ?? false
    }
    let entries = collateral(.embeddedObjectReplaced) { isEntry($0.address) }
    return defaults.map { occurrence(.defaultsOverwriteServerValues, $0) }
      + entries.map { occurrence(.dictionaryObjectReplaced, $0) }
      + collateral(.additionsCleared).map { occurrence(.clearRemovesServerAdditions, $0) }
      + repetitions()
  }

  private func isEntry(_ address: Address) -> Bool {
    guard !address.path.isEmpty else { return false }
    var above = address
    above.path.removeLast()
    if case .value(.dictionary) = ObservedValue(outcome.situation.fresh, at: above) { return true }
    return false
  }

  private func repetitions() -> [TrapOccurrence] {
    collateral.filter { collateral in
      (collateral.kind == .appliedTwice || collateral.kind == .objectRecreated)
        && collateral.writes.contains { outcome.isRepeated($0, in: writes) }
    }.map { occurrence(.appliedTwice, $0) }
  }
}
