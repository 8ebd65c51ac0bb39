internal import Analyzer
internal import Phrasebook

/// How what a reset came to differs from what it came to before, in words.
package struct OutcomeDifference: Sendable {
  /// What changed: what became worse first, then what became better, then the rest.
  package var changes: [Change]

  /// Whether data is better or worse off.
  package enum Direction: String, Hashable, Sendable, CaseIterable {
    case worse
    case better
    /// Neither, or not to be told.
    case other
  }

  /// One thing that changed.
  package struct Change: Sendable {
    package var direction: Direction
    /// One sentence without a final period, such as `2 writes that were recovered are now lost`.
    package var sentence: String
    /// Where, one line each; at most ``detailsMax``.
    package var details: [Detail]
    /// How many there are in all.
    package var detailCount: Int

    /// The most details that are kept of one change.
    package static let detailsMax = 1000

    init(_ direction: Direction, _ sentence: String, _ details: [Detail] = []) {
      self.direction = direction
      self.sentence = sentence
      self.details = Array(details.prefix(Self.detailsMax))
      detailCount = details.count
    }
  }

  /// A write or a finding that a change is about.
  package struct Detail: Hashable, Sendable {
    package var text: String
    /// The line of the golden file that said otherwise.
    package var line: Int?
  }

  package var isEmpty: Bool { changes.isEmpty }

  /// Worse where anything is; better where something is and nothing is worse.
  package var direction: Direction {
    Direction.allCases.first { direction in changes.contains { $0.direction == direction } }
      ?? .other
  }

  /// The first line of the golden file that no longer holds, as far as a line is to blame.
  package var line: Int? { changes.flatMap(\.details).compactMap(\.line).min() }
}

extension OutcomeDifference {
  /// Compares the resets of one trace with what they came to before.
  package init(from old: [OutcomeSummary], to new: [OutcomeSummary]) {
    var changes: [Change] = []
    var known = old
    for summary in new {
      guard let index = known.firstIndex(where: { $0.reset == summary.reset }) else {
        changes.append(Change(.other, OutcomeChange.reset(isNew: summary.reset)))
        continue
      }
      changes += Self.changes(from: known.remove(at: index), to: summary, isOnly: new.count == 1)
    }
    changes += known.map { Change(.other, OutcomeChange.reset(isGone: $0.reset)) }
    self.changes = Direction.allCases.flatMap { direction in
      changes.filter { $0.direction == direction }
    }
  }

  private static func changes(
    from old: OutcomeSummary, to new: OutcomeSummary, isOnly: Bool
  ) -> [Change] {
    let changes =
      faultChanges(old.faults, new.faults) + resultChanges(old, new)
      + writeChanges(old.writes, new.writes)
      + findingChanges(.collateral, old.collateral, new.collateral)
      + findingChanges(.trap, old.traps, new.traps) + factChanges(old, new)
      + stateChanges(old.state, new.state)
    guard !isOnly else { return changes }
    return changes.map { change in
      var change = change
      change.sentence = "\(new.reset): \(change.sentence)"
      return change
    }
  }
}
