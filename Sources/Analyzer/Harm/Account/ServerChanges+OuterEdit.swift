internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ServerChanges {
  /// Where the server's edit and a write meet: the outer of the two places; nil where the server had
  /// not edited what the write is about.
  func outerEdit(of write: JudgedWrite, in outcome: Outcome) -> Address? {
    guard write.address.object != nil, let base = outcome.situation.base else { return nil }
    let object = write.address.wholeObject
    if isGoneOrReplaced(object, base, outcome.situation.fresh) { return object }
    guard write.address.property != nil else { return write.threeWay == .both ? object : nil }
    for place in write.address.andAbove.reversed().dropFirst() {
      let (before, now) = (Sighting(base, at: place), Sighting(outcome.situation.fresh, at: place))
      if before.isOtherThing(than: now) { return place }
      // Below a list, an index names another element in each state: the write's own view decides.
      if case .value(.list(let elements)) = now, place != write.address {
        return listEdit(of: write, place, isEmptied: elements.isEmpty)
      }
    }
    guard write.threeWay == .both else { return nil }
    return isCutByDeletions(write.address, base, outcome.situation.fresh) ? nil : write.address
  }

  /// Whether all that the server did to a list is that it deleted objects that the list had linked to.
  private func isCutByDeletions(
    _ address: Address, _ base: RealmState, _ fresh: RealmState
  ) -> Bool {
    guard case .value(.list(let before)) = Sighting(base, at: address),
      case .value(.list(let now)) = Sighting(fresh, at: address), before != now
    else { return false }
    let left = before.filter { element in
      guard case .link(let link) = element else { return true }
      return fresh.contains(link.key, of: link.className)
    }
    return left == now
  }

  private func isGoneOrReplaced(
    _ object: Address, _ base: RealmState, _ fresh: RealmState
  ) -> Bool {
    guard let key = object.object, base.contains(key, of: object.className) else { return false }
    return replaced.contains(object) || !fresh.contains(key, of: object.className)
  }

  private func listEdit(of write: JudgedWrite, _ list: Address, isEmptied: Bool) -> Address? {
    guard write.threeWay == .both else { return nil }
    if isEmptied { return list }
    var element = list
    element.path = Array(write.address.path.prefix(list.path.count + 1))
    return element
  }
}

extension Sighting {
  /// Whether one is there and the other is not, or they are collections or values of another kind.
  fileprivate func isOtherThing(than other: Sighting) -> Bool {
    switch (self, other) {
    case (.value(let value), .value(let other)): value.shape != other.shape
    default: self != other
    }
  }
}

extension Value {
  /// What can be inside of the value.
  fileprivate enum Shape { case nothing, embedded, list, set, dictionary }

  fileprivate var shape: Shape {
    switch self {
    case .embedded: .embedded
    case .list: .list
    case .set: .set
    case .dictionary: .dictionary
    default: .nothing
    }
  }
}
