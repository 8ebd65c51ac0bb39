internal import RealmModel
internal import Replayer
internal import TraceFormat

// Where the device does not end up with what the server has, although the reset went through.
extension TrapSearch {
  func transferTraps() -> [TrapSighting] {
    guard outcome.ending == .recovered || outcome.ending == .discarded else { return [] }
    return outcome.result.deviations.compactMap { deviation in
      let address =
        deviation.place.map(WriteAddress.init)
        ?? WriteAddress(className: deviation.className, property: deviation.property)
      switch deviation.kind {
      case .wrongLinkKept:
        return TrapSighting(
          trap: .wrongLinkKept, address: address,
          text: "a link here has the internal number of the server's and leads to another object")
      case .numberFormKept:
        return TrapSighting(
          trap: .numberTypeNotTransferred, address: address,
          text: "the server has an equal number of another type or form; the device keeps its own: "
            + forms(address))
      case .danglingLinkHidden:
        return TrapSighting(
          trap: .danglingLinksHidden, address: address,
          text:
            "the server's value links to objects that the device does not get; the device shows "
            + "null, or nothing")
      case .linkClassDiffers: return linkClassChange(address)
      case .elementsOutOfOrder, .rawLinkInserted: return nil
      }
    }
  }

  private func forms(_ address: WriteAddress) -> String {
    let (server, after) = (
      Sighting(outcome.situation.fresh, at: address), Sighting(outcome.result.after, at: address)
    )
    return "\(CollateralSearch.words(after)) here, \(CollateralSearch.words(server)) there"
  }

  /// Harm is done only if the server has links in the property.
  private func linkClassChange(_ address: WriteAddress) -> TrapSighting? {
    let fresh = outcome.situation.fresh
    let count = fresh.keys(of: address.className).count { key in
      var place = address
      place.object = key
      return Sighting(fresh, at: place).holdsLinks
    }
    let classes = [outcome.situation.local, fresh].map {
      $0.schema(of: address.className)?.property(address.property ?? .empty)?.target?.shortName
    }
    guard count > 0, let own = classes[0], let other = classes[1] else { return nil }
    return TrapSighting(
      trap: .linkClassChange, address: address,
      text:
        "on the server it links to `\(other)`, here to `\(own)`: \(Phrase.count(count, "object")) "
        + "with a link lost it, or link to another object with the same key")
  }
}

extension Sighting {
  /// Whether the value is a link, or holds one.
  fileprivate var holdsLinks: Bool {
    switch self {
    case .value(let value): value.holdsLinks
    default: false
    }
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
