public import TraceFormat

/// One golden that there is or should be: a trace, a mode and, if any, a fault plan.
public struct GoldenCell: Hashable, Sendable {
  /// The path of the trace.
  public var trace: String
  /// The fault plan beside the trace that is replayed with it.
  public var plan: Plan?
  public var mode: ResetMode

  /// A file of faults, `NAME.PLAN.faults.json` beside `NAME.synctrace`.
  public struct Plan: Hashable, Sendable {
    public var name: String
    public var path: String

    public init(name: String, path: String) {
      self.name = name
      self.path = path
    }
  }

  public init(trace: String, plan: Plan? = nil, mode: ResetMode) {
    self.trace = trace
    self.plan = plan
    self.mode = mode
  }
}

extension GoldenCell {
  static let traceSuffix = ".synctrace"
  static let planSuffix = ".faults.json"
  static let goldenSuffix = ".golden"
  static let pendingSuffix = ".golden.pending"

  /// The path of the trace without its suffix, with which the names of its goldens begin.
  private var base: String {
    trace.hasSuffix(Self.traceSuffix) ? String(trace.dropLast(Self.traceSuffix.count)) : trace
  }

  /// The path of the golden, beside the trace: `NAME.MODE.golden` or `NAME.PLAN.MODE.golden`.
  public var golden: String {
    let plan = plan.map { ".\($0.name)" } ?? ""
    return "\(base)\(plan).\(mode.optionName)\(Self.goldenSuffix)"
  }

  /// The path of the outcome that waits to be accepted, beside the golden or in a folder of its own.
  public func pending(in folder: String?) -> String {
    let name = golden + ".pending"
    guard let folder else { return name }
    // What leads out of the folder is left out.
    let parts = name.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return ([folder] + parts.map(String.init)).joined(separator: "/")
  }

  /// The name of the plan as a golden gives it.
  var planText: String? { plan.map { RealmString($0.name).nameText } }
}
