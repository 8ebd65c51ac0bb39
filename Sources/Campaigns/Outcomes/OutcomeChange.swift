package import Analyzer
package import RealmModel
package import TraceFormat

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

  case fate(from: Fate, to: Fate)
  /// Writes that have another rule and the same fate.
  case rule
  /// Writes that have another value and the same fate.
  case value
  case newWrites
  case goneWrites
  case movedWrites

  /// So many more findings of one kind, which is a class of harm, of collateral or a trap; of as many there are others.
  case findings(OutcomeDifference.FindingRole, kind: String, more: Int)
  case fact(OutcomeSummary.Fact.Kind)
  case state
  /// How a fault does otherwise; the fault as the command line takes it.
  case fault(String, FaultChange)

  package enum FaultChange: Hashable, Sendable {
    case isNew
    case isGone
    case stopped
    case started
    case otherEffect
    case otherReason
  }
}

package enum ComparedSides: Hashable, Sendable {
  case versions
  case modes(String, String)
}

extension OutcomeDifference {
  package enum FindingRole: String, Hashable, Sendable {
    case collateral
    case trap
    case acknowledgedLost
    case harm
  }

  package struct Detail: Sendable {
    package enum Fact: Sendable {
      case write(OutcomeSummary.Write, was: CitedRule)
      case value(OutcomeSummary.Write, from: ObservedValue, to: ObservedValue)
      /// A write that one side has alone.
      case fate(OutcomeSummary.Write)
      case moved(OutcomeSummary.Write, from: OutcomeSummary.Position)
      case gone(String)
      case new(String)
      case objects(OutcomeSummary.ClassSummary, was: OutcomeSummary.ClassSummary)
    }

    package var fact: Fact
    /// The line of the golden file that said otherwise.
    package var line: Int?

    init(_ fact: Fact, line: Int? = nil) {
      (self.fact, self.line) = (fact, line)
    }

    package var place: Address? {
      switch fact {
      case .write(let write, _), .value(let write, _, _), .fate(let write): write.place
      case .moved, .gone, .new, .objects: nil
      }
    }
  }
}
