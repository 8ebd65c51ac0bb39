internal import RealmModel
package import TraceFormat

extension PendingChanges {
  /// Which of the writes conflict with what a target has now, place by place, in the order of their first
  /// write. What is not there was changed by the device alone.
  public func conflicts(with target: TargetState) -> [PendingConflict] {
    let madeClasses = madeClasses
    let search = ConflictSearch(changes: self, madeClasses: madeClasses, target: target)
    let schemaSearch = SchemaConflictSearch(self, madeClasses, target)
    return objects.flatMap { object in
      object.change == .schema ? schemaSearch.conflicts(of: object) : search.conflicts(of: object)
    }.sorted { $0.writes[0] < $1.writes[0] }
  }

  package var madeClasses: Set<RealmString> {
    Set(writes.lazy.filter { $0.operation == .addClass }.map(\.address.className))
  }
}

/// Compares the last sync, the device and a target.
private struct ConflictSearch {
  let changes: PendingChanges
  let madeClasses: Set<RealmString>
  let target: TargetState

  func conflicts(of object: PendingObject) -> [PendingConflict] {
    guard let key = object.key else { return [] }
    let whole = Address(className: object.className, object: key)
    guard target.hasKeys(object.className) == true else {
      // With a class that the device makes nothing of it is there to meet.
      if target.hasKeys(object.className) == nil, madeClasses.contains(object.className) {
        return []
      }
      return [PendingConflict(kind: .unknownObject, address: whole, writes: object.writes)]
    }
    // Sets of links are sorted, as those of the target are.
    func canonical(_ state: RealmState?) -> JSONText? {
      state?.canonicalObject(key, of: object.className).map(CanonicalDifference.comparable)
    }
    let states = (
      base: canonical(changes.base), target: target.object(key, of: object.className),
      device: canonical(changes.device)
    )
    func conflict(_ kind: PendingConflict.Kind) -> [PendingConflict] {
      [
        PendingConflict(
          kind: kind, address: whole, writes: object.writes, base: states.base,
          target: states.target, device: states.device)
      ]
    }
    switch object.change {
    case .schema, .createdAndDeleted: return []
    case .created:
      guard let there = states.target else { return [] }
      return conflict(there == states.device ? .alreadyThere : .exists)
    case .deleted:
      guard let there = states.target else { return conflict(.alreadyThere) }
      if states.base == nil { return conflict(.unknownBase) }
      return there == states.base ? [] : conflict(.changed)
    case .changed, .replaced:
      guard let there = states.target else {
        return conflict(states.base == nil ? .missing : .deleted)
      }
      return places(of: object).compactMap { address, writes in
        self.conflict(at: address, writes, states.base, there, states.device)
      }
    }
  }

  /// The places that writes to an object act on, as far as they are the same in all states.
  private func places(of object: PendingObject) -> [(Address, [Int])] {
    object.writes.filter { changes.writes[$0].address.property != nil }
      .groupedInOrder { changes.writes[$0].address.comparable }.map { ($0.key, $0.elements) }
  }

  private func conflict(
    at address: Address, _ writes: [Int], _ base: JSONText?, _ target: JSONText,
    _ device: JSONText?
  ) -> PendingConflict? {
    let (before, there) = (base?.part(at: address), target.part(at: address))
    let now = device?.part(at: address)
    if base != nil, before == there { return nil }
    // That two numbers are equal does not say that what the device added is in the target's.
    let isCounted = writes.allSatisfy { changes.writes[$0].operation.isAddition }
    let isThere = changes.device != nil && there == now
    let kind: PendingConflict.Kind =
      isCounted
      ? .addsUp
      : isThere ? .alreadyThere : base == nil ? .unknownBase : .changed
    return PendingConflict(
      kind: kind, address: address, writes: writes, base: before, target: there, device: now)
  }
}

extension JSONText {
  /// What an object of a canonical state has at a place; nil for nothing.
  fileprivate func part(at address: Address) -> JSONText? {
    guard let property = address.property else { return self }
    var part = member(property.jsonName)
    for step in address.path {
      guard case .key(let key) = step, let holder = part else { return nil }
      part = (holder.member("$dictionary") ?? holder.member("$embedded"))?.member(key.jsonName)
    }
    return part
  }
}
