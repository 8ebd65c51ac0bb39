internal import Analyzer
public import Campaigns
internal import Replayer
internal import TraceFormat

// What is found about goldens and the files next to them.
extension GoldenFinding {
  /// What is wrong, in one sentence without a final period.
  public var message: String {
    switch reason {
    case .changed(let first, let others):
      others > 0 ? "\(first.sentence), and \(Phrase.count(others, "more change"))" : first.sentence
    case .changedPlan(let changes):
      "the fault plan is not the one that this golden was recorded with: "
        + changes.map(\.words).joined(separator: ", ")
    case .missing: "no golden for this outcome"
    case .overBudget(let excess):
      "\(excess.measure.rawValue): \(excess.count), and the budget allows \(excess.limit)"
    case .unconfirmed:
      "the trace and fates are not those reviewed for this golden; nothing is accepted until you confirm "
        + "them"
    case .ofNoTrace: "it belongs to no trace"
    case .planOfNoTrace: "it is a plan for no trace"
    case .ofMissingPlan(let plan): "the fault plan `\(plan)` that it belongs to is missing"
    case .ofNoPlanAndMode(let trace, let name):
      "`\(trace)` has no fault plan and mode named `\(name)`"
    case .clash(let trace):
      "goldens with this plan would have the names of those of `\(trace)`; rename one of them"
    case .planInTheWay: "a fault plan of this name exists already, with other faults"
    case .unreadableGolden(let reason), .unreadablePlan(let reason), .notWritten(let reason): reason
    case .misnamed(let named, let stated):
      "its name says \(named.joined(separator: ".")), but it is the outcome of "
        + stated.joined(separator: ".")
    case .unreadableTrace(let reason): "the trace can't be read: \(reason)"
    case .damagedTrace(let damage): "the trace is damaged: \(damage)"
    case .notReplayed(let reason, let trace):
      trace.map { "`\($0)` with this fault plan: \(reason.words)" } ?? reason.words
    case .pendingIsInput:
      "the name of the pending outcome leads to a file that is read, which it would overwrite"
    }
  }
}

extension Golden.PlanChange {
  fileprivate var words: String {
    switch self {
    case .isNew(let fault): "`\(fault)` is new"
    case .isGone(let fault): "`\(fault)` is gone"
    case .otherOrder: "the faults have another order"
    case .seed(let before, let now): "the seed was \(before) and is \(now)"
    }
  }
}

extension ReportWording {
  /// The sentences of reports, as the files of goldens have them.
  public static let plain = ReportWording(
    effects: { firing in
      firing.effects.flatMap { effect in
        ["record \(firing.sequence): \(shown(effect.words))"]
          + effect.lines.map { "  \($0.visible)" }
      }
    },
    reason: { shown($0.reason.words) },
    reports: { json throws(JSONShapeFailure) in
      let isWhole = json.member("reports") != nil || json.member("comparisons") != nil
      return try isWhole ? ReplayReport(json: json).reports : [Report(json: json)]
    })

  private static func shown(_ text: String) -> String {
    Phrase.foreign(text, columns: 400, isQuoted: false)
  }
}
