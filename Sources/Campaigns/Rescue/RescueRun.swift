internal import TraceFormat

/// Makes the changes of a case that were decided to be taken, and takes them back: in transactions, each with its
/// beginning in the account before it and the results behind it.
package struct RescueRun {
  private let rescue: RescueCase
  private let decisions: RescueDecisions
  private let target: any RescueTarget
  private let account: RescueAccount

  /// The most changes of a transaction, and the most lines about others that wait for the disk.
  private static let batchSize = 200

  package init(
    _ rescue: RescueCase, _ decisions: RescueDecisions, _ target: any RescueTarget,
    _ account: RescueAccount
  ) {
    (self.rescue, self.decisions) = (rescue, decisions)
    (self.target, self.account) = (target, account)
  }

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
      if let known, [.applied, .written, .alreadyThere, .refused].contains(known) { continue }
      let (decision, line) = decisions.decision(on: change, in: rescue)
      guard let outcome = change.outcome(of: decision) else {
        // What one change leaves is what the next one to its place has to find.
        let isSharing = change.first.map { first in batch.contains { $0.first == first } } == true
        let isFull =
          target.isFiles
          ? batch.last?.device != change.device : isSharing || batch.count == Self.batchSize
        if isFull { try settleBatch() }
        batch.append(change)
        continue
      }
      if outcome != known { notes.append(RescueEntry(outcome, of: change, line: line)) }
      if notes.count == Self.batchSize {
        try account.write(notes)
        notes = []
      }
    }
    try settleBatch()
  }

  /// Finds out what became of a transaction that has no results, and makes it where nothing did.
  private func resume(_ next: () throws -> RescueChange?) throws {
    guard let left = account.open?.begins.map(Set.init) else { return }
    // A file is written again with all that was to be in it.
    let all = target.isFiles ? account.begun : left
    var batch: [RescueChange] = []
    while batch.count < all.count, let change = try next() {
      if all.contains(change.number) { batch.append(change) }
    }
    try settle(batch, isResumed: true, only: left)
  }

  /// - Parameter left: the changes that have no line in the account yet; nil for all.
  private func settle(_ batch: [RescueChange], isResumed: Bool, only left: Set<Int>? = nil) throws {
    var entries = batch.map { change in
      RescueEntry(of: change, line: decisions.decision(on: change, in: rescue).line)
    }
    try settle(&entries, batch.map(act), isResumed: isResumed)
    try account.write(entries.filter { left?.contains($0.change ?? -1) ?? true })
  }

  private func act(_ change: RescueChange) -> RescueAct {
    var act = RescueAct(row: change.row, fields: change.fields, change: change)
    act.from = change.first.flatMap { account.rows[$0] } ?? change.seen
    if let added = change.added, let number = act.from?.first?.flatMap({ Int64($0) }) {
      act.fields[0].newLiteral = "\(number &+ added)"
    }
    if change.kind == .delete { act.goal = .noRow }
    return act
  }

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
    var entries = applied
    for index in entries.indices { entries[index].undoes = true }
    let acts = applied.compactMap { entry in
      entry.row.map { row in
        RescueAct(row: row, from: entry.to, goal: entry.from.map { .texts($0) } ?? .noRow)
      }
    }
    try settle(&entries, acts, isResumed: isResumed)
    try account.write(entries)
  }

  private func settle(
    _ entries: inout [RescueEntry], _ acts: [RescueAct], isResumed: Bool
  ) throws {
    do {
      try target.settle(&entries, acts, isResumed: isResumed)
    } catch let failure as any RescueBeginning where failure.isOfBeginning && !isResumed {
      // Nothing was written: what the target has later is not this case's.
      try account.write([RescueEntry(begins: [])])
      throw failure
    }
  }
}

extension RescueChange {
  /// What becomes of the change without a try; nil for one that is to be taken.
  func outcome(of decision: RescueDecision) -> RescueEntry.Outcome? {
    switch (decision, standing) {
    case (.keep, _): .kept
    case (_, let standing) where standing.isSettledByCopy: .kept
    case (_, .alreadyThere): .alreadyThere
    case (.take, let standing) where standing.isTakeable: nil
    case (_, let standing): standing.isTakeable ? .skipped : .refused
    }
  }
}
