internal import RealmModel
internal import Replayer
internal import TraceFormat

// A server that went back in time, and schemas that differ.
extension TrapSearch {
  /// What was synced and is not on the server, where the server says that it is behind: the places of the
  /// account of harm.
  func acknowledgedLosses() -> [TrapOccurrence] {
    guard outcome.tellsOfRestoredBackup else { return [] }
    return outcome.acknowledgedLosses(server).filter { $0.after != .present }.map { loss in
      let now = ObservedValue(outcome.situation.fresh, at: loss.address)
      return TrapOccurrence(
        trap: .acknowledgedChangesLost, address: loss.address,
        effect: loss.value.map { .syncedValueGone(value: $0, now: now) } ?? .syncedObjectGone)
    }
  }

  /// Discarding failed on what only the device has, and has not synced.
  func additiveSchema() -> [TrapOccurrence] {
    guard let last = outcome.attempts.last, last.actualMode == .discardLocal,
      [.classesRemoved, .propertiesRemoved].contains(last.failure?.failureClass)
    else { return [] }
    let additions = writes.indices.filter {
      writes[$0].kind == .addTable || writes[$0].kind == .addColumn
    }
    let added = Set(additions.map { writes[$0].address })
    let missing = outcome.missingInFresh
    guard !missing.isEmpty, missing.allSatisfy(added.contains) else { return [] }
    return missing.map { address in
      TrapOccurrence(
        trap: .additiveSchemaFailsDiscard, address: address,
        writes: additions.filter { writes[$0].address == address },
        effect: .onlyOnDevice)
    }
  }
}
