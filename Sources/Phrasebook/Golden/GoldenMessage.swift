/// What is found about goldens and the files beside them, in one sentence without a final period each.
package enum GoldenMessage {
  package static let missing = "there is no golden for this outcome"

  package static let unconfirmed =
    "the trace is another than when this golden was reviewed, and so are fates; nothing is accepted "
    + "until they are confirmed"

  /// - Parameters:
  ///   - first: the first change.
  ///   - others: how many there are besides.
  package static func changed(_ first: String, others: Int) -> String {
    others > 0 ? "\(first), and \(Phrase.count(others, "more change"))" : first
  }

  package static func overBudget(_ measure: String, _ count: Int, limit: Int) -> String {
    "\(measure): \(count), and the budget allows \(limit)"
  }

  /// - Parameters:
  ///   - named: what the file's name says: the plan, if any, and the mode.
  ///   - stated: what the file says.
  package static func misnamed(_ named: [String], is stated: [String]) -> String {
    "its name says \(named.joined(separator: ".")), but it is the outcome of "
      + stated.joined(separator: ".")
  }
}

// Traces
extension GoldenMessage {
  package static func unreadableTrace(_ reason: String) -> String {
    "the trace can't be read: \(reason)"
  }

  package static func damagedTrace(_ damage: String) -> String { "the trace is damaged: \(damage)" }

  package static func notReplayed(_ trace: String, withPlan reason: String) -> String {
    "`\(trace)` with this fault plan: \(reason)"
  }

  // MARK: Fault plans

  package static func changedPlan(_ changes: [PlanChange]) -> String {
    "the fault plan is another than when this golden was recorded: "
      + changes.map(\.words).joined(separator: ", ")
  }

  package static let planInTheWay =
    "there is a fault plan of this name already, with other faults"

  /// How a fault plan is another than one of the same name.
  package enum PlanChange: Hashable, Sendable {
    /// A fault as the command line takes it.
    case isNew(String)
    case isGone(String)
    case otherOrder
    case seed(UInt64, now: UInt64)

    fileprivate var words: String {
      switch self {
      case .isNew(let fault): "`\(fault)` is new"
      case .isGone(let fault): "`\(fault)` is gone"
      case .otherOrder: "the faults have another order"
      case .seed(let before, let now): "the seed was \(before) and is \(now)"
      }
    }
  }

  // MARK: Files that belong to nothing

  package static let ofNoTrace = "there is no trace that it belongs to"
  package static let planOfNoTrace = "there is no trace that it is a plan for"

  package static let pendingIsInput =
    "the pending outcome would be written into a file that is read, to which its name leads"

  package static func planIsMissing(_ plan: String) -> String {
    "the fault plan `\(plan)` that it belongs to is missing"
  }

  package static func ofNoPlanAndMode(_ trace: String, _ name: String) -> String {
    "`\(trace)` has no fault plan and mode of the name `\(name)`"
  }

  package static func clash(with trace: String) -> String {
    "goldens with this plan would have the names of those of `\(trace)`; rename one of them"
  }
}
