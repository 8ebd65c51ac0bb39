internal import RealmModel
internal import Replayer
internal import TraceFormat

// Positions in lists that a recovery had wrong: its changes hit other elements, or nothing at all.
extension TrapSearch {
  func positionTraps() -> [TrapOccurrence] { misappliedChanges() + duplicates() + lostEdits() }

  private static func trap(_ drift: Ruling.Drift) -> TrapIdentifier {
    switch drift {
    case .droppedInsertion: .indexDriftAfterDroppedInsertion
    case .cutIndex: .clampedIndexCollision
    case .deletion: .indexDriftAfterDeletion
    case .lostTracker: .lostListTracker
    }
  }

  private func misappliedChanges() -> [TrapOccurrence] {
    collateral(.misapplied).flatMap { collateral -> [TrapOccurrence] in
      let drifts = Set(rulings(of: collateral).flatMap { $0.landing?.drifts ?? [] })
      return Ruling.Drift.allCases.filter(drifts.contains).map {
        occurrence(Self.trap($0), collateral)
      }
    }
  }

  /// Elements that were inserted although the copy of the list had them.
  private func duplicates() -> [TrapOccurrence] {
    collateral(.appliedTwice) { collateral in
      rulings(of: collateral).contains { $0.notes.contains(.appliedOnTopOfCopy) }
    }.map { occurrence(.lostListTracker, $0) }
  }

  /// Edits of the device's own elements that were left to a copy which never came.
  private func lostEdits() -> [TrapOccurrence] {
    guard outcome.ending == .recovered else { return [] }
    let lists = byList { $0.effect == .discarded && $0.missedDrifts != nil }
    return lists.filter { !isDevices($0.list) }.map { list, writes in
      let drifts = outcome.result.rulings[writes[0]].missedDrifts ?? []
      return TrapOccurrence(
        trap: drifts.first.map(Self.trap) ?? .lostListTracker, address: list, writes: writes,
        effect: .ownElementsMissed)
    }
  }

  func failedPositions(_ ruling: Ruling, at write: Int) -> [TrapOccurrence] {
    (ruling.landing?.drifts ?? []).map {
      TrapOccurrence(
        trap: Self.trap($0), address: writes[write].address.comparable, writes: [write],
        effect: .positionWrong)
    }
  }
}

extension Ruling {
  fileprivate var missedDrifts: [Drift]? { notes.lazy.compactMap(\.missedDrifts).first }
}

extension Ruling.Note {
  /// Why an element that the recovery itself had inserted was not known; nil if none was missed.
  var missedDrifts: [Ruling.Drift]? {
    if case .missedOwnElement(let drifts) = self { drifts } else { nil }
  }
}
