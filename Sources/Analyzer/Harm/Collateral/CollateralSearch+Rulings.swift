internal import RealmModel
internal import Replayer
internal import TraceFormat

// What shows in the rulings alone: changes that were made twice, and changes of the wrong element.
extension CollateralSearch {
  /// Places at which a change was made that the server, or a copy of the list, had already.
  func repeated() -> [Collateral] {
    let emptied = writes.emptiedPlaces
    let rulings = outcome.result.rulings.indices.filter { index in
      let ruling = outcome.result.rulings[index]
      let isTwice =
        ruling.notes.contains(.appliedOnTopOfCopy)
        || outcome.isRepeated(index, in: writes) && writes[index].addsToServers(emptied: emptied)
          && writes[index].cause != .serverRemovalUndone
      return isTwice && (ruling.rule == .addInteger || ruling.rule == .listInsert)
    }
    return byPlace(rulings).compactMap { place, rulings in
      let place = TouchedPlace(address: place, rulings: rulings)
      return writes[rulings[0]].kind == .addInteger
        ? collateral(.appliedTwice, place, because: .addedTwice) : insertedTwice(place)
    }
  }

  private func insertedTwice(_ place: TouchedPlace) -> Collateral? {
    let seen = ObservedValues(outcome, at: place.address)
    let isKnownToServer = outcome.isRepeated(place.rulings[0], in: writes)
    // What the device took out again leaves what the server has.
    let isTakenOut = place.rulings.allSatisfy { writes[$0].localEffect.replacedBy != nil }
    let known = isKnownToServer && isTakenOut ? seen.server : seen.device
    guard isKnownToServer && !isTakenOut || seen.after.elements.count > known.elements.count
    else { return nil }
    var found = collateral(
      .appliedTwice, place, because: isKnownToServer ? .insertedTwice : .insertedBesideCopy)
    // As the element is in the end, whatever was set in its place since.
    found.surplus = place.rulings.compactMap { index in
      writes[index].carried.map { writes[index].element?.device?.value ?? $0 }
    }
    return found
  }

  /// Lists of which another element was changed than was meant.
  func misapplied(besides known: Set<Address>) -> [Collateral] {
    let rulings = outcome.result.rulings.indices.filter { index in
      outcome.result.rulings[index].effect == .applied
        && outcome.result.rulings[index].landing != nil
        && !known.contains(writes[index].address.comparable)
    }
    return byPlace(rulings).compactMap { address, rulings in
      guard let landing = outcome.result.rulings[rulings[0]].landing, !isAsItShouldBe(address)
      else { return nil }
      var found = collateral(
        .misapplied, TouchedPlace(address: address, rulings: rulings),
        because: .misplaced(
          meant: landing.meant, hit: landing.hit, isServers: landing.isServers))
      if landing.isServers { found.gone = landing.hit.map { [$0] } ?? [] }
      return found
    }
  }

  /// Whether a list has, in the end, exactly the elements that both sides wanted.
  private func isAsItShouldBe(_ list: Address) -> Bool {
    let seen = ObservedValues(outcome, at: list)
    guard let reference = reference(list) else { return seen.after.looksLike(seen.device) }
    return CollectionChange(
      lists: reference.elements, device: seen.device.elements,
      server: seen.server.elements, after: seen.after.elements
    ).isComplete
  }

  /// Rulings whose effect nothing has replaced, by the place that they are about, in order.
  private func byPlace(_ rulings: [Int]) -> [(place: Address, rulings: [Int])] {
    rulings.filter { ruling in
      let place = writes[ruling].address.comparable
      return places.stands(ruling, at: place) && outcome.result.after.has(place)
    }.groupedInOrder { writes[$0].address.comparable }.map { ($0.key, $0.elements) }
  }
}
