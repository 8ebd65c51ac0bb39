internal import TraceFormat

/// Writes transactions as the operations of a scenario that people write: `create`, `update`, `append`.
///
/// What operation was behind some instructions is not guessed: each that could have been is done to the
/// Realm that a reader of the file will have, and taken if it records the same. What no operation records
/// is written as instructions.
struct OperationWriter {
  /// As a reader of what has been written has it.
  private(set) var realm: ScenarioRealm

  /// The operations of the next transaction.
  mutating func operations(of changeset: Changeset) -> [JSONText] {
    let wanted = ScenarioNotation.operations(changeset)
    var operations: [JSONText] = []
    var index = 0
    while index < wanted.count {
      let candidates = OperationCandidates(changeset, at: index, realm).all
      guard let (operation, count) = take(candidates, wanted[index...]) else {
        operations.append(wanted[index])
        index += 1
        continue
      }
      operations.append(operation)
      index += count
    }
    return operations
  }

  /// Does the first candidate that records what is wanted next, and says how many instructions that is.
  private mutating func take(
    _ candidates: [JSONText], _ wanted: ArraySlice<JSONText>
  ) -> (JSONText, Int)? {
    for candidate in candidates {
      var trial = realm
      do {
        try ScenarioOperation.perform(JSONNode(candidate), on: &trial)
        let recorded = ScenarioNotation.operations(trial.endTransaction())
        guard !recorded.isEmpty, wanted.starts(with: recorded) else { continue }
        realm = trial
        return (candidate, recorded.count)
      } catch {
        // It can't be done to this Realm, so it was not that.
        continue
      }
    }
    return nil
  }
}
