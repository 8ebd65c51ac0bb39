internal import RealmModel
internal import Replayer
internal import TraceFormat

// Where the device does not end up with what the server has, although the reset went through.
extension TrapSearch {
  func transferTraps() -> [TrapOccurrence] {
    guard outcome.ending.isCarriedOut else { return [] }
    return outcome.result.deviations.compactMap { deviation in
      let address =
        deviation.place.map(Address.init)
        ?? Address(className: deviation.className, property: deviation.property)
      switch deviation.kind {
      case .wrongLinkKept:
        return TrapOccurrence(trap: .wrongLinkKept, address: address, effect: .wrongLinkKept)
      case .numberFormKept:
        return TrapOccurrence(
          trap: .numberTypeNotTransferred, address: address, effect: forms(address))
      case .danglingLinkHidden:
        return TrapOccurrence(trap: .danglingLinksHidden, address: address, effect: .linksHidden)
      case .linkClassDiffers: return linkClassChange(address)
      case .elementsOutOfOrder, .rawLinkInserted: return nil
      }
    }
  }

  private func forms(_ address: Address) -> TrapOccurrence.Effect {
    .numberFormKept(
      device: ObservedValue(outcome.result.after, at: address),
      server: ObservedValue(outcome.situation.fresh, at: address))
  }

  /// Harm is done only if the server has links in the property.
  private func linkClassChange(_ address: Address) -> TrapOccurrence? {
    let fresh = outcome.situation.fresh
    let count = fresh.keys(of: address.className).count { key in
      var place = address
      place.object = key
      return ObservedValue(fresh, at: place).value?.holdsLinks ?? false
    }
    let classes = [outcome.situation.local, fresh].map {
      $0.schema(of: address.className)?.property(address.property ?? .empty)?.target
    }
    guard count > 0, let own = classes[0], let other = classes[1] else { return nil }
    return TrapOccurrence(
      trap: .linkClassChangeUnnoticed, address: address,
      effect: .linkClassDiffers(server: other, device: own, objectCount: count))
  }
}

extension Value {
  fileprivate var holdsLinks: Bool {
    switch self {
    case .link(let link): link.isResolved
    case .list(let elements), .set(let elements): elements.contains(where: \.holdsLinks)
    case .dictionary(let entries): entries.contains(where: \.value.holdsLinks)
    default: false
    }
  }
}
