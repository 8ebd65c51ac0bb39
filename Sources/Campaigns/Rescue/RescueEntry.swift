internal import RealmModel
package import TraceFormat

/// A line of the account: the beginning of a transaction, or what became of one change.
package struct RescueEntry: Codable, Hashable, Sendable {
  package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// The target got it.
    case applied
    /// A file got it, and nothing was applied.
    case written
    /// The target has the same from elsewhere.
    case alreadyThere
    /// The target did not take it.
    case refused
    /// It was decided to keep what the target has.
    case kept
    /// Nothing was decided.
    case skipped
    /// The target got back what it had.
    case undone
    /// The target did not take that.
    case notUndone
  }

  /// Why the target did not take a change.
  package enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
    /// The target has something else than when it was read.
    case changedSince
    /// The case changed a property of the object, and this is about all of it, or the other way round.
    case otherChange
    /// The target refused, as the message says.
    case target
    /// The survey found no room for it.
    case noRoom
  }

  /// The numbers of the changes that a transaction is about to make or to undo; all else is missing then.
  package var begins: [Int]?
  package var undoes: Bool?
  package var change: Int?
  package var property: RealmString?
  package var outcome: Outcome?
  package var reason: Reason?
  /// What the database said.
  package var message: String?
  /// The line of the decisions that says so; nil for what nobody decided.
  package var line: Int?
  /// Texts of the watched columns: what was there, what is there now, what is there instead; nil for no row.
  package var from: [String?]?
  package var to: [String?]?
  package var found: [String?]?
  /// For a place that several changes are about: the number of the first.
  package var first: Int?
  package var row: RescueRow?

  init(begins: [Int], undoes: Bool? = nil) { (self.begins, self.undoes) = (begins, undoes) }

  /// What became of a change that was not tried; without an outcome for one that is to be.
  init(_ outcome: Outcome? = nil, of change: RescueChange, line: Int?) {
    (self.change, property, first) = (change.number, change.property, change.first)
    (row, self.outcome, self.line) = (change.row, outcome, line)
    if outcome == .refused { reason = .noRoom }
  }

  /// The row is now what the act wants.
  fileprivate mutating func end(_ outcome: Outcome, _ act: RescueAct, row: [String?]?) {
    self.outcome = undoes == true ? .undone : outcome
    (from, to) = (act.from, row)
  }

  fileprivate mutating func end(_ reason: Reason, message: String? = nil, found: [String?]? = nil) {
    outcome = undoes == true ? .notUndone : .refused
    (self.reason, self.message, self.found) = (reason, message, found)
    (from, to) = (nil, nil)
  }
}

// The changes of a transaction on their way into a target.
extension RescueTarget {
  /// Makes the changes that the target has room for, and gives each entry its outcome.
  ///
  /// - Parameter isResumed: whether a transaction may have made them before the process ended: what is made counts as
  ///   applied, and nothing is done twice. Files are written again.
  func settle(_ entries: inout [RescueEntry], _ acts: [RescueAct], isResumed: Bool) throws {
    for index in entries.indices { entries[index].outcome = nil }
    if isResumed, !isFiles { try look(at: acts, &entries, isResumed, keepsOpen: true) }
    let open = entries.indices.filter { entries[$0].outcome == nil }
    for (index, answer) in zip(open, try run(open.map { acts[$0] })) {
      switch answer {
      case .nothing: break
      case .row(let texts, _, _):
        // A trigger may make something else of what is given back.
        if case .texts(let wanted) = acts[index].goal, wanted != texts {
          entries[index].end(.changedSince, found: texts)
          continue
        }
        let isGone = isFiles || acts[index].goal == .noRow
        entries[index].end(
          isFiles ? .written : .applied, acts[index], row: isGone ? nil : texts)
      case .refused(let message): entries[index].end(.target, message: message)
      }
    }
    // Why a row was not touched, the target is asked afterwards.
    try look(at: acts, &entries, isResumed, keepsOpen: false)
  }

  /// - Parameter keepsOpen: whether a row that is still what it has to be has no outcome yet.
  private func look(
    at acts: [RescueAct], _ entries: inout [RescueEntry], _ isResumed: Bool, keepsOpen: Bool
  ) throws {
    let open = entries.indices.filter { entries[$0].outcome == nil }
    for (index, answer) in zip(open, try rows(open.map { acts[$0] })) {
      if acts[index].isReached(answer) {
        let isMade = isResumed && (acts[index].from != nil || acts[index].goal != .noRow)
        entries[index].end(isMade ? .applied : .alreadyThere, acts[index], row: answer.texts)
      } else if !keepsOpen || answer.texts != acts[index].from {
        entries[index].end(.changedSince, found: answer.texts)
      }
    }
  }
}

extension RescueAct {
  fileprivate func isReached(_ answer: RescueAnswer) -> Bool {
    switch (goal, answer) {
    case (.noRow, .nothing): true
    case (.fields, .row(_, let isNew, _)): isNew
    case (.texts(let texts), .row(let found, _, _)): found == texts
    default: false
    }
  }
}
