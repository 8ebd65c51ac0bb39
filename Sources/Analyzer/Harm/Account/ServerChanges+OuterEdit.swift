internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ServerChanges {
  /// Where the server's edit and a write meet: the outer of the two places; nil where the server had
  /// not edited what the write is about.
  ///
  /// - Parameter baseWithTaken: the last sync with what the server took unheard, as the judge has it.
  func outerEdit(
    of write: JudgedWrite, in situation: ResetSituation, _ baseWithTaken: RealmState?
  ) -> Address? {
    guard write.address.object != nil, let base = baseWithTaken ?? situation.base else {
      return nil
    }
    let (object, fresh) = (write.address.wholeObject, situation.fresh)
    if base.has(object), replaced.contains(object) || !fresh.has(object) { return object }
    guard write.address.property != nil else { return write.threeWay == .both ? object : nil }
    for place in write.address.andAbove.reversed().dropFirst() {
      guard let location = place.comparablePlace else { continue }
      // What a place is, without what is in it: whether it is there, and what it can hold.
      let now = (fresh.contains(location), fresh.holder(at: location))
      if now != (base.contains(location), base.holder(at: location)) { return place }
      // Below a list, an index names another element in each state: the write's own view decides.
      if now.1 == .list, place != write.address {
        return listEdit(of: write, place, isEmptied: fresh.elementCount(at: location) == 0)
      }
    }
    guard write.threeWay == .both else { return nil }
    return isCutByDeletions(write.address, base, fresh) ? nil : write.address
  }

  /// Whether all that the server did to a list is that it deleted objects that the list had linked to.
  private func isCutByDeletions(
    _ address: Address, _ base: RealmState, _ fresh: RealmState
  ) -> Bool {
    guard case .value(.list(let before)) = ObservedValue(base, at: address),
      case .value(.list(let now)) = ObservedValue(fresh, at: address), before != now
    else { return false }
    let left = before.filter { element in
      guard case .link(let link) = element else { return true }
      return fresh.contains(link.key, of: link.className)
    }
    return left == now
  }

  private func listEdit(of write: JudgedWrite, _ list: Address, isEmptied: Bool) -> Address? {
    guard write.threeWay == .both else { return nil }
    if isEmptied { return list }
    var element = list
    element.path = Array(write.address.path.prefix(list.path.count + 1))
    return element
  }
}
