internal import RealmModel
internal import Replayer
internal import TraceFormat

// Objects that the recovery deleted, or created although the server had deleted them.
extension CollateralSearch {
  func objectCollateral(at place: TouchedPlace) -> [Collateral] {
    let address = place.address
    switch (outcome.situation.fresh.has(address), outcome.result.after.has(address)) {
    case (false, true): return recreation(at: place).map { [$0] } ?? []
    case (true, false): return deletion(at: place).map { [$0] } ?? []
    case (true, true): return replacement(at: place)
    case (false, false): return []
    }
  }

  private func recreation(at place: TouchedPlace) -> Collateral? {
    let wasThere = reference(place.address) == .present
    guard wasThere || server.deletedByOthers.contains(place.address) else { return nil }
    return collateral(.objectRecreated, place, because: .objectCreatedAgain)
  }

  private func deletion(at place: TouchedPlace) -> Collateral? {
    guard let reference = reference(place.address) else { return nil }
    let (isNew, changes) = (reference != .present, serverChanges(of: place.address))
    guard isNew || !changes.isEmpty else { return nil }
    if server.replaced.contains(place.address), !made.contains(place.address) {
      return collateral(.changedObjectDeleted, place, because: .hitAnotherObject)
    }
    return collateral(
      .changedObjectDeleted, place,
      because: isNew ? .newObjectDeleted : .changedObjectDeleted(changes.map(\.name)))
  }

  /// The object was deleted and created anew on the device, and what the server had changed in it is
  /// lost, property by property; of a collection, what it had put in or taken out.
  private func replacement(at place: TouchedPlace) -> [Collateral] {
    guard place.isErased else { return [] }
    return serverChanges(of: place.address).compactMap { change in
      let address = place.address.property(change.name)
      let seen = ObservedValues(outcome, at: address)
      guard !Self.keepsServers(since: change.edit.before, seen) else { return nil }
      return collateral(
        .valueOverwritten, place, at: address, because: .objectMadeAnew(change.edit))
    }
  }

  private func serverChanges(
    of address: Address
  ) -> [(name: RealmString, edit: Collateral.ServerEdit)] {
    guard let reference = reference(address) else { return [] }
    return outcome.situation.fresh
      .differences(of: address, since: reference == .present ? base : nil)
      .filter { placesSinceRestore?.touches(address.property($0.name)) ?? true }
      .map { ($0.name, Collateral.ServerEdit(before: $0.before, server: $0.server)) }
  }
}
