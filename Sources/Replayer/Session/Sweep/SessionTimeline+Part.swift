import RealmModel
import TraceFormat

extension SessionTimeline {
  /// The reset that would be due at a point, of some of the unsynced writes: the others are as if
  /// they had never been made, but for what the client's state has of them.
  ///
  /// What it leads to is to be looked at only for the objects that the writes act on or link to.
  ///
  /// - Parameters:
  ///   - writes: sorted.
  ///   - changes: what of the server's changes concerns them, sorted.
  /// - Complexity: Linear in the writes and changes.
  func reset(
    at point: Point, error: SyncError, of writes: [WritePosition], _ changes: [WritePosition]
  ) throws(ReplayFailure) -> DueReset {
    let isKnown = serverChangeIndexes(at: point) != nil
    var reset = try reset(
      at: point, error: error, fresh: requireStates(at: point).server,
      unsynced: unsynced(writes, at: point),
      serverChanges: isKnown ? serverChanges(changes) : nil)
    reset.situation.scope = objects(of: writes, at: point, withTargets: true)
    return reset
  }

  private func unsynced(_ writes: [WritePosition], at point: Point) -> [UnsyncedChangeset] {
    writes.byTransaction.map { part in
      var transaction = transaction(part.transaction, at: point)
      let all = transaction.changeset.instructions
      transaction.changeset.instructions = part.instructions.map { all[$0] }
      return transaction
    }
  }

  private func serverChanges(_ positions: [WritePosition]) -> [ServerChange] {
    positions.byTransaction.map { part in
      var change = serverChanges[part.transaction]
      let all = change.changeset.instructions
      change.changeset.instructions = part.instructions.map { all[$0] }
      return change
    }
  }

  func objects(
    of writes: [WritePosition], at point: Point, withTargets: Bool = false
  ) -> Set<ObjectName> {
    var objects: Set<ObjectName> = []
    for write in writes {
      let changeset = transaction(write.transaction, at: point).changeset
      let instruction = changeset.instructions[write.instruction]
      if let name = ObjectName(instruction, in: changeset) { objects.insert(name) }
      if withTargets, let target = ObjectName(linkedBy: instruction, in: changeset) {
        objects.insert(target)
      }
    }
    return objects
  }
}

extension [WritePosition] {
  /// Sorted positions, transaction by transaction.
  var byTransaction: [(transaction: Int, instructions: [Int])] {
    reduce(into: []) { parts, position in
      if parts.last?.transaction != position.transaction {
        parts.append((position.transaction, []))
      }
      parts[parts.count - 1].instructions.append(position.instruction)
    }
  }
}
