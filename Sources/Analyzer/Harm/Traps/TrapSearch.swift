internal import RealmModel
internal import Replayer

/// Finds the traps that a reset ran into: those that did harm, or will.
struct TrapSearch {
  let outcome: Outcome
  /// The unsynced writes, one for each ruling.
  let writes: [JudgedWrite]
  let collateral: [Collateral]
  let server: ServerChanges
  let listWrites: [Address: [Int]]

  /// All occurrences, in the order of ``TrapIdentifier/allCases``.
  static func find(
    in outcome: Outcome, writes: [JudgedWrite], collateral: [Collateral],
    _ server: ServerChanges
  ) -> [TrapOccurrence] {
    guard outcome.result.rulings.count == writes.count else { return [] }
    let search = TrapSearch(
      outcome: outcome, writes: writes, collateral: collateral, server: server,
      listWrites: outcome.writesToCopiedLists(writes))
    let occurrences =
      search.listTraps() + search.positionTraps() + search.objectTraps() + search.valueTraps()
      + search.attemptTraps() + search.transferTraps()
    let order = Dictionary(
      uniqueKeysWithValues: TrapIdentifier.allCases.enumerated().map { ($1, $0) })
    return occurrences.sortedStably { order[$0.trap] ?? .max }
  }

  func occurrence(_ trap: TrapIdentifier, _ collateral: Collateral) -> TrapOccurrence {
    TrapOccurrence(
      trap: trap, address: collateral.address, writes: collateral.writes,
      effect: .harm(collateral.reason))
  }

  func collateral(
    _ kind: Collateral.Kind, where isMeant: (Collateral) -> Bool = { _ in true }
  ) -> [Collateral] {
    collateral.filter { $0.kind == kind && isMeant($0) }
  }

  func rulings(of collateral: Collateral) -> [Ruling] {
    collateral.writes.map { outcome.result.rulings[$0] }
  }
}
