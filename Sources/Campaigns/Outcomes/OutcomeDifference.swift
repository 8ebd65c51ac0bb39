internal import TraceFormat

package struct OutcomeDifference: Sendable {
  /// What changed: what became worse first, then what became better, then the rest.
  package var changes: [Change]

  package enum Direction: String, Hashable, Sendable, CaseIterable {
    case worse
    case better
    /// Neither, or not to be told.
    case other
  }

  package enum Subject: Hashable, Sendable {
    /// Which resets there are, or where they stand in the trace.
    case resets
    /// What became of writes, of the server's data or of a reset as a whole, and which writes there are.
    case fates
    case other
  }

  package struct Change: Sendable {
    package var direction: Direction
    package var subject: Subject
    package var what: OutcomeChange
    package var sides: ComparedSides
    /// Which reset, where there are several.
    package var reset: String?
    /// Where; at most ``detailsMax``.
    package var details: [Detail]
    /// How many there are in all.
    package var detailCount: Int
    /// All details, those in one of which differ by object and value alone; at most ``detailsMax``.
    package var groups: [DetailGroup]

    package static let detailsMax = 1000

    init(
      _ direction: Direction, of subject: Subject = .other, _ what: OutcomeChange,
      _ sides: ComparedSides = .versions, details: [Detail] = []
    ) {
      (self.direction, self.subject) = (direction, subject)
      (self.what, self.sides) = (what, sides)
      self.details = Array(details.prefix(Self.detailsMax))
      detailCount = details.count
      groups = Array(DetailGroup.all(details).prefix(Self.detailsMax))
    }
  }

  package var isEmpty: Bool { changes.isEmpty }

  /// Whether the resets are not those that were compared with, or stand elsewhere in the trace, and
  /// what became of writes is another as well: then nobody has reviewed those fates.
  package var isOfAnotherTrace: Bool {
    let subjects = Set(changes.map(\.subject))
    return subjects.contains(.resets) && subjects.contains(.fates)
  }

  package var line: Int? { changes.flatMap(\.details).compactMap(\.line).min() }
}

extension OutcomeDifference {
  package init(
    from old: [OutcomeSummary], to new: [OutcomeSummary], _ sides: ComparedSides = .versions
  ) {
    let isOnly = max(old.count, new.count) == 1
    let changes = MatchedResets(old, new).pairs.flatMap { pair -> [Change] in
      switch (pair.old, pair.new) {
      case (let old?, let new?): Self.changes(from: old, to: new, sides, isOnly: isOnly)
      case (nil, let new?):
        Self.lone(new, .newReset(new.reset), .fatesOfNewReset(new.reset, totals: new.totals))
      case (let old?, nil):
        Self.lone(old, .goneReset(old.reset), .fatesOfGoneReset(old.reset, totals: old.totals))
      case (nil, nil): []
      }
    }
    self.changes = Direction.allCases.flatMap { direction in
      changes.filter { $0.direction == direction }
    }
  }

  private static func changes(
    from old: OutcomeSummary, to new: OutcomeSummary, _ sides: ComparedSides, isOnly: Bool
  ) -> [Change] {
    let changes =
      faultChanges(old.faults, new.faults) + resultChanges(old, new, sides)
      + writeChanges(old.writes, new.writes, sides)
      + harmChanges(old, new, sides)
      + findingChanges(.trap, old.traps, new.traps, sides)
      + findingChanges(.acknowledgedLost, old.acknowledgedLost, new.acknowledgedLost, sides)
      + factChanges(old, new)
      + stateChanges(old.state, new.state)
    let move = Change(.other, of: .resets, .movedReset(from: old.reset, to: new.reset))
    return (old.reset.hasSameBytes(as: new.reset) ? [] : [move])
      + changes.map { change in
        var change = change
        change.reset = isOnly ? nil : new.reset
        return change
      }
  }

  /// That only one side has a reset, and with it its writes.
  private static func lone(
    _ reset: OutcomeSummary, _ what: OutcomeChange, _ fates: OutcomeChange
  ) -> [Change] {
    [Change(.other, of: .resets, what)] + strangers(reset.writes, fates)
  }
}
