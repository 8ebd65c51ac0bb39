internal import RealmModel
public import Replayer
internal import TraceFormat

extension IncomingChanges {
  /// What the server has otherwise than the last sync, and whether the reset brings it to the device.
  ///
  /// - Complexity: Linear in the objects of the server's state, and in the values of those that are not
  ///   known to be unchanged.
  public init(_ outcome: Outcome) {
    let base = outcome.gaps.contains(where: \.hidesServer) ? nil : outcome.situation.base
    changes = base.map { IncomingSearch(outcome, base: $0).changes() }
    guard outcome.knownAfter == nil, let count = changes?.count else { return }
    for index in 0..<count {
      changes?[index].after = nil
      changes?[index].arrives = nil
    }
  }
}

extension ChangeUndoneByCopy {
  /// What of the server's changes a copy of all objects of the device's file would undo; nil where the
  /// trace does not show the last sync.
  ///
  /// - Parameter restored: the places that a restored server has gone back at, which it has not changed.
  static func all(
    in outcome: Outcome, except restored: Set<Address>
  ) -> [ChangeUndoneByCopy]? {
    let gone = Set(restored.map(\.wholeObject))
    return outcome.situation.base.map { base in
      let search = IncomingSearch(outcome, base: base)
      return search.objectChanges().flatMap(search.undone).filter { change in
        !restored.contains(change.address)
          && !(change.server == .absent && gone.contains(change.address))
      }
    }
  }
}

/// Compares the last sync with what the server has now.
private struct IncomingSearch {
  let base: RealmState
  let fresh: RealmState
  /// Also what is in the file that is set aside, if it is.
  let after: RealmState

  init(_ outcome: Outcome, base: RealmState) {
    self.base = base
    (fresh, after) = (outcome.situation.fresh, outcome.result.after)
  }

  func changes() -> [IncomingChange] { schemaChanges() + objectChanges() }

  private func schemaChanges() -> [IncomingChange] {
    classNames.flatMap { name -> [IncomingChange] in
      let (old, new) = (base.schema(of: name), fresh.schema(of: name))
      guard old != nil, new != nil else { return [change(at: Address(className: name))] }
      let properties = Set(
        (old?.properties ?? []).map(\.name) + (new?.properties ?? []).map(\.name))
      return properties.sorted().compactMap { property in
        guard (old?.property(property) != nil) != (new?.property(property) != nil) else {
          return nil
        }
        return change(at: Address(className: name, property: property))
      }
    }
  }

  private func change(at address: Address, server: ObservedValue? = nil) -> IncomingChange {
    let server = server ?? ObservedValue(fresh, at: address)
    let after = ObservedValue(after, at: address)
    return IncomingChange(
      address: address, before: ObservedValue(base, at: address), server: server, after: after,
      arrives: after.completed(by: fresh).looksLike(server))
  }

  private var classNames: [RealmString] { Set((base.classes + fresh.classes).map(\.name)).sorted() }

  func objectChanges() -> [IncomingChange] {
    let changed = fresh.changes(since: base)?.objects
    return classNames.filter { name in
      (fresh.schema(of: name) ?? base.schema(of: name))?.kind == .topLevel
    }.flatMap { name in
      let isChanged = { (key: PrimaryKeyValue) in
        changed?.contains(ObjectName(className: name, key: key)) ?? true
      }
      let new = fresh.keys(of: name).filter { isChanged($0) && !base.contains($0, of: name) }
      return (base.keys(of: name).filter(isChanged) + new)
        .flatMap { changes(of: Address(className: name, object: $0)) }
    }
  }

  private func changes(of object: Address) -> [IncomingChange] {
    guard base.has(object), fresh.has(object) else { return [arrivalOrDeparture(of: object)] }
    return fresh.differences(of: object, since: base).map {
      change(at: object.property($0.name), server: $0.server)
    }
  }

  private func arrivalOrDeparture(of object: Address) -> IncomingChange {
    let server = whole(object, in: fresh)
    return IncomingChange(
      address: object, before: whole(object, in: base), server: server,
      after: whole(object, in: after),
      arrives: server == .absent
        ? !after.has(object)
        : Value.looksAlike(
          values(of: object, in: fresh),
          after.object(at: object) ?? []))
  }

  private func whole(_ object: Address, in state: RealmState) -> ObservedValue {
    guard state.has(object) else { return .absent }
    return .value(
      .embedded(
        Value.EmbeddedObject(
          className: object.className, properties: values(of: object, in: state))))
  }

  /// All properties but the primary key.
  private func values(of object: Address, in state: RealmState) -> [Value.Entry] {
    let primaryKey = state.schema(of: object.className)?.primaryKey
    return (state.object(at: object) ?? []).filter { $0.key != primaryKey }
  }

  /// What a copy of the object in the file that is set aside undoes of a change to it.
  func undone(_ change: IncomingChange) -> [ChangeUndoneByCopy] {
    guard after.has(change.address) else { return [] }
    guard change.address.property == nil else {
      return overwritten(change.address, change.server).map { [$0] } ?? []
    }
    guard change.server != .absent else {
      return [
        ChangeUndoneByCopy(
          address: change.address, server: .absent, copy: whole(change.address, in: after))
      ]
    }
    return values(of: change.address, in: fresh).compactMap { entry in
      overwritten(change.address.property(entry.key), .value(entry.value))
    }
  }

  private func overwritten(_ address: Address, _ server: ObservedValue) -> ChangeUndoneByCopy? {
    let copy = ObservedValue(after, at: address)
    let seen = ObservedValues(
      before: ObservedValue(base, at: address), device: copy, server: server, after: nil
    ).completed(by: fresh)
    guard copy != .absent, !seen.device.looksLike(server), !seen.deviceHasChangedParts else {
      return nil
    }
    return ChangeUndoneByCopy(address: address, server: server, copy: copy)
  }
}
