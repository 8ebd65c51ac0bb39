internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ThreeWayChange {
  /// Who has changed the value or element that a write acts on.
  ///
  /// - Parameter isProperty: whether it is a property of an object, which has an initial value that
  ///   nobody set; elements and entries are there or not.
  init(_ write: JudgedWrite, isProperty: Bool, in outcome: Outcome) {
    let thing = write.thing
    if write.kind == .arrayMove {
      self.init(ofMove: thing)
    } else {
      let initial =
        isProperty && thing.before == .absent
        ? write.address.comparablePlace.flatMap(outcome.situation.fresh.initialValue) : nil
      let isInitial = initial.map { thing.server?.value?.looksLike($0) == true } ?? false
      self.init(
        before: isInitial ? thing.server : thing.before, device: thing.device, server: thing.server)
    }
  }

  /// An element that the device moved: the server has changed it only by removing it. Whether it moved
  /// it too shows in no value.
  private init(ofMove thing: ObservedValues) {
    switch (thing.before, thing.server) {
    case (nil, _), (_, nil): self = .unknown
    case (.value?, .absent?): self = .both
    default: self = .deviceOnly
    }
  }

  /// An object is changed with any of its properties.
  init(ofObject write: JudgedWrite, in outcome: Outcome) {
    guard let key = write.address.object, let base = outcome.situation.base else {
      self = .unknown
      return
    }
    let className = write.address.className
    let isThere = write.observed.device == .present
    switch (base.contains(key, of: className), outcome.situation.fresh.contains(key, of: className))
    {
    case (false, false): self = isThere ? .deviceOnly : .neither
    case (true, false): self = isThere ? .both : .sameChange
    case (false, true): self = isThere ? .both : .serverOnly
    case (true, true):
      func isOther(than state: RealmState) -> Bool {
        !outcome.situation.fresh.differences(of: write.address.wholeObject, since: state).isEmpty
      }
      let isSame = isThere && !isOther(than: outcome.situation.local)
      self = !isOther(than: base) ? .deviceOnly : isSame ? .sameChange : .both
    }
  }
}

extension RealmState {
  /// The properties of an object that look otherwise than in an earlier state. What is new, in an embedded object too,
  /// began with its initial value. A primary key is the same under any name.
  func differences(
    of object: Address, since earlier: RealmState?
  ) -> [(name: RealmString, before: ObservedValue, server: ObservedValue)] {
    guard let key = object.object, let entries = self.object(key, of: object.className) else {
      return []
    }
    let old = earlier?.object(key, of: object.className) ?? []
    return entries.enumerated().compactMap { index, entry in
      // Mostly both states have the same properties in the same order.
      let isInPlace = index < old.count && old[index].key == entry.key
      let known = isInPlace ? old[index] : old.first { $0.key == entry.key }
      let place = LocationValue(object.className, key, entry.key)
      guard let before = known.map({ completed($0.value) }) ?? initialValue(at: place),
        !before.looksLike(entry.value), entry.key != schema(of: object.className)?.primaryKey
      else { return nil }
      return (entry.key, ObservedValue.value(before), ObservedValue.value(entry.value))
    }
  }
}
