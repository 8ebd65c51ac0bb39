internal import FaultPlans
package import Replayer
package import TraceFormat

/// A reviewed outcome: what the resets of a trace came to in one mode (`docs/golden.md`).
package struct Golden: Sendable {
  package static let version = 1
  package static let sizeMaxBytes = 1 << 26

  package var mode: ResetMode
  package var engine: Engine
  package var plan: Plan?
  package var budget = Budget()
  /// In the order in which they were asked for.
  package var resets: [OutcomeSummary]

  package struct Plan: Hashable, Sendable {
    package var name: String
    package var seed: UInt64 = 0
    /// The faults as `--fault` takes them.
    package var faults: [String]
    /// The line of the golden file that names it.
    package var line: Int?
  }

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

package struct GoldenFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nil where the file as a whole is to blame.
  package var position: TextPosition?
  package var text: String

  package var description: String { position.map { "\($0): \(text)" } ?? text }
}
