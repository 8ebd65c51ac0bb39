internal import RealmModel
package import TraceFormat

/// A line of the account: the beginning of a transaction, or what became of one change.
package struct RescueEntry: Codable, Hashable, Sendable {
  /// What became of a change.
  package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// The target got it.
    case applied
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
    /// The database refused, as the message says.
    case database
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

  /// The beginning of a transaction.
  init(begins: [Int], undoes: Bool? = nil) { (self.begins, self.undoes) = (begins, undoes) }

  /// What became of a change that was not tried.
  init(_ outcome: Outcome, of change: RescueChange, line: Int?) {
    (self.change, property, first) = (change.number, change.property, change.first)
    (row, self.outcome, self.line) = (change.row, outcome, line)
  }

  /// Adds what became of an act.
  mutating func add(_ result: RescueSettling.Result, of act: RescueAct) {
    (outcome, reason, message) = (result.outcome, result.reason, result.message)
    if undoes == true { outcome = reason == nil ? .undone : .notUndone }
    (from, to) = reason == nil ? (act.from, result.row) : (nil, nil)
    found = reason == nil ? nil : result.row
  }
}

/// The changes of a transaction on their way into a target.
struct RescueSettling {
  struct Result {
    var outcome: RescueEntry.Outcome
    var reason: RescueEntry.Reason?
    /// What the database said.
    var message: String?
    /// What the row is now.
    var row: [String?]?
  }

  let target: any RescueTarget

  /// Makes the changes that the target has room for.
  ///
  /// - Parameter isResumed: whether a transaction may have made them before the process ended: what is made counts as
  ///   applied, and nothing is done twice.
  func results(of acts: [RescueAct], isResumed: Bool) throws -> [Result] {
    var results = [Result?](repeating: nil, count: acts.count)
    if isResumed { try look(at: acts, &results, isResumed, keepsOpen: true) }
    let open = acts.indices.filter { results[$0] == nil }
    for (index, answer) in zip(open, try target.run(open.map { acts[$0] })) {
      switch answer {
      case .nothing: break
      case .row(let texts, _, _):
        results[index] = Result(outcome: .applied, row: acts[index].goal == .noRow ? nil : texts)
      case .refused(let message):
        results[index] = Result(outcome: .refused, reason: .database, message: message)
      }
    }
    // Why a row was not touched, the target is asked afterwards.
    try look(at: acts, &results, isResumed, keepsOpen: false)
    return results.compactMap(\.self)
  }

  /// - Parameter keepsOpen: whether a row that is still what it has to be has no result yet.
  private func look(
    at acts: [RescueAct], _ results: inout [Result?], _ isResumed: Bool, keepsOpen: Bool
  ) throws {
    let open = acts.indices.filter { results[$0] == nil }
    for (index, answer) in zip(open, try target.rows(open.map { acts[$0] })) {
      if acts[index].isReached(answer) {
        results[index] = Result(outcome: isResumed ? .applied : .alreadyThere, row: answer.texts)
      } else if !keepsOpen || answer.texts != acts[index].from {
        results[index] = Result(outcome: .refused, reason: .changedSince, row: answer.texts)
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
