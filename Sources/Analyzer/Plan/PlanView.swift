internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the states around a reset show of a place that a merge plan is about.
struct PlanView {
  let place: PlannedPlace
  private let outcome: Outcome
  private let placesSinceRestore: PlaceSet?
  /// As last synced, or as the server took it unheard; nil where the trace doesn't show that state.
  private let before: ObservedValue?
  let device: ObservedValue
  let server: ObservedValue

  /// For one element of a set: which states have it; nil for a set inside of what is carried over as a whole.
  private let membership: ObservedValues?
  /// Whether others have changed it.
  private let isMemberChanged: Bool
  /// Whether the device has written to an object that the server has replaced by another one since.
  private let isOfReplaced: Bool
  /// Whether the device has created the object itself.
  private let isMade: Bool
  /// Whether it is one of so many that the set is not shown.
  private let isOfLargeSet: Bool

  /// The most elements of a set that an operation on one of them shows; of a larger one it says whether
  /// it has that element.
  private static let shownMax = 100

  /// - Parameter placesSinceRestore: where a restored server has changed something since, if that is known.
  init(
    _ place: PlannedPlace, _ outcome: Outcome, _ judged: JudgedOutcome,
    _ placesSinceRestore: PlaceSet?
  ) {
    (self.place, self.outcome, self.placesSinceRestore) = (place, outcome, placesSinceRestore)
    // Mostly the judge has looked there.
    let own = place.writes.first.map { judged.writes[$0] }
    var seen = own?.address.comparable == place.address ? own?.observed : nil
    membership = place.member != nil && own?.address == place.address ? own?.element : nil
    isMemberChanged = own?.threeWay == .both || own?.threeWay == .serverOnly
    isMade = place.writes.contains { judged.writes[$0].kind == .createObject }
    isOfReplaced = place.writes.contains { index in
      let write = judged.writes[index]
      return write.address.wholeObject == place.address.wholeObject
        && judged.taken.has(write.transactionIndex) != true
        && judged.server.hasReplacedObject(of: write, since: outcome.situation.base)
    }
    if let base = judged.baseWithTaken, place.member == nil, seen != nil {
      seen?.before = ObservedValue(base, at: place.address).completed(by: outcome.situation.fresh)
    }
    isOfLargeSet =
      membership != nil
      && [seen?.before, seen?.device, seen?.server].contains {
        if case .value(.set(let elements))? = $0 { elements.count > Self.shownMax } else { false }
      }
    if isOfLargeSet, let membership {
      before = membership.before
      (device, server) = (membership.device ?? .absent, membership.server ?? .absent)
    } else if let seen, let device = seen.device, let server = seen.server {
      (before, self.device, self.server) = (seen.before, device, server)
    } else {
      let fresh = outcome.situation.fresh
      before = outcome.situation.base.map {
        ObservedValue($0, at: place.address).completed(by: fresh)
      }
      device = ObservedValue(outcome.situation.local, at: place.address).completed(by: fresh)
      server = ObservedValue(fresh, at: place.address)
    }
  }

  var deviceHasMember: Bool { membership?.device == .present }

  /// What a state shows of the place once the operation is carried out on it.
  func after(in state: RealmState) -> ObservedValue {
    guard isOfLargeSet else { return ObservedValue(state, at: place.address) }
    return hasMember(state) ? .present : .absent
  }

  /// Whether a large set has the element after its insertion or removal was carried out without an error:
  /// all that an insertion may lack is the object that the element links to.
  private func hasMember(_ state: RealmState) -> Bool {
    guard deviceHasMember else { return false }
    guard case .link(let link)? = place.member else { return true }
    return state.contains(link.key, of: link.className)
  }

  /// Whether the server has what the device has.
  var isSettled: Bool {
    switch place.kind {
    case .value: device.looksLike(server)
    // Without a membership both are nil.
    case .member: membership?.device == membership?.server
    case .sum(let sum): sum == 0
    case .wholeObject: server == .present && isCarriedOver(by: outcome.situation.fresh)
    default: false
    }
  }

  func isCarriedOver(by state: RealmState) -> Bool {
    if isOfLargeSet { return hasMember(state) == deviceHasMember }
    let after = ObservedValue(state, at: place.address)
    switch place.kind {
    case .member(let value): return after.holds(value) == deviceHasMember
    case .wholeObject:
      let own = outcome.situation.local.object(at: place.address) ?? []
      return Value.looksAlike(state.completed(own), state.object(at: place.address) ?? [])
    case .upload, .sum: return true
    default: return after.looksLike(device)
    }
  }
}

// What stands against it
extension PlanView {
  /// Why a person has to decide; nil where nothing stands against it.
  var conflict: MergePlan.Conflict? {
    guard !place.isRestored else { return nil }
    return switch place.kind {
    case .newObject, .upload: nil
    case .addedClass: before == .present ? .classRemoved : nil
    case .addedProperty: before == .present ? .propertyRemoved : nil
    case .removedSchema: .removesSchema
    case .wholeObject where server == .absent: absence
    case _ where isOfReplaced: .objectReplaced
    case .wholeObject: objectConflict
    case .deletedObject: objectConflict ?? linkConflict
    case .value, .member, .sum: valueConflict
    }
  }

  /// Why the server does not have an object; nil where nobody has had it but the device.
  private var absence: MergePlan.Conflict? {
    if !outcome.situation.fresh.contains(class: place.address.className) { return .classMissing }
    if before == .absent { return isMade ? nil : .objectMissing }
    if outcome.hidesObjects { return .objectHidden }
    return before == nil ? .objectMissing : .objectDeleted
  }

  private var objectConflict: MergePlan.Conflict? {
    guard let base = outcome.situation.base else { return .lastSyncUnknown }
    guard let old = base.object(at: place.address) else { return .objectExists }
    // A restored server has not changed what it forgot.
    if let placesSinceRestore, !placesSinceRestore.touches(place.address) { return nil }
    let fresh = outcome.situation.fresh
    let present = fresh.object(at: place.address) ?? []
    return Value.looksAlike(fresh.completed(old), present) ? nil : .objectChanged
  }

  /// Whether others have linked to the object: its deletion would take those links with it.
  private var linkConflict: MergePlan.Conflict? {
    guard let base = outcome.situation.base, let key = place.address.object else { return nil }
    let object = ObjectName(className: place.address.className, key: key)
    let before = base.referrers(of: object)
    let isNew = outcome.situation.fresh.referrers(of: object).contains { referrer, counts in
      let known = before[referrer] ?? [:]
      guard counts.contains(where: { $1 > known[$0] ?? 0 }) else { return false }
      // What a restored server links to again, nobody has linked to.
      let address = Address(className: referrer.className, object: referrer.key)
      return placesSinceRestore?.touches(address) ?? !outcome.tellsOfRestoredBackup
    }
    return isNew ? .linkedByServer : nil
  }

  private var valueConflict: MergePlan.Conflict? {
    guard server != .absent || isObjectOnServer else { return nil }
    guard let before else { return .lastSyncUnknown }
    if membership != nil { return isMemberChanged ? .elementChanged : nil }
    let seen = ObservedValues(before: before, device: device, server: server, after: nil)
    guard !before.looksLike(server), !seen.deviceHasChangedParts else { return nil }
    return .valueChanged(from: before, to: server, mayBeSame: device.looksLike(server))
  }

  private var isObjectOnServer: Bool {
    guard let key = place.address.object else { return true }
    return outcome.situation.fresh.contains(key, of: place.address.className)
  }

  var action: MergePlan.Action {
    switch place.kind {
    case .addedClass: .addClass
    case .addedProperty: .addProperty
    case .removedSchema: place.address.property == nil ? .removeClass : .removeProperty
    case .newObject: .create
    case .wholeObject: server == .absent ? .createWhole : .setWhole
    case .deletedObject: .delete
    case .upload: .upload
    case .sum(let sum): .add(sum)
    case .member(let value): deviceHasMember ? .addMember(value) : .removeMember(value)
    case .value: device == .absent ? .remove : .set(device)
    }
  }
}

extension ObservedValue {
  func holds(_ member: Value) -> Bool {
    guard case .value(.set(let elements)) = self else { return false }
    return elements.contains { $0.looksLike(member) }
  }
}

extension Value {
  /// Whether all properties of the first list are in the second one, with values that look alike.
  static func looksAlike(_ a: [Entry], _ b: [Entry]) -> Bool {
    let others = b.byKey
    return a.allSatisfy { entry in others[entry.key].map(entry.value.looksLike) ?? false }
  }
}
