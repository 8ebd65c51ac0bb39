internal import Analyzer
internal import FaultPlans
package import TraceFormat

/// One golden that there is or should be: a trace, a mode and, if any, a fault plan.
package struct GoldenCell: Hashable, Sendable {
  package var trace: String
  package var plan: Plan?
  package var mode: ResetMode

  /// A file of faults, `NAME.PLAN.faults.json` next to `NAME.synctrace`.
  package struct Plan: Hashable, Sendable {
    package var name: String
    package var path: String
    /// The plan itself where it has no file yet, and gets one with its first golden.
    var new: FaultPlan?

    package static func == (a: Plan, b: Plan) -> Bool {
      a.name.hasSameBytes(as: b.name) && a.path.hasSameBytes(as: b.path) && a.new == b.new
    }
  }

  static func planPath(_ trace: String, _ name: String) -> String {
    "\(base(of: trace)).\(name)\(planSuffix)"
  }

  static let traceSuffix = ".synctrace"
  static let planSuffix = ".faults.json"
  static let goldenSuffix = ".golden"
  static let pendingSuffix = ".golden.pending"

  /// The path of the trace without its suffix, with which the names of its goldens begin.
  private static func base(of trace: String) -> String {
    trace.hasSuffix(traceSuffix) ? String(trace.dropLast(traceSuffix.count)) : trace
  }

  /// The path of the golden, next to the trace: `NAME.MODE.golden` or `NAME.PLAN.MODE.golden`.
  package var golden: String {
    let plan = plan.map { ".\($0.name)" } ?? ""
    return "\(Self.base(of: trace))\(plan).\(mode.optionName)\(Self.goldenSuffix)"
  }

  /// The path of the outcome that waits to be accepted, next to the golden or in a folder of its own.
  package func pending(in folder: String?) -> String {
    let name = golden + ".pending"
    guard let folder else { return name }
    // What leads out of the folder is left out.
    let parts = name.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return ([folder] + parts.map(String.init)).joined(separator: "/")
  }

  package var planText: String? { plan.map { RealmString($0.name).nameText } }
}
