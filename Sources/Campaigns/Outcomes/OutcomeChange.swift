package import Analyzer
package import TraceFormat

/// How the outcome of a reset differs from the one before, or from that in another mode.
package enum OutcomeChange: Hashable, Sendable {
  /// A reset that had no counterpart before, such as `session 1, record 11`.
  case newReset(String)
  case goneReset(String)
  case movedReset(from: String, to: String)
  /// All fates of a reset that is new; the totals such as `2 writes: 2 lost`.
  case fatesOfNewReset(String, totals: String)
  case fatesOfGoneReset(String, totals: String)
  case ending(from: ResetEnding, to: ResetEnding)
  case engine

  /// Writes that have another fate.
  case fate(from: Fate, to: Fate)
  /// Writes that have another rule and the same fate.
  case rule
  /// Writes that have another value and the same fate.
  case value
  case newWrites
  case goneWrites
  /// Writes that are at another position of the session.
  case movedWrites

  /// So many more findings of one kind, which is a class of harm, of collateral or a trap; of as many there
  /// are others.
  case findings(OutcomeDifference.FindingRole, kind: String, more: Int)
  case fact(OutcomeSummary.Fact.Kind)
  case state
  /// How a fault does otherwise; the fault as the command line takes it.
  case fault(String, FaultChange)

  /// How a fault of the plan does otherwise than before.
  package enum FaultChange: Hashable, Sendable {
    case isNew
    case isGone
    case stopped
    case started
    case otherEffect
    case otherReason
  }
}

/// What two outcomes of one reset are.
package enum ComparedSides: Hashable, Sendable {
  /// The outcome before, and the outcome now.
  case versions
  /// The outcomes in two modes, by their names.
  case modes(String, String)
}

extension OutcomeDifference {
  /// What findings are.
  package enum FindingRole: String, Hashable, Sendable {
    case collateral
    case trap
    case acknowledgedLost
    /// Of a class of harm that is the kind.
    case harm
  }

  /// A write or a finding that a change is about.
  package struct Detail: Sendable {
    /// What is to be said of it.
    package enum Fact: Sendable {
      /// A write, and the rule that it had before.
      case write(OutcomeSummary.Write, was: CitedRule)
      /// A write, and what it left.
      case value(OutcomeSummary.Write, from: ObservedValue, to: ObservedValue)
      /// A write that one side has alone.
      case fate(OutcomeSummary.Write)
      /// A write that was at another position before.
      case moved(OutcomeSummary.Write, from: OutcomeSummary.Position)
      /// A line that the first side has alone.
      case gone(String)
      /// A line that the second side has alone.
      case new(String)
      /// The objects of a class, and what was said of them before.
      case objects(OutcomeSummary.ClassSummary, was: OutcomeSummary.ClassSummary)
    }

    package var fact: Fact
    /// The line of the golden file that said otherwise.
    package var line: Int?

    init(_ fact: Fact, line: Int? = nil) {
      self.fact = fact
      self.line = line
    }

    /// What the write acts on, where a report says so.
    package var place: OutcomeSummary.Place? {
      switch fact {
      case .write(let write, _), .value(let write, _, _), .fate(let write): write.place
      case .moved, .gone, .new, .objects: nil
      }
    }
  }
}
