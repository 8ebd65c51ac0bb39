internal import RealmModel
package import Replayer

extension HarmAccount {
  /// The harm besides that to the unsynced writes: ``overwritten``, ``doubled`` and ``acknowledgedLost``.
  package init(
    besideWritesOf outcome: Outcome, _ writes: [JudgedWrite], _ collateral: [Collateral],
    _ server: ServerChanges
  ) {
    take(collateral, writes)
    acknowledgedLost = outcome.acknowledgedLosses(server)
  }

  /// - Complexity: Linear in the writes and in the collateral; where the server was restored from a
  ///   backup, in the objects that were synced.
  init(
    of outcome: Outcome, _ writes: [JudgedWrite], _ collateral: [Collateral],
    _ server: ServerChanges, _ baseWithTaken: RealmState?
  ) {
    self.init(besideWritesOf: outcome, writes, collateral, server)
    let harmed = PlaceSet(overwritten.map(\.address) + doubled.map(\.address))
    for (index, write) in writes.enumerated() where write.impliedBy == nil {
      switch write.fate {
      // One that was to take away what the device itself had added is no change: what it hit instead counts.
      case .lost where !write.localEffect.isCancellation: lost.append(index)
      case .stranded where !write.isReplaced: stranded.append(index)
      default: break
      }
      note(write, in: outcome.situation, server, baseWithTaken, harmed)
    }
    deviceWon = Self.outermost(deviceWon.filter { !harmed.touches($0) })
    merged = Self.outermost(merged)
    guard !serverWon.isEmpty else { return }
    // A restored server has not edited what it forgot.
    let losses = outcome.tellsOfRestoredBackup ? outcome.forgotten(server) : acknowledgedLost
    let forgotten = PlaceSet(losses.map(\.address))
    serverWon = Self.outermost(serverWon.filter { !forgotten.touches($0) })
  }

  /// Who won, where a write met an edit of the server's.
  private mutating func note(
    _ write: JudgedWrite, in situation: ResetSituation, _ server: ServerChanges,
    _ baseWithTaken: RealmState?, _ harmed: PlaceSet
  ) {
    switch (write.fate, write.winner) {
    case (.conflicted, .device?): deviceWon.append(write.address.comparable)
    case (.conflicted, .both?):
      if !harmed.touches(write.address) { merged.append(write.address.comparable) }
    case (.lost, _):
      guard let place = server.outerEdit(of: write, in: situation, baseWithTaken) else { return }
      serverWon.append(place)
    default: break
    }
  }

  private static func outermost(_ places: [Address]) -> [Address] {
    // Of places at one depth none is inside of another.
    let isFlat = places.lazy.map(\.depth).min() == places.lazy.map(\.depth).max()
    let all = isFlat ? [] : Set(places)
    var seen = Set<Address>(minimumCapacity: places.count)
    return places.filter { place in
      (isFlat || !place.andAbove.dropFirst().contains(where: all.contains))
        && seen.insert(place).inserted
    }
  }
}

extension JudgedWrite {
  /// Whether a later unsynced write left nothing of it, or it took away what an earlier one had made.
  fileprivate var isReplaced: Bool { localEffect.replacedBy != nil || localEffect.isCancellation }
}
