internal import Analyzer
public import Campaigns
internal import Replayer
internal import TraceFormat

extension GoldenReport {
  /// Such as `2 traces, 8 goldens: 6 the same, 1 changed, 1 missing`.
  public var summary: String {
    let head = "\(traceCount.counted("trace")), \(goldenCount.counted("golden"))"
    let found = verdicts.map(\.word)
    let words = GoldenResult.Status.allCases.map(\.words) + GoldenFinding.Code.allCases.map(\.words)
    let parts = Phrase.distinct(words).map { word in (word, found.count { $0 == word }) }
      .filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return parts.isEmpty ? head : "\(head): \(parts.joined(separator: ", "))"
  }
}

extension GoldenResult {
  /// What it is listed and counted as.
  var word: String { findings.first?.code.words ?? status.words }

  var planSuffix: String { cell?.planText.map { " with fault plan \($0)" } ?? "" }

  var planPrefix: String { cell?.planText.map { "With fault plan \($0): " } ?? "" }
}

extension GoldenResult.Status {
  var words: String {
    switch self {
    case .same: "the same"
    case .failed, .recorded, .replaced: rawValue
    }
  }
}

extension GoldenFinding.Code {
  /// What it means, in one sentence without a final period.
  var meaning: String {
    switch self {
    case .changed: "The outcome is not the one that was reviewed"
    case .changedPlan: "The fault plan is not the one that the golden was recorded with"
    case .missing: "No golden for this trace and mode"
    case .overBudget: "The outcome costs more than its budget allows"
    case .orphan: "The file belongs to no trace, fault plan or mode"
    case .unreadableGolden: "The file can't be read, or is not a golden"
    case .unreadableTrace: "The file can't be read, or is not a trace"
    case .damagedTrace: "A part of the trace is damaged or missing"
    case .unreadablePlan: "The file can't be read, or is not a fault plan"
    case .notReplayed: "The trace does not show enough to be replayed"
    case .nameClash: "Two outcomes would have the same file"
    case .notWritten: "A file could not be written or removed"
    case .unconfirmed: "The trace and fates differ, and you have not confirmed them"
    }
  }

  var words: String {
    switch self {
    case .changed, .missing: rawValue
    case .changedPlan: "of another plan"
    case .overBudget: "over budget"
    case .orphan: "of no trace"
    case .unreadableGolden, .unreadableTrace, .unreadablePlan: "unreadable"
    case .damagedTrace: "damaged"
    case .notReplayed: "not replayed"
    case .nameClash: "of two outcomes"
    case .notWritten: "not written"
    case .unconfirmed: "not accepted"
    }
  }
}

// What is found about goldens and the files next to them.
extension GoldenFinding {
  /// What is wrong, in one sentence without a final period.
  public var message: String {
    switch reason {
    case .changed(let first, let others):
      others > 0 ? "\(first.sentence), and \(others.counted("more change"))" : first.sentence
    case .changedPlan(let changes):
      "the fault plan is not the one that this golden was recorded with: "
        + changes.map(\.words).joined(separator: ", ")
    case .missing: "no golden for this outcome"
    case .overBudget(let excess):
      "\(excess.measure.rawValue): \(excess.count), and the budget allows \(excess.limit)"
    case .unconfirmed:
      "the trace and fates are not those reviewed for this golden; nothing is accepted until you confirm "
        + "them"
    case .ofNoTrace: "no trace next to it has its name, as NAME.MODE.golden needs NAME.synctrace"
    case .planOfNoTrace:
      "no trace next to it has its name, as NAME.PLAN.faults.json needs NAME.synctrace"
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
        ["record \(firing.sequence): \(effect.words.escaped(columns: 400))"]
          + effect.lines.map { "  \($0.visible)" }
      }
    },
    reason: { $0.reason.words.escaped(columns: 400) },
    reports: { json throws(JSONShapeFailure) in
      let isWhole = json.member("reports") != nil || json.member("comparisons") != nil
      return try isWhole ? ReplayReport(json: json).reports : [Report(json: json)]
    })
}
