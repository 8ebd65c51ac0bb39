internal import FaultPlans
package import Replayer
package import TraceFormat

/// A reviewed outcome: what the resets of a trace came to in one mode (`docs/golden.md`).
package struct Golden: Sendable {
  /// The version of the text form.
  package static let version = 1
  /// The most bytes that a file of this form may have.
  package static let sizeMaxBytes = 1 << 26

  package var mode: ResetMode
  /// The engine that was replayed.
  package var engine: Engine
  /// The fault plan; nil without one.
  package var plan: Plan?
  package var budget = Budget()
  /// In the order in which they were asked for.
  package var resets: [OutcomeSummary]
}

extension Golden {
  /// A fault plan as a golden names it.
  package struct Plan: Hashable, Sendable {
    /// The plan's name among those of the trace.
    package var name: String
    package var seed: UInt64 = 0
    /// The faults as `--fault` takes them.
    package var faults: [String]
    /// The line of the golden file that names it.
    package var line: Int?
  }
}

extension Golden {
  /// How a fault plan is another than one of the same name.
  package enum PlanChange: Hashable, Sendable {
    /// A fault as the command line takes it.
    case isNew(String)
    case isGone(String)
    case otherOrder
    case seed(UInt64, now: UInt64)
  }
}

extension Golden.Plan {
  init(_ name: String, _ plan: FaultPlan) {
    self.init(name: name, seed: plan.seed, faults: plan.faults.map(\.text.visible))
  }

  /// How another plan of the same name differs.
  func changes(to other: Golden.Plan) -> [Golden.PlanChange] {
    var changes: [Golden.PlanChange] = []
    let (before, now) = (faults.map { TextBytes($0) }, other.faults.map { TextBytes($0) })
    for fault in now where !before.contains(fault) { changes.append(.isNew(fault.text)) }
    for fault in before where !now.contains(fault) { changes.append(.isGone(fault.text)) }
    if changes.isEmpty, before != now { changes.append(.otherOrder) }
    if seed != other.seed { changes.append(.seed(seed, now: other.seed)) }
    return changes
  }
}

/// Why a file is not a golden: the line, what was expected there, and what was found.
package struct GoldenFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nil where the file as a whole is to blame.
  package var position: TextPosition?
  package var text: String

  package init(_ position: TextPosition? = nil, text: String) {
    self.position = position
    self.text = text
  }

  package var description: String { position.map { "\($0): \(text)" } ?? text }
}
