public import Analyzer
package import FaultPlans
internal import Replayer
package import TraceFormat

/// What a report has to show for a smaller trace to be worth keeping (`docs/minimize.md`, "Conditions").
public struct KeepCondition: Hashable, Sendable {
  /// All of them have to hold.
  package var terms: [Term]

  package enum Term: Hashable, Sendable {
    case count(Quantity, FaultComparison, Int)
    case result(ResetEnding)
    case failure(ResetFailureClass)
  }

  package enum Quantity: Hashable, Sendable {
    case writes
    case fate(Fate)
    case cause(Cause)
    case rule(String)
    /// Harm that the fates of writes do not tell, as the account of harm has it.
    case harm(HarmClass)
    case collateral
    case collateralKind(Collateral.Kind)
    case traps
    case trap(TrapIdentifier)
    /// Writes that met a defect of the engine.
    case defects
  }

  var asksForDefects: Bool {
    terms.contains { if case .count(.defects, _, _) = $0 { true } else { false } }
  }

  /// Whether a report shows all that is asked for.
  public func holds(for report: Report) -> Bool {
    terms.allSatisfy { term in
      switch term {
      case .count(let quantity, let comparison, let number):
        comparison.holds(quantity.count(in: report), number)
      case .result(let result): report.result == result
      case .failure(let failure): report.failure?.failureClass == failure
      }
    }
  }
}

extension KeepCondition.Quantity {
  fileprivate func count(in report: Report) -> Int {
    switch self {
    case .writes: report.writes.count
    case .fate(let fate): report.count(of: fate)
    case .cause(let cause): report.writes.count { $0.cause == cause }
    case .rule(let rule): report.writes.count { $0.rule?.rawValue == rule }
    case .harm(let harmClass): report.harm.counts[harmClass]
    case .collateral: report.collateral.count
    case .collateralKind(let kind): report.collateral.count { $0.kind == kind }
    case .traps: report.traps.count
    case .trap(let trap): report.traps.count { $0.trap == trap }
    case .defects: report.writes.count { $0.defect != nil }
    }
  }
}
