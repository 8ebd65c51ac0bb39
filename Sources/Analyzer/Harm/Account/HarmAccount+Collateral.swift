internal import RealmModel
internal import TraceFormat

// Harm to the server's data: the same facts as collateral, told by place.
extension HarmAccount {
  /// Sorts what a recovery did into what nobody meant, what was done twice, and edits of both sides.
  mutating func take(_ collateral: [Collateral], _ writes: [JudgedWrite]) {
    guard !collateral.isEmpty else { return }
    let asksForWrites = collateral.contains {
      if case .objectMadeAnew = $0.reason { true } else { false }
    }
    let written =
      asksForWrites
      ? Set(writes.lazy.filter { $0.fate != .superseded }.map(\.address)) : []
    var roles = collateral.map { $0.role(written, writes) }
    let harmed = Set(zip(collateral, roles).filter { $1 == .overwritten }.map(\.0.address))
    // A place is in the first class that fits, with all that is inside of it.
    for (index, piece) in collateral.enumerated()
    where roles[index] == .doubled && piece.address.andAbove.contains(where: harmed.contains) {
      roles[index] = .overwritten
    }
    func places(_ role: Collateral.Role) -> [Place] {
      Self.places(of: collateral.indices.filter { roles[$0] == role }, in: collateral)
    }
    overwritten = places(.overwritten)
    doubled = places(.doubled)
    deviceWon = zip(collateral, roles).filter { $1 == .deviceWon }.map(\.0.address)
  }

  /// The places of pieces of collateral, in the order of the first piece at each; a place that is inside
  /// of another is counted with the outermost.
  private static func places(of pieces: [Int], in collateral: [Collateral]) -> [Place] {
    let addresses = Set(pieces.map { collateral[$0].address })
    return pieces.groupedInOrder { piece in
      let own = collateral[piece].address
      return own.andAbove.last(where: addresses.contains) ?? own
    }.map { Place(address: $0.key, collateral: $0.elements) }
  }
}

extension Collateral {
  fileprivate enum Role {
    /// Nobody meant it.
    case overwritten
    case doubled
    /// The device had edited the very place, and its edit stands.
    case deviceWon
    /// The server had nothing there.
    case ofDeviceAlone
  }

  /// - Parameter written: the places that the device had written to; asked only where an object was made anew.
  fileprivate func role(_ written: Set<Address>, _ all: [JudgedWrite]) -> Role {
    // What Realm records for a deletion, the device has not edited.
    let isImplied = !writes.isEmpty && writes.allSatisfy { all[$0].impliedBy != nil }
    return switch reason {
    case .addedTwice, .insertedTwice, .insertedBesideCopy: .doubled
    case .misplaced(_, _, let isServers): isServers ? .overwritten : .ofDeviceAlone
    case .changeOverwritten(let change, _, let isDefault):
      isDefault || isImplied || change.isInside ? .overwritten : .deviceWon
    case .changeRemoved(let change): isImplied || change.isInside ? .overwritten : .deviceWon
    case .objectMadeAnew: written.contains(address) ? .deviceWon : .overwritten
    case .collectionHarmed(.hitAnotherElement, let harm):
      harm.isNone ? .ofDeviceAlone : .overwritten
    case .objectCreatedAgain, .newObjectDeleted, .changedObjectDeleted, .hitAnotherObject,
      .nullWrittenOverLink, .nullEntryWritten, .linkedToDeletedObject, .linkCutByDeletion,
      .removalUndone, .embeddedObjectReplaced, .collectionHarmed, .copiedOverUnknown:
      .overwritten
    }
  }
}

extension Collateral.ServerEdit {
  /// Whether the server had changed what is inside of the place, and not the place.
  fileprivate var isInside: Bool {
    guard case .value(let before) = before, case .value(let server) = server else { return false }
    return before.isContainer && server.isContainer
  }
}

extension Value {
  var isContainer: Bool {
    switch self {
    case .embedded, .list, .set, .dictionary: true
    default: false
    }
  }
}
