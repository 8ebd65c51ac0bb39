package import FaultPlans

/// One thing that could go wrong at one point of a session: a fault plan, and what it is an instance of.
package struct ExplorationCase: Hashable, Sendable {
  /// The fault that it is about, by its name in the catalogue.
  package var fault: String
  /// The fault at its point, with a reset at that point where it needs one.
  package var plan: FaultPlan

  /// - Parameter point: where a reset is asked for besides.
  init(
    _ kind: FaultKind, _ moment: FaultTrigger, resetAt point: FaultTrigger? = nil, seed: UInt64
  ) {
    fault = kind.name
    let reset = point.map { Fault($0, .server(.clientReset(FaultError()))) }
    plan = FaultPlan([reset, Fault(moment, kind)].compactMap(\.self), seed: seed)
  }

  /// The faults as `--fault` takes them.
  package var faultTexts: [String] { plan.faults.map(\.text) }
}

struct CaseFinding: Sendable {
  var `case`: ExplorationCase
  /// In the order of the modes; nil where the fault did not happen in it.
  var modes: [ModeFinding?]
  /// Whether its resets come before a schema was there, so that there is next to nothing to lose.
  var isBeforeSchema = false
  /// Whether the trace does not show enough to say what it leads to, in one of the modes or in all.
  var isNotKnown = false
}
