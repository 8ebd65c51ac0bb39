package import Analyzer
internal import TraceFormat

package struct OutcomeDifference: Sendable {
  /// What changed: what became worse first, then what became better, then the rest.
  package var changes: [Change] = []
  /// The writes that both sides have, reset by reset, by what became of them on either.
  package private(set) var pairs: [PairedFates] = []

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

  /// Writes of one reset that have one fate on one side, and one on the other.
  package struct PairedFates: Sendable {
    package var reset: String
    package var first: Fate
    package var second: Fate
    /// In order; at most ``Change/detailsMax``.
    package var writes: [MatchedWrites.Pair]
    /// How many there are in all.
    package var count: Int
  }

  package struct Change: Sendable {
    package var direction: Direction
    package var subject: Subject
    package var what: OutcomeChange
    package var sides = ComparedSides.versions
    /// Which reset, where there are several.
    package var reset: String?
    /// The line of the golden file at which the reset begins.
    package var line: Int?
    /// Where; at most ``detailsMax``.
    package var details: [Detail]
    /// How many there are in all.
    package var detailCount: Int
    /// All details, those in one of which differ by object and value alone; at most ``detailsMax``.
    package var groups: [DetailGroup]

    package static let detailsMax = 1000

    init(
      _ direction: Direction, of subject: Subject = .other, _ what: OutcomeChange,
      details: [Detail] = []
    ) {
      (self.direction, self.subject, self.what) = (direction, subject, what)
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

  /// The line of the golden file with the first write or fault that changed; if none did, with the first reset.
  package var line: Int? {
    changes.flatMap(\.details).compactMap(\.line).min() ?? changes.compactMap(\.line).min()
  }
}

extension OutcomeDifference {
  package init(
    from old: [OutcomeSummary], to new: [OutcomeSummary], _ sides: ComparedSides = .versions
  ) {
    let isOnly = max(old.count, new.count) == 1
    for pair in MatchedResets(old, new).pairs {
      let count = changes.count
      switch (pair.old, pair.new) {
      case (let old?, let new?): compare(old, with: new, sides, isOnly: isOnly)
      case (nil, let new?):
        addLone(new, .newReset(new.reset), .fatesOfNewReset(new.reset, totals: new.totals))
      case (let old?, nil):
        addLone(old, .goneReset(old.reset), .fatesOfGoneReset(old.reset, totals: old.totals))
      case (nil, nil): break
      }
      for index in count..<changes.count { changes[index].line = pair.old?.line }
    }
    changes = Direction.allCases.flatMap { direction in
      changes.filter { $0.direction == direction }
    }
  }

  private mutating func compare(
    _ old: OutcomeSummary, with new: OutcomeSummary, _ sides: ComparedSides, isOnly: Bool
  ) {
    let writes = MatchedWrites(old.writes, new.writes)
    let fates = Self.byFates(writes.pairs)
    pairs += fates.map {
      PairedFates(
        reset: new.reset, first: $0.from, second: $0.to,
        writes: Array($0.pairs.prefix(Change.detailsMax)), count: $0.pairs.count)
    }
    if !old.reset.hasSameBytes(as: new.reset) {
      changes.append(Change(.other, of: .resets, .movedReset(from: old.reset, to: new.reset)))
    }
    let all =
      Self.faultChanges(old.faults, new.faults) + Self.resultChanges(old, new)
      + Self.fateChanges(fates) + Self.writeChanges(writes) + Self.harmChanges(old, new)
      + Self.findingChanges(.trap, old.traps, new.traps)
      + Self.findingChanges(.acknowledgedLost, old.acknowledgedLost, new.acknowledgedLost)
      + Self.factChanges(old, new) + Self.stateChanges(old.state, new.state)
    changes += all.map { change in
      var change = change
      (change.reset, change.sides) = (isOnly ? nil : new.reset, sides)
      return change
    }
  }

  /// That only one side has a reset, and with it its writes.
  private mutating func addLone(
    _ reset: OutcomeSummary, _ what: OutcomeChange, _ fates: OutcomeChange
  ) {
    changes.append(Change(.other, of: .resets, what))
    changes += Self.strangers(reset.writes, fates)
  }
}
