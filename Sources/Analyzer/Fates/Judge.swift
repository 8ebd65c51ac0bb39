package import RealmModel
package import Replayer
internal import TraceFormat

/// Gives each unsynced write its fate, from the replay's rulings and the states around the reset.
package struct Judge {
  let outcome: Outcome
  private(set) var evidence: Evidence
  private let (isDeviceKnown, knownAfter): (Bool, RealmState?)
  package let server: ServerChanges
  private(set) var taken: IntegratedTransactions
  /// What both sides last shared, or what the server was restored to, with what it has taken from the device without
  /// having said so; nil where that is the last sync.
  package let baseWithTaken: RealmState?
  /// Whether the outcome is of some of the writes only, so that the others may show what was taken.
  private let isOfSome: Bool
  let faulted: FaultedObjects
  let discardCause: Cause
  private(set) var elements: ElementEvidence
  /// By write; nil where the replay made none.
  private(set) var rulings: [Ruling?]
  private(set) var device: DeviceWrites
  let placesSinceRestore: PlaceSet?
  /// Whether the server was restored from a backup: that has none of what was not acknowledged, and other numbers
  /// because it is older.
  let isRestored: Bool
  /// Where an addition may be a coincidence: the places that the server wrote to, as far as that shows.
  private(set) var serverPlaces: Set<Address> = []
  /// The members of each set that writes are about, gone through once.
  private(set) var sets: [Address: SetMembers] = [:]
  /// By place, what ``baseWithTaken`` has there; gone through once, too.
  private var takenPlaces: [Int: TakenPlace] = [:]
  /// How many more of each element than at the last sync the server's lists have that the device has inserted into.
  private(set) var listNews: [Address: [Value.Appearance: Int]] = [:]
  private(set) var emptied: Set<Address> = []

  /// - Parameters:
  ///   - taken: the transactions that the server took, where the outcome is of some of the writes only.
  ///   - cache: what other outcomes have in common with this one.
  package init(
    _ outcome: Outcome, taken: IntegratedTransactions? = nil, cache: ReplayCache? = nil
  ) {
    self.outcome = outcome
    evidence = Evidence(outcome.gaps)
    if evidence.hidesDownload, outcome.isConfirmed { evidence.hidesDownload = false }
    (isDeviceKnown, knownAfter) = (outcome.isDeviceKnown, outcome.knownAfter)
    faulted = FaultedObjects(outcome.faults)
    device = cache?.writes(of: outcome.situation) ?? DeviceWrites(outcome.situation)
    let followsElements = !device.elements.elements.isEmpty && !evidence.isApproximate
    server =
      cache?.serverChanges(of: outcome, followsElements: followsElements)
      ?? ServerChanges(outcome, followsElements: followsElements)
    self.taken =
      taken
      ?? IntegratedTransactions(
        outcome, server, isFreshKnown: !evidence.isApproximate && !evidence.hidesServer)
    device.note(self.taken)
    baseWithTaken = self.taken.base(of: outcome.situation, cache)
    isOfSome = taken != nil
    discardCause = outcome.discardCause
    isRestored = outcome.tellsOfRestoredBackup
    placesSinceRestore = server.placesSinceRestore(in: outcome)
    elements = ElementEvidence(outcome, device.elements, server: server.elements)
    rulings = outcome.rulingsByWrite
  }

  /// What the device had not synced, net, with outcomes that are not known yet.
  var changes: [Change] { device.changes }

  package mutating func writes() -> [JudgedWrite] {
    var writes = unjudged()
    (listNews, emptied) = (Self.listNews(for: writes), writes.emptiedPlaces)
    if writes.contains(where: mayBeCoincidence) {
      serverPlaces = placesSinceRestore?.places ?? server.places()
      if !isOfSome, !evidence.isApproximate { noteUntaken(writes) }
    }
    // In place: what a write shows of the one that replaced it is the device's alone.
    for index in writes.indices { judge(&writes[index], index) }
    show(in: &writes)
    for index in writes.indices where evidence.hidesServer {
      (writes[index].missingObject, writes[index].threeWay) = (nil, .unknown)
    }
    guard !isDeviceKnown else { return writes }
    for index in writes.indices {
      // That the device changed the thing at all the write itself shows.
      let isChanged = writes[index].threeWay == .deviceOnly || writes[index].threeWay == .both
      if !isChanged { writes[index].threeWay = .unknown }
    }
    return writes
  }

  /// Leaves of what the states show what is known of them; an object that the server undid goes back to what that has.
  ///
  /// - Complexity: That of comparing the values with each other, once for a place.
  private func show(in writes: inout [JudgedWrite]) {
    // The device has written to objects that the trace does not show.
    let lacksObjects = outcome.gaps.contains {
      if case .deviceMisfit = $0.fact { true } else { false }
    }
    func known(_ write: JudgedWrite, _ seen: ObservedValues, isUndone: Bool) -> ObservedValues {
      var seen = seen
      if evidence.hidesServer { seen.server = nil }
      if !isDeviceKnown { seen.device = nil }
      if lacksObjects, seen.before == .absent, write.address.property != nil,
        outcome.situation.base?.has(write.address.wholeObject) == false
      {
        seen.before = nil
      }
      if isUndone { seen.after = seen.server }
      return seen
    }
    var shown: [Bool: [Int: Boxed<ObservedPlace>]] = [:]
    for index in writes.indices {
      let isUndone =
        if case .refused(.undone, _) = writes[index].reason { true } else { false }
      guard isUndone || evidence.hidesServer || !isDeviceKnown else { continue }
      let write = writes[index]
      let place = write.own.value.place
      let seen =
        shown[isUndone]?[place]
        ?? Boxed(ObservedPlace(known(write, write.observed, isUndone: isUndone)))
      shown[isUndone, default: [:]][place] = seen
      writes[index].seen = seen
      writes[index].element = write.element.map { known(write, $0, isUndone: isUndone) }
    }
  }

  /// Takes note of transactions that the server's values show that it has not taken: where the device's last write to a
  /// property changed what is on the server as it was at the last sync.
  private mutating func noteUntaken(_ writes: [JudgedWrite]) {
    var last: [Int: Int] = [:]
    for write in writes where write.threeWay == .deviceOnly && !write.address.leadsThroughList {
      guard write.observed.before?.value != nil, taken.has(write.transactionIndex) == nil else {
        continue
      }
      last[write.own.value.place] = write.transactionIndex
    }
    guard let first = last.values.min() else { return }
    taken.firstNotIntegrated = min(first, taken.firstNotIntegrated ?? first)
  }

  /// - Complexity: Linear in the lists that the server has changed, each gone through once.
  private static func listNews(for writes: [JudgedWrite]) -> [Address: [Value.Appearance: Int]] {
    var news: [Address: [Value.Appearance: Int]] = [:]
    for write in writes where write.kind == .arrayInsert && write.seen.value.hasServerChanged {
      let place = write.address.comparable
      guard news[place] == nil, case .list(let before)? = write.observed.before?.value,
        case .list(let elements)? = write.observed.server?.value
      else { continue }
      news[place] = elements.reduce(into: [:]) { $0[$1.appearance, default: 0] += 1 }
      for element in before { news[place]?[element.appearance, default: 0] -= 1 }
    }
    return news
  }

  func observedPropertyValues(of writes: [JudgedWrite]) -> [Address: ObservedValues] {
    var observed: [Address: ObservedValues] = [:]
    for write in writes where !write.address.path.isEmpty {
      let property = write.address.wholeProperty
      guard observed[property] == nil else { continue }
      var values = ObservedValues(outcome, at: property)
      if !isDeviceKnown { values.device = nil }
      if evidence.hidesServer { values.server = nil }
      if knownAfter == nil { values.after = nil }
      // The object goes back to what the server has.
      if case .refused(.undone, _) = write.reason { values.after = values.server }
      observed[property] = values
    }
    return observed
  }
}

extension Outcome {
  /// Why the last attempt discarded everything, if it did. It is the cause of these losses and of no others.
  package var discardCause: Cause {
    guard let attempt = attempts.last, attempt.requestedMode == .recoverOrDiscard else {
      return .discardedByMode
    }
    return attempt.action == .clientResetNoRecovery ? .recoveryForbidden : .recoveryGivenUp
  }

  /// Whether the trace shows that the device ended with the very state that the replay leaves.
  fileprivate var isConfirmed: Bool {
    guard let recorded = observed?.recorded, recorded.result == ending else { return false }
    return uploaded?.state != nil || recorded.stateDigest == result.after.canonicalJSON.digest
  }

  /// What a place has after the reset; nil where that is not known.
  func after(at address: Address) -> ObservedValue? {
    knownAfter.map { ObservedValue($0, at: address) }
  }

  /// The ruling on each write, in order; nil where the replay made none.
  fileprivate var rulingsByWrite: [Ruling?] {
    let starts = writeStarts
    var found = [Ruling?](repeating: nil, count: starts[starts.count - 1])
    for ruling in result.rulings {
      found[starts[ruling.changesetIndex] + ruling.instructionIndex] = ruling
    }
    return found
  }

  /// The number of the first write of each unsynced transaction; at the end the count of all.
  var writeStarts: [Int] {
    situation.unsynced.reduce(into: [0]) {
      $0.append($0[$0.count - 1] + $1.changeset.instructions.count)
    }
  }
}

// What is known of each write before it is judged
extension Judge {
  private mutating func unjudged() -> [JudgedWrite] {
    var seen = device.places.map { _ -> Boxed<ObservedPlace>? in nil }
    let fresh = outcome.situation.fresh
    let isOnServer = device.objects.map {
      fresh.has(device.writes[$0.write].value.address.wholeObject)
    }
    var writes: [JudgedWrite] = []
    writes.reserveCapacity(device.writes.count)
    for (index, own) in device.writes.enumerated() {
      let place = own.value.place
      let observed = seen[place] ?? Boxed(ObservedPlace(observedValues(at: device.places[place])))
      seen[place] = observed
      var write = JudgedWrite(own: own, seen: observed)
      write.settle(.unknown(.noRuling))
      write.rule = rulings[index]?.rule
      if let object = own.value.object {
        let wasThere = device.objects[object].wasThere
        write.missingObject = isOnServer[object] ? nil : wasThere ? .deleted : .neverThere
        write.isHeldOnServer = isHeldOnServer(own.value.address, isOnServer[object])
      }
      write.element = element(of: write, index)
      write.isInSameList = elements.isInSameList(index)
      write.threeWay = threeWay(write, index)
      writes.append(write)
    }
    return writes
  }

  private func observedValues(at place: DeviceWrites.Place) -> ObservedValues {
    // As far as it is the same in all states: down to a list that the path leads through.
    let address = device.writes[place.write].value.address.comparable
    let situation = outcome.situation
    return ObservedValues(
      before: place.before, device: place.device,
      server: ObservedValue(situation.fresh, at: address),
      after: knownAfter.map {
        $0.isIdentical(to: situation.local) ? place.device : ObservedValue($0, at: address)
      }
    ).completed(by: situation.fresh)
  }

  private func isHeldOnServer(_ address: Address, _ hasObject: Bool) -> Bool {
    guard address.object != nil, address.property != nil else { return true }
    guard hasObject else { return false }
    guard address.path.contains(where: { !$0.isIndex }), !address.leadsThroughList,
      let holder = address.holder
    else { return true }
    let kind = outcome.situation.fresh.holder(at: holder)
    return kind == .dictionary || kind == .embeddedObject
  }

  private mutating func element(of write: JudgedWrite, _ index: Int) -> ObservedValues? {
    let seen = elements.observedValues(of: index).map { takenElement(of: write, $0) }
    guard write.kind == .setInsert || write.kind == .setErase else { return seen }
    guard let value = write.carried else { return nil }
    if write.address.leadsThroughList {
      return seen.map { SetMembers(in: $0).membership(of: value) }
    }
    if sets[write.address] == nil { sets[write.address] = SetMembers(in: write.thing) }
    return sets[write.address]?.membership(of: value)
  }

  /// Where a write removes an element whose insertion the server took unheard, the server's own copy of that: by its
  /// value, because each side's insertion is another element to who follows both.
  private func takenElement(of write: JudgedWrite, _ seen: ObservedValues) -> ObservedValues {
    guard let maker = write.localEffect.removes, !write.localEffect.isCancellation else {
      return seen
    }
    let (made, list) = (device.writes[maker].value, write.observed)
    let isOfList = made.address.path.count == made.address.comparable.path.count + 1
    let value = isOfList && !made.effect.hasLaterValue ? made.operation.payload?.value : nil
    let shared = baseWithTaken.map {
      ObservedValue($0, at: write.address.comparable).completed(by: outcome.situation.fresh)
    }
    func copy(in other: ObservedValue?) -> ObservedValue? {
      guard other != nil else { return nil }
      let isAsOnDevice = other.looksLike(list.device)
      guard let value, !isAsOnDevice else { return isAsOnDevice ? .absent : .present }
      let counts = [other, list.device, shared].map { side in
        side.elements.count(where: { $0.looksLike(value) })
      }
      if counts[0] > counts[1] { return .value(value) }
      guard shared != nil else { return .absent }
      // What nobody had before may be the element, which others have set.
      let isKnown = Value.isPart(other.elements, of: shared.elements + list.device.elements)
      return counts[2] > counts[0] && isKnown ? .absent : .present
    }
    var seen = seen
    (seen.server, seen.after) = (copy(in: list.server), copy(in: list.after))
    return seen
  }

  private mutating func threeWay(_ write: JudgedWrite, _ index: Int) -> ThreeWayChange {
    let isOfObject = write.kind == .createObject || write.kind == .eraseObject
    let view =
      isOfObject
      ? ThreeWayChange(ofObject: write, in: outcome)
      : ThreeWayChange(write, isProperty: write.own.value.endsAtProperty, in: outcome)
    if view != .deviceOnly, write.missingObject == nil, isOnlyRestored(write) {
      // A restored server has not edited what it forgot.
      return view == .serverOnly ? .neither : .deviceOnly
    }
    let others = haveOthersChanged(write, isOfObject)
    switch (others, view) {
    case (false?, .both), (false?, .serverOnly): return .deviceOnly
    // They have changed it back to what the last sync had.
    case (true?, .deviceOnly): return .both
    default: break
    }
    // That the device moved it before, and the server took that, is no move of others'.
    let isMoved = write.kind == .arrayMove && view == .deviceOnly && others != false
    return isMoved && elements.isMovedOnServer(index) ? .both : view
  }

  /// Whether others have changed what a write is about; nil where only the values tell: where ``baseWithTaken`` has there
  /// what the last sync has, or does not show the element.
  private mutating func haveOthersChanged(_ write: JudgedWrite, _ isOfObject: Bool) -> Bool? {
    guard let baseWithTaken else {
      // An object that they have put in the place of another one may look as that did.
      let object = write.address
      let isReplaced = isOfObject && server.replaced.contains(object)
      return isReplaced && outcome.situation.fresh.has(object) ? true : nil
    }
    let (address, fresh) = (write.address.comparable, outcome.situation.fresh)
    if isOfObject {
      guard baseWithTaken.has(address) || fresh.has(address) else { return false }
      guard write.kind == .eraseObject || write.observed.before == .present,
        baseWithTaken.has(address), fresh.has(address)
      else { return nil }
      return !fresh.differences(of: address, since: baseWithTaken).isEmpty
    }
    // That an object of the device's own was deleted is about its creation.
    let object = address.wholeObject
    if write.isOnOwnObject, baseWithTaken.has(object), !fresh.has(object) { return nil }
    let taken =
      takenPlaces[write.own.value.place]
      ?? TakenPlace(
        ObservedValue(baseWithTaken, at: address).completed(by: fresh), write.observed)
    takenPlaces[write.own.value.place] = taken
    guard !taken.isAsBefore else { return nil }
    if taken.isOnServer { return false }
    guard write.element != nil || write.kind == .arrayMove else { return true }
    return haveOthersChangedElement(write, taken)
  }

  /// The same of an element, whose collection they have changed.
  private func haveOthersChangedElement(_ write: JudgedWrite, _ place: TakenPlace) -> Bool? {
    let isTaken = taken.isTaken(write.transactionIndex, in: outcome.situation)
    switch write.kind {
    case .arrayInsert where isTaken:
      guard case .value(.list)? = write.observed.server else { return nil }
      let lack = (write.element?.device?.value).flatMap { place.lacking[$0.appearance] }
      // An app that assigns a whole list puts the same elements in again.
      let isRemoved =
        server.hasRemovedElement(of: write).map { $0 && lack ?? 1 > 0 }
        ?? (!place.hasNews && lack ?? 0 > 0)
      return isRemoved ? true : nil
    case .update
    where isTaken && write.localEffect.replacedBy == nil && write.localEffect.elementMadeBy == nil:
      guard let value = write.carried, let onServer = write.element?.server else { return nil }
      return !onServer.looksLike(.value(value))
    case .setInsert, .setErase:
      guard write.address.comparable == write.address, let member = write.carried else {
        return nil
      }
      return place.members.has(member) != (write.element?.server == .present)
    default: return nil
    }
  }

  private struct TakenPlace {
    let isAsBefore: Bool
    let isOnServer: Bool
    /// Those of a set.
    let members: Members
    /// How many fewer of each element of a list the server has.
    private(set) var lacking: [Value.Appearance: Int] = [:]
    /// Whether others have put into a list what may be an element of it, changed.
    let hasNews: Bool

    init(_ taken: ObservedValue, _ seen: ObservedValues) {
      (isAsBefore, isOnServer) = (taken.looksLike(seen.before), taken.looksLike(seen.server))
      members = Members(taken)
      hasNews = !Value.isPart(seen.server.elements, of: taken.elements + seen.device.elements)
      for element in taken.elements { lacking[element.appearance, default: 0] += 1 }
      for element in seen.server.elements { lacking[element.appearance, default: 0] -= 1 }
    }
  }

  /// Whether all that the server has otherwise than the last sync, of what a write is about, it has because it was
  /// restored from a backup.
  func isOnlyRestored(_ write: JudgedWrite) -> Bool {
    guard let known = placesSinceRestore, write.thing.before != nil, write.address.object != nil
    else { return false }
    return !known.touches(write.address.comparable)
  }
}
