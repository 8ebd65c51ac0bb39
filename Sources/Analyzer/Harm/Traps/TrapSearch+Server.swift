internal import RealmModel
internal import Replayer
internal import TraceFormat

// A server that went back in time, and schemas that differ.
extension TrapSearch {
  /// What was synced and is not on the server, where the server says that it is behind.
  func acknowledgedLosses() -> [TrapSighting] {
    let isCarriedOut = outcome.ending == .recovered || outcome.ending == .discarded
    guard isCarriedOut, outcome.tellsOfRestoredBackup, let base = outcome.situation.base else {
      return []
    }
    let known = server.places()
    return base.classes.filter { $0.kind == .topLevel }.flatMap { schema in
      base.keys(of: schema.name).flatMap { key in
        losses(of: Address(className: schema.name, object: key), base, known)
      }
    }
  }

  private func losses(
    of object: Address, _ base: RealmState, _ known: Set<Address>
  ) -> [TrapSighting] {
    guard let key = object.object, !known.contains(object) else { return [] }
    let isThere = outcome.situation.fresh.contains(key, of: object.className)
    guard isThere else {
      let isBack = outcome.result.after.contains(key, of: object.className)
      return isBack ? [] : [loss(at: object, .syncedObjectGone)]
    }
    return (base.object(key, of: object.className) ?? []).compactMap { entry -> TrapSighting? in
      var address = object
      address.property = entry.key
      let now = Sighting(outcome.situation.fresh, at: address)
      guard !known.contains(address), !now.looksLike(.value(entry.value)),
        !Sighting(outcome.result.after, at: address).looksLike(.value(entry.value))
      else { return nil }
      return loss(at: address, .syncedValueGone(entry.value, now: now))
    }
  }

  private func loss(at address: Address, _ effect: TrapSighting.Effect) -> TrapSighting {
    TrapSighting(trap: .acknowledgedChangesLost, address: address, effect: effect)
  }

  /// Discarding failed on what only the device has, and has not synced.
  func additiveSchema() -> [TrapSighting] {
    guard let last = outcome.attempts.last, last.actualMode == .discardLocal,
      [.classesRemoved, .propertiesRemoved].contains(last.failure?.failureClass)
    else { return [] }
    let additions = writes.indices.filter {
      writes[$0].kind == .addTable || writes[$0].kind == .addColumn
    }
    let added = Set(additions.map { writes[$0].address })
    let missing = missingInFresh
    guard !missing.isEmpty, missing.allSatisfy(added.contains) else { return [] }
    return missing.map { address in
      TrapSighting(
        trap: .additiveSchemaFailsDiscard, address: address,
        writes: additions.filter { writes[$0].address == address },
        effect: .onlyOnDevice)
    }
  }

  /// The classes, and the properties of other classes, that the device has and the server lacks.
  private var missingInFresh: [Address] {
    outcome.situation.local.classes.flatMap { schema -> [Address] in
      guard let other = outcome.situation.fresh.schema(of: schema.name) else {
        return [Address(className: schema.name)]
      }
      return schema.properties.filter { other.property($0.name) == nil }.map {
        Address(className: schema.name, property: $0.name)
      }
    }
  }
}
