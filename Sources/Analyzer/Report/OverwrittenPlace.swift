package import RealmModel

/// A place whose value on the server came from another user, or from this device and was acknowledged, and
/// is there no longer (`docs/report.md`, "What others wrote"). A place counts once.
package struct OverwrittenPlace: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case overwritten
    case deleted
    case doneTwice
    /// This device had synced it, and the restored server lacks it.
    case goneWithRestore
    /// This device had synced the deletion, and the restored server undoes it.
    case deletionUndone
    /// The device had edited the very place: its edit stands, as it was meant to.
    case editedOnBothSides
  }

  package var address: Address
  package var kind: Kind
  package var before: ObservedValue
  package var after: ObservedValue
  /// What was done there, as indexes in ``Report/collateral``.
  package var collateral: [Int] = []
}

extension Report {
  /// All places, those that were not meant to change first.
  package var overwrittenPlaces: [OverwrittenPlace] { overwrittenPlaces(first: .max) }

  /// The first of them, which is much less work than all of the ``overwrittenCount``.
  package func overwrittenPlaces(first count: Int) -> [OverwrittenPlace] {
    let unmeant = unmeantPlaces.prefix(count)
    return unmeant + places(thatTheDeviceWon: harm.deviceWon.prefix(count - unmeant.count))
  }

  /// Whether the same places have the same in both reports.
  package func hasSameOverwrittenPlaces(as other: Report) -> Bool {
    guard overwrittenAddresses == other.overwrittenAddresses else { return false }
    // Modes with the same outcome share their lists.
    return harm == other.harm && writes == other.writes && collateral == other.collateral
      || overwrittenPlaces == other.overwrittenPlaces
  }

  package var overwrittenCount: Int {
    harm.overwritten.count + harm.doubled.count + harm.acknowledgedLost.count
      + harm.deviceWon.count
  }

  /// Where they are, in the same order: much less work than what was there.
  package var overwrittenAddresses: [Address] {
    harm.overwritten.map(\.address) + harm.doubled.map(\.address)
      + harm.acknowledgedLost.map(\.address) + harm.deviceWon
  }

  package var unmeantPlaces: [OverwrittenPlace] {
    harm.overwritten.map { overwrittenPlace($0, nil) }
      + harm.doubled.map { overwrittenPlace($0, .doneTwice) }
      + harm.acknowledgedLost.map {
        OverwrittenPlace(
          address: $0.address, kind: $0.after == .present ? .deletionUndone : .goneWithRestore,
          before: $0.value.map(ObservedValue.value) ?? ($0.after == .present ? .absent : .present),
          after: $0.after)
      }
  }

  /// How many places there are of each kind that there are any of, in order.
  package var overwrittenPlaceCounts: [(kind: OverwrittenPlace.Kind, count: Int)] {
    var counts = Dictionary(grouping: unmeantPlaces, by: \.kind).mapValues(\.count)
    if !harm.deviceWon.isEmpty { counts[.editedOnBothSides] = harm.deviceWon.count }
    return OverwrittenPlace.Kind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
  }

  private func overwrittenPlace(
    _ place: HarmAccount.Place, _ kind: OverwrittenPlace.Kind?
  ) -> OverwrittenPlace {
    let pieces = place.collateral.map { collateral[$0] }
    // The place's own values, and not those of what is inside of it.
    let own = pieces.first { $0.address == place.address } ?? pieces[0]
    return OverwrittenPlace(
      address: place.address, kind: kind ?? (own.after == .absent ? .deleted : .overwritten),
      before: own.server, after: own.after, collateral: place.collateral)
  }

  private func places(thatTheDeviceWon won: ArraySlice<Address>) -> [OverwrittenPlace] {
    guard !won.isEmpty else { return [] }
    let wanted = Set(won)
    var seen: [Address: (ObservedValue, ObservedValue)] = [:]
    for write in writes where write.winner == .device {
      let address = write.address.comparable
      guard wanted.contains(address) else { continue }
      let observed = write.observed
      seen[address] = observed.after.map { (observed.server ?? .absent, $0) }
    }
    for piece in collateral where wanted.contains(piece.address) && seen[piece.address] == nil {
      seen[piece.address] = (piece.server, piece.after)
    }
    return won.map { address in
      let (before, after) = seen[address] ?? (.absent, .absent)
      return OverwrittenPlace(
        address: address, kind: .editedOnBothSides, before: before, after: after)
    }
  }
}
