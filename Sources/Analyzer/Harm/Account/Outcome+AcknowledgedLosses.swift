internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Outcome {
  /// What the device had synced and a restored server lacks, by property, where the reset took it from
  /// the device as well; and what the device had deleted and is back.
  func acknowledgedLosses(_ server: ServerChanges) -> [HarmAccount.AcknowledgedLoss] {
    guard ending.isCarriedOut, tellsOfRestoredBackup || server.isKnown, let base = situation.base
    else { return [] }
    // Mostly nothing asks for them.
    lazy var places = server.places()
    let back = undoneDeletions(base) { places.contains($0) }
    // A fault may have changed the schema, so that values alone prove nothing.
    guard tellsOfRestoredBackup else { return back }
    return back + values(of: base, missingIn: result.after) { places.contains($0) }
  }

  /// What the device had synced and a restored server lacks, by property, where the file that is set aside
  /// still has something there.
  func syncedInFile(_ server: ServerChanges) -> [HarmAccount.AcknowledgedLoss] {
    guard ending == .manual || ending == .failed, tellsOfRestoredBackup,
      let base = situation.base
    else { return [] }
    let places = server.places()
    return values(of: base, missingIn: situation.fresh, places.contains).filter {
      ObservedValue(situation.local, at: $0.address) != .absent
    }
  }

  /// Of these, what the file has just as it was synced, and that nobody else has.
  func inFileOnly(
    _ synced: [HarmAccount.AcknowledgedLoss]
  ) -> [HarmAccount.AcknowledgedLoss] {
    synced.filter { loss in
      loss.value.map { ObservedValue(situation.local, at: loss.address).looksLike(.value($0)) }
        ?? true
    }
  }

  /// The values that were synced, and that neither the server nor a state has.
  private func values(
    of base: RealmState, missingIn after: RealmState, _ isKnown: (Address) -> Bool
  ) -> [HarmAccount.AcknowledgedLoss] {
    base.classes.filter { $0.kind == .topLevel }.flatMap { schema in
      base.keys(of: schema.name).flatMap { key in
        losses(
          of: Address(className: schema.name, object: key), schema, base, missingIn: after, isKnown)
      }
    }
  }

  /// The objects that the trace shows the device deleting and syncing that, and that the server has again by no change
  /// of its own. Any other object that is new there may be another user's.
  private func undoneDeletions(
    _ base: RealmState, _ isKnown: (Address) -> Bool
  ) -> [HarmAccount.AcknowledgedLoss] {
    let unsynced = Set(situation.unsynced.map(\.clientVersion))
    let synced = situation.written.filter { !unsynced.contains($0.clientVersion) }.map(\.changeset)
    let deleted = Set((situation.baseHistory + synced).flatMap { $0.objects(of: .eraseObject) })
    guard !deleted.isEmpty else { return [] }
    return situation.fresh.classes.filter { $0.kind == .topLevel }.flatMap { schema in
      situation.fresh.keys(of: schema.name).map { Address(className: schema.name, object: $0) }
    }.filter { object in
      deleted.contains(object) && !base.has(object) && !isKnown(object)
        && result.after.has(object) && !situation.local.has(object)
    }.map { HarmAccount.AcknowledgedLoss(address: $0, value: nil, after: .present) }
  }

  private func losses(
    of object: Address, _ schema: ClassSchema, _ base: RealmState,
    missingIn state: RealmState, _ isKnown: (Address) -> Bool
  ) -> [HarmAccount.AcknowledgedLoss] {
    guard let key = object.object else { return [] }
    let synced = base.object(key, of: object.className) ?? []
    // Mostly the server has the object as it was.
    guard synced != situation.fresh.object(key, of: object.className), !isKnown(object)
    else { return [] }
    let values = synced.filter { $0.key != schema.primaryKey }
    guard !situation.fresh.contains(key, of: object.className) else {
      return values.compactMap { loss(of: $0, in: object, missingIn: state, isKnown) }
    }
    guard !state.contains(key, of: object.className) else { return [] }
    let losses = values.filter { $0.value != .null }.map { value in
      HarmAccount.AcknowledgedLoss(
        address: object.property(value.key), value: value.value, after: .absent)
    }
    return losses.isEmpty ? [.init(address: object, value: nil, after: .absent)] : losses
  }

  private func loss(
    of value: Value.Entry, in object: Address, missingIn state: RealmState,
    _ isKnown: (Address) -> Bool
  ) -> HarmAccount.AcknowledgedLoss? {
    let address = object.property(value.key)
    let synced = ObservedValue.value(value.value)
    guard !ObservedValue(situation.fresh, at: address).looksLike(synced), !isKnown(address)
    else { return nil }
    let after = ObservedValue(state, at: address)
    guard !after.looksLike(synced) else { return nil }
    return HarmAccount.AcknowledgedLoss(address: address, value: value.value, after: after)
  }
}

extension Address {
  func property(_ name: RealmString) -> Address {
    Address(className: className, object: object, property: name)
  }
}
