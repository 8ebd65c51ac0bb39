internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Outcome {
  /// What the device had synced and a restored server lacks, by property, where the reset took it from
  /// the device as well; and what the device had deleted and is back.
  func acknowledgedLosses(_ server: ServerChanges) -> [HarmAccount.AcknowledgedLoss] {
    lazy var deleted = Set(situation.unsynced.flatMap { $0.changeset.objects(of: .eraseObject) })
    lazy var after = withoutDeleted(result.after)
    return forgotten(server).filter { loss in
      // Of what the device itself has deleted and created anew, its deletion stands where there is nothing.
      guard loss.after != .absent || !deleted.contains(loss.address.wholeObject) else {
        return false
      }
      guard let synced = loss.value else {
        return loss.after == .present || situation.local.has(loss.address)
      }
      let device = ObservedValue(situation.local, at: loss.address)
      let left = ObservedValue(after, at: loss.address)
      return device != .absent && synced.isTaken(from: device.value, leaving: left.value)
    }
  }

  /// As ``acknowledgedLosses(_:)``, whatever the device itself has made of it since.
  func forgotten(_ server: ServerChanges) -> [HarmAccount.AcknowledgedLoss] {
    guard ending.isCarriedOut || committedReset != nil, tellsOfRestoredBackup || server.isKnown,
      let base = situation.base
    else { return [] }
    // Mostly nothing asks for them.
    lazy var places = server.places()
    let back = undoneDeletions(base) { places.contains($0) }
    // A fault may have changed the schema, so that values alone prove nothing.
    guard tellsOfRestoredBackup else { return back }
    return back + values(of: base, missingIn: result.after, PlaceSet(places))
  }

  /// What the device had synced and a restored server lacks, by property, where the file that is set aside
  /// still has something there.
  func syncedInFile(_ server: ServerChanges) -> [HarmAccount.AcknowledgedLoss] {
    guard ending == .manual || ending == .failed, committedReset == nil, tellsOfRestoredBackup,
      let base = situation.base
    else { return [] }
    lazy var fresh = withoutDeleted(situation.fresh)
    return values(of: base, missingIn: situation.fresh, PlaceSet(server.places())).filter { loss in
      ObservedValue(situation.local, at: loss.address) != .absent
        && loss.value.map { !ObservedValue(fresh, at: loss.address).looksLike(.value($0)) } ?? true
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
  ///
  /// - Parameter known: where the server has changed something since, as far as that is shown.
  private func values(
    of base: RealmState, missingIn after: RealmState, _ known: PlaceSet
  ) -> [HarmAccount.AcknowledgedLoss] {
    base.classes.filter { $0.kind == .topLevel }.flatMap { schema in
      base.keys(of: schema.name).flatMap { key in
        losses(
          of: Address(className: schema.name, object: key), schema, base, missingIn: after, known)
      }
    }
  }

  /// The objects that the trace shows the device deleting and syncing that, and that the server has again by no change
  /// of its own. Any other object that is new there may be another user's, and one that the device made anew has nothing
  /// back where it is as the device made it.
  private func undoneDeletions(
    _ base: RealmState, _ isKnown: (Address) -> Bool
  ) -> [HarmAccount.AcknowledgedLoss] {
    let deleted = syncedDeletions
    guard !deleted.isEmpty else { return [] }
    return situation.fresh.classes.filter { $0.kind == .topLevel }.flatMap { schema in
      situation.fresh.keys(of: schema.name).map { Address(className: schema.name, object: $0) }
    }.filter { object in
      deleted.contains(object) && !base.has(object) && !isKnown(object)
        && result.after.has(object)
        && (!situation.local.has(object)
          || !result.after.differences(of: object, since: situation.local).isEmpty)
    }.map { HarmAccount.AcknowledgedLoss(address: $0, value: nil, after: .present) }
  }

  /// The objects that the trace shows the device deleting and syncing that, whether or not they are there again.
  var syncedDeletions: Set<Address> {
    let unsynced = Set(situation.unsynced.map(\.clientVersion))
    let synced = situation.written.filter { !unsynced.contains($0.clientVersion) }.map(\.changeset)
    return Set((situation.baseHistory + synced).flatMap { $0.objects(of: .eraseObject) })
  }

  /// A state without the objects that the device had deleted and synced that: what links to one again has back what the
  /// deletion took, and that is one thing.
  private func withoutDeleted(_ state: RealmState) -> RealmState {
    syncedDeletions.reduce(into: state) { state, object in
      guard let key = object.object, state.has(object), situation.base?.has(object) == false else {
        return
      }
      var builder = ChangesetBuilder()
      builder.eraseObject(object.className, key)
      try? state.apply(builder.changeset)
    }
  }

  private func losses(
    of object: Address, _ schema: ClassSchema, _ base: RealmState,
    missingIn state: RealmState, _ known: PlaceSet
  ) -> [HarmAccount.AcknowledgedLoss] {
    let synced = base.object(at: object) ?? []
    // Mostly the server has the object as it was.
    guard synced != situation.fresh.object(at: object),
      !known.places.contains(object)
    else { return [] }
    let values = synced.filter { $0.key != schema.primaryKey }
    guard !situation.fresh.has(object) else {
      return values.flatMap {
        losses(of: $0.value, at: object.property($0.key), missingIn: state, known)
      }
    }
    guard !state.has(object) else { return [] }
    // A link to an object that is not there is null to everybody, and what is empty nobody need have written.
    let held = values.filter {
      !$0.value.looksLike(.null) && !Optional(ObservedValue.value($0.value)).isEmptyCollection
    }
    let gone = held.map { value in
      HarmAccount.AcknowledgedLoss(
        address: object.property(value.key), value: value.value, after: .absent)
    }
    return gone.isEmpty ? [.init(address: object, value: nil, after: .absent)] : gone
  }

  private func losses(
    of value: Value, at address: Address, missingIn state: RealmState, _ known: PlaceSet
  ) -> [HarmAccount.AcknowledgedLoss] {
    let synced = ObservedValue.value(value)
    guard !ObservedValue(situation.fresh, at: address).looksLike(synced),
      !known.places.contains(address)
    else { return [] }
    if known.touches(address) {
      // Others have written to a part of it, and only the rest is gone.
      return value.entries.flatMap { entry in
        var part = address
        part.path.append(.key(entry.key))
        return losses(of: entry.value, at: part, missingIn: state, known)
      }
    }
    let after = ObservedValue(state, at: address)
    guard !after.looksLike(synced) else { return [] }
    return [HarmAccount.AcknowledgedLoss(address: address, value: value, after: after)]
  }
}

extension Value {
  /// Those of a dictionary, and the properties of an embedded object.
  fileprivate var entries: [Entry] {
    switch self {
    case .dictionary(let entries): entries
    case .embedded(let object): object.properties
    default: []
    }
  }

  /// Whether more of a synced value is gone than the device itself has removed or replaced by what is there now, or
  /// whether something is back in a collection that neither had, or neither as often.
  ///
  /// - Parameters:
  ///   - device: what the device had made of it.
  ///   - after: what there is in the end.
  fileprivate func isTaken(from device: Value?, leaving after: Value?) -> Bool {
    let after = after ?? .null
    guard let device, !device.looksLike(after), !looksLike(after) else { return false }
    guard !device.looksLike(self) else { return true }
    switch (self, device) {
    case (.list(let synced), .list(let own)):
      let left = ObservedValue.value(after).elements
      // An embedded object that was edited looks like a new one: only their number tells that it is gone.
      let embedded = [synced, own, left].map { $0.count(where: \.isEmbedded) }
      if min(embedded[0], embedded[1]) > embedded[2] { return true }
      let (known, had, now) = (Self.counts(synced), Self.counts(own), Self.counts(left))
      return known.contains { min($0.value, had[$0.key] ?? 0) > now[$0.key] ?? 0 }
        || now.contains { $0.value > max(known[$0.key] ?? 0, had[$0.key] ?? 0) }
    case (.set(let synced), .set(let own)):
      let (had, now) = (Members(own), Members(.value(after)))
      let known = Members(synced + own)
      return synced.contains { had.has($0) && !now.has($0) }
        || ObservedValue.value(after).elements.contains { !known.has($0) }
    case (.dictionary(let synced), .dictionary(let own)):
      let known = (synced + own).byKey
      return isEntryTaken(from: device, leaving: after)
        || after.entries.contains { known[$0.key] == nil }
    case (.embedded, .embedded): return isEntryTaken(from: device, leaving: after)
    default: return true
    }
  }

  private func isEntryTaken(from device: Value, leaving after: Value) -> Bool {
    let (had, now) = (device.entries.byKey, after.entries.byKey)
    return entries.contains { $0.value.isTaken(from: had[$0.key], leaving: now[$0.key]) }
  }

  private static func counts(_ elements: [Value]) -> [Appearance: Int] {
    elements.reduce(into: [:]) { $0[$1.appearance, default: 0] += 1 }
  }
}
