internal import TraceFormat

/// Makes the changes of a case that were decided to be taken, and takes them back: in transactions, each with its
/// beginning in the account before it and the results behind it.
package struct RescueRun {
  private let rescue: RescueCase
  private let decisions: RescueDecisions
  private let settling: RescueSettling
  private let account: RescueAccount

  /// The most changes of a transaction, and the most lines about others that wait for the disk.
  private static let batchSize = 200

  package init(
    _ rescue: RescueCase, _ decisions: RescueDecisions, _ target: any RescueTarget,
    _ account: RescueAccount
  ) {
    (self.rescue, self.decisions, self.account) = (rescue, decisions, account)
    settling = RescueSettling(target: target)
  }

  // MARK: Apply

  /// Does what is decided with all changes that have not been applied or refused before.
  ///
  /// - Parameters:
  ///   - changes: begins to read the changes, in their order, and gives the next one; nil at the end.
  ///   - progress: called with the number of the change that is at work.
  /// - Throws: what reading, the target and the account throw.
  package func apply(
    _ changes: () throws -> () throws -> RescueChange?, progress: (Int) -> Void
  ) throws {
    try resume(changes())
    var (batch, notes): ([RescueChange], [RescueEntry]) = ([], [])
    func settleBatch() throws {
      let begin = batch.isEmpty ? [] : [RescueEntry(begins: batch.map(\.number))]
      try account.write(notes + begin)
      try settle(batch, isResumed: false)
      (batch, notes) = ([], [])
    }
    let next = try changes()
    while let change = try next() {
      progress(change.number)
      let known = account.outcomes[change.number]
      guard known != .applied, known != .alreadyThere, known != .refused else { continue }
      let (decision, line) = decisions.decision(on: change, in: rescue)
      if decision == .take, change.standing.isTakeable {
        // What one change leaves is what the next one to its place has to find.
        if change.first.map({ first in batch.contains { $0.first == first } }) == true {
          try settleBatch()
        }
        batch.append(change)
        if batch.count == Self.batchSize { try settleBatch() }
        continue
      }
      var entry = RescueEntry(Self.outcome(of: change, decision), of: change, line: line)
      if entry.outcome == .refused { entry.reason = .noRoom }
      if entry.outcome != known { notes.append(entry) }
      if notes.count == Self.batchSize {
        try account.write(notes)
        notes = []
      }
    }
    try settleBatch()
  }

  private static func outcome(
    of change: RescueChange, _ decision: RescueDecision
  ) -> RescueEntry.Outcome {
    if decision == .keep { return .kept }
    if change.standing == .alreadyThere { return .alreadyThere }
    return change.standing.isTakeable ? .skipped : .refused
  }

  /// Finds out what became of a transaction that has no results, and makes it where nothing did.
  private func resume(_ next: () throws -> RescueChange?) throws {
    let left = Set(account.open?.begins ?? [])
    var batch: [RescueChange] = []
    while batch.count < left.count, let change = try next() {
      if left.contains(change.number) { batch.append(change) }
    }
    try settle(batch, isResumed: true)
  }

  private func settle(_ batch: [RescueChange], isResumed: Bool) throws {
    let entries = batch.map { change in
      let line = decisions.decision(on: change, in: rescue).line
      return RescueEntry(.applied, of: change, line: line)
    }
    try settle(entries, batch.map(act), isResumed)
  }

  private func settle(_ entries: [RescueEntry], _ acts: [RescueAct], _ isResumed: Bool) throws {
    var entries = entries
    for (index, result) in try settling.results(of: acts, isResumed: isResumed).enumerated() {
      entries[index].add(result, of: acts[index])
    }
    try account.write(entries)
  }

  private func act(_ change: RescueChange) -> RescueAct {
    var act = RescueAct(row: change.row, fields: change.fields)
    act.from = change.first.flatMap { account.rows[$0] } ?? change.seen
    if let added = change.added, let number = act.from?.first??.integer {
      act.fields[0].newLiteral = "\(number &+ added)"
    }
    if change.kind == .delete { act.goal = .noRow }
    return act
  }

  // MARK: Undo

  /// Takes back all changes that the account says were applied, the last first.
  ///
  /// - Parameter progress: called with how many are left.
  /// - Throws: what reading, the target and the account throw.
  package func undo(progress: (Int) -> Void) throws {
    var left = account.applied
    if let open = account.open?.begins {
      let lines = open.compactMap { change in left.last { $0.change == change } }
      try settle(lines.map(account.entry), isResumed: true)
      left.removeAll { open.contains($0.change) }
    }
    var batch: [RescueEntry] = []
    func settleBatch() throws {
      guard !batch.isEmpty else { return }
      try account.write([RescueEntry(begins: batch.compactMap(\.change), undoes: true)])
      try settle(batch, isResumed: false)
      batch = []
    }
    while let line = left.popLast() {
      progress(left.count)
      let entry = try account.entry(at: line)
      let isShared = entry.first.map { first in batch.contains { $0.first == first } } == true
      if isShared || batch.count == Self.batchSize { try settleBatch() }
      batch.append(entry)
    }
    try settleBatch()
  }

  private func settle(_ applied: [RescueEntry], isResumed: Bool) throws {
    let entries = applied.map { entry in
      var entry = entry
      entry.undoes = true
      return entry
    }
    let acts = applied.compactMap { entry in
      entry.row.map { row in
        RescueAct(row: row, from: entry.to, goal: entry.from.map { .texts($0) } ?? .noRow)
      }
    }
    try settle(entries, acts, isResumed)
  }
}
