import TraceFormat

extension DueReset {
  /// The same reset of some of the unsynced writes: the others are as if they had never been made,
  /// but for what the client's state has of them.
  ///
  /// - Parameters:
  ///   - positions: sorted; their transactions are those of `transactions`, which are the timeline's
  ///     indexes of ``unsynced``.
  ///   - changes: what of the server's changes concerns them, where these are known.
  func slice(
    _ positions: [WritePosition], of transactions: [Int], _ changes: [Changeset]
  ) -> DueReset {
    var slice = self
    slice.unsynced = unsynced.slice(positions, of: transactions)
    if slice.serverChanges != nil { slice.serverChanges = changes }
    return slice
  }
}

extension Outcome {
  /// What the reset did to some of the unsynced writes, where it recovered none.
  func slice(_ positions: [WritePosition], of transactions: [Int]) -> Outcome {
    var starts = [0]
    for transaction in unsynced {
      starts.append(starts[starts.count - 1] + transaction.changeset.instructions.count)
    }
    var slice = self
    slice.unsynced = unsynced.slice(positions, of: transactions)
    slice.rulings = []
    for (index, part) in positions.parts(of: transactions).enumerated() {
      for (place, instruction) in part.instructions.enumerated() {
        var ruling = rulings[starts[part.transaction] + instruction]
        ruling.changesetIndex = index
        ruling.instructionIndex = place
        slice.rulings.append(ruling)
      }
    }
    return slice
  }
}

extension [Changeset] {
  /// Some of the instructions, by sorted positions; changesets without any are left out.
  func slice(_ positions: [WritePosition]) -> [Changeset] {
    positions.parts(of: [Int](indices)).map { part in
      var changeset = self[part.transaction]
      changeset.instructions = part.instructions.map { self[part.transaction].instructions[$0] }
      return changeset
    }
  }
}

extension [Outcome.UnsyncedChangeset] {
  /// Some of the writes; transactions without any are left out.
  fileprivate func slice(
    _ positions: [WritePosition], of transactions: [Int]
  ) -> [Outcome.UnsyncedChangeset] {
    positions.parts(of: transactions).map { part in
      var unsynced = self[part.transaction]
      let all = unsynced.changeset.instructions
      unsynced.changeset.instructions = part.instructions.map { all[$0] }
      return unsynced
    }
  }
}

extension [WritePosition] {
  /// Sorted positions by transaction, which is given by its index in a sorted list that has it.
  fileprivate func parts(of transactions: [Int]) -> [(transaction: Int, instructions: [Int])] {
    var parts: [(transaction: Int, instructions: [Int])] = []
    var (index, last) = (0, -1)
    for position in self {
      if position.transaction != last {
        last = position.transaction
        while transactions[index] != last { index += 1 }
        parts.append((index, []))
      }
      parts[parts.count - 1].instructions.append(position.instruction)
    }
    return parts
  }
}
