internal import RealmModel
internal import Replayer
internal import TraceFormat

// Lists that were copied whole, or should have been.
extension TrapSearch {
  func listTraps() -> [TrapOccurrence] {
    collateral(.listCopiedWhole).map { occurrence(trap(ofCopy: $0), $0) } + incompleteCopies()
      + missingCopies() + irregularCopies()
  }

  /// What made a list be copied. An edit of an element that others knew is reason enough, also one
  /// that came later; only where there is none, the copy is due to a defect.
  private func trap(ofCopy collateral: Collateral) -> TrapIdentifier {
    let notes = (listWrites[collateral.address] ?? []).map { outcome.result.rulings[$0].notes }
    let isDueToEdit = notes.contains {
      $0.contains(.touchesSyncedElement) && !$0.contains(.cutsLinkToDeleted)
    }
    if isDueToEdit { return .wholeListOverwritten }
    if notes.contains(where: { $0.contains(.cutsLinkToDeleted) }) {
      return .listOverwrittenByDeletion
    }
    let drifts = notes.flatMap { $0 }.compactMap(\.missedDrifts).flatMap { $0 }
    if drifts.contains(.lostTracker) { return .lostListTracker }
    return drifts.isEmpty ? .wholeListOverwritten : .indexDriftAfterDroppedInsertion
  }

  /// Writes that were left to a copy which had been made, and is not made again.
  private func incompleteCopies() -> [TrapOccurrence] {
    linksMissedByCopy()
      + leftOut(.replacedSinceCopy, .listOfReplacedObjectStaysEmpty) {
        .holderReplacedSinceCopy(writeCount: $0)
      }
      + leftOut(.clearedSinceCopy, .copiedListIgnoresRefill) {
        .clearedSinceCopy(writeCount: $0)
      }
  }

  /// Insertions and updates whose link was not in the copy, because its target came later.
  private func linksMissedByCopy() -> [TrapOccurrence] {
    outcome.result.listCopies.compactMap { copy in
      let list = Address(copy.place)
      let links = linksMissed(by: copy)
      guard !links.isEmpty else { return nil }
      let missed = (listWrites[list] ?? []).filter { index in
        outcome.result.rulings[index].rule == .listAlreadyCopied
          && !outcome.result.rulings[index].isLeftOut
          && writes[index].carried.map { links.contains($0.appearance) } ?? false
      }
      guard !missed.isEmpty else { return nil }
      return TrapOccurrence(
        trap: .linkToLaterCreatedObjectVanishes, address: list, writes: missed,
        effect: .linkNotInCopy)
    }
  }

  /// The links that a copy lacks and the list still does, although their targets are there by now.
  private func linksMissed(by copy: ListCopy) -> Set<Value.Appearance> {
    guard !copy.missing.isEmpty else { return [] }
    let seen = ObservedValues(outcome, at: Address(copy.place))
    let (device, after) = (seen.device.elements, seen.after.elements.map(\.appearance))
    return Set(
      copy.missing.compactMap { index -> Value.Appearance? in
        guard device.indices.contains(index), case .link(let link) = device[index],
          outcome.result.after.contains(link.key, of: link.className)
        else { return nil }
        let element = device[index].appearance
        let count = device.count { $0.appearance == element }
        return count > after.count { $0 == element } ? element : nil
      })
  }

  /// Writes with a note, to lists that lack something for it.
  private func leftOut(
    _ note: Ruling.Note, _ trap: TrapIdentifier, _ effect: (Int) -> TrapOccurrence.Effect
  ) -> [TrapOccurrence] {
    let lists = byList { $0.notes.contains(note) && $0.effect == .copiedWhole }
    return lists.filter { lacksElements($0.list) }.map { list, writes in
      TrapOccurrence(
        trap: trap, address: list, writes: writes, effect: effect(writes.count))
    }
  }

  /// Whether the list lacks elements of the device's, not counting links to objects that are gone.
  private func lacksElements(_ list: Address) -> Bool {
    let seen = ObservedValues(outcome, at: list)
    guard case .value(.list) = seen.after else { return false }
    let change = CollectionChange(
      lists: [], device: seen.device.elements, server: [], after: seen.after.elements)
    return change.lacking.contains { value in
      guard case .link(let link) = value else { return true }
      return outcome.result.after.contains(link.key, of: link.className)
    }
  }

  /// Lists that should have been copied and were not, because internal keys differ.
  private func missingCopies() -> [TrapOccurrence] {
    let lists = byList { $0.notes.contains(.internalKeysDiffer) }
    return lists.filter { !isDevices($0.list) }.map { list, writes in
      TrapOccurrence(
        trap: .listBelowDictionaryNotCopied, address: list, writes: writes,
        effect: .listNotCopied)
    }
  }

  func isDevices(_ address: Address) -> Bool {
    let seen = ObservedValues(outcome, at: address)
    return seen.after.looksLike(seen.device)
  }

  /// Copies of lists of Mixed that are not what the device has.
  private func irregularCopies() -> [TrapOccurrence] {
    outcome.result.listCopies.flatMap { copy in
      copy.deviations.compactMap { deviation -> TrapOccurrence? in
        let address = deviation.place.map(Address.init) ?? Address(copy.place)
        switch deviation.kind {
        case .elementsOutOfOrder:
          return TrapOccurrence(
            trap: .mixedListCopiedOutOfOrder, address: address, writes: copy.rulings,
            effect: .linkLeftOutOfCopy(isRecovered: outcome.ending == .recovered))
        case .rawLinkInserted:
          return TrapOccurrence(
            trap: .rawLinkCopied, address: address, writes: copy.rulings,
            effect: .linkCopiedByNumber)
        default: return nil
        }
      }
    }
  }

  /// The writes that there is such a ruling on, by the list that they are about.
  func byList(_ isMeant: (Ruling) -> Bool) -> [(list: Address, writes: [Int])] {
    writes.indices.filter { isMeant(outcome.result.rulings[$0]) }
      .groupedInOrder { writes[$0].address.comparable }.map { ($0.key, $0.elements) }
  }
}

extension Ruling {
  /// Whether the list that the instruction was left to is another one by now.
  fileprivate var isLeftOut: Bool {
    notes.contains(.replacedSinceCopy) || notes.contains(.clearedSinceCopy)
  }
}

extension Address {
  init(_ place: LocationValue) {
    self.init(
      className: place.table, object: place.object, property: place.field, path: place.path)
  }
}
