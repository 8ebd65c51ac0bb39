import AnalysisSupport
import ReplaySupport
import Replayer
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns

/// Budgets read the account of harm of a report.
@Suite struct BudgetHarmTests {
  private func summary(_ name: String, _ mode: ResetMode) throws -> (Report, OutcomeSummary) {
    let report = Analysis.report(of: try ComparedOutcomes.scenario(name, mode: mode).outcome)
    return (report, OutcomeSummary(report, .none))
  }

  @Test func `what a restored server lacks has a limit of its own`() throws {
    for mode in [ResetMode.discardLocal, .recover] {
      let (report, summary) = try summary("rs-41-backup-restore", mode)
      let count = report.harm.counts.acknowledgedLost
      #expect(count > 0 && summary.count(of: .acknowledgedLost) == count)
      #expect(summary.acknowledgedLost.count == count)
      let excesses = Budget(limits: [.acknowledgedLost: count - 1]).excesses(of: [summary])
      let excess = Budget.Excess(measure: .acknowledgedLost, limit: count - 1, count: count)
      #expect(excesses == [excess])
      #expect(Budget(limits: [.acknowledgedLost: count]).excesses(of: [summary]).isEmpty)
    }
  }

  @Test func `what the trace cannot show is an excess of a limit on losses`() throws {
    var (_, summary) = try summary("rs-41-backup-restore", .recover)
    let lost = summary.count(of: Budget.Measure.lost)
    #expect(Budget(limits: [.lost: lost]).excesses(of: [summary]).isEmpty)
    summary.facts.append(.init(kind: .gap, text: Gap.Kind.wireOnly.rawValue))
    #expect(
      Budget(limits: [.lost: lost]).excesses(of: [summary]) == [
        Budget.Excess(measure: .notKnown, limit: 0, count: 1)
      ])
    #expect(Budget(limits: [.lost: lost, .notKnown: 1]).excesses(of: [summary]).isEmpty)
    #expect(Budget(limits: [.traps: 100]).excesses(of: [summary]).isEmpty)
  }

  @Test(arguments: [Budget.Measure.overwritten, .doubled, .acknowledgedLost, .collateral])
  func `a limit on what others wrote needs that to be known`(measure: Budget.Measure) throws {
    var (report, summary) = try summary("rs-02-same-field-conflict", .recover)
    let budget = Budget(limits: [measure: 100])
    #expect(budget.excesses(of: [summary]).isEmpty)
    report.gaps.append(Gap(.download))
    let hiding = OutcomeSummary(report, .none)
    #expect(
      budget.excesses(of: [hiding]) == [
        Budget.Excess(measure: .othersNotKnown, limit: 0, count: 1)
      ])
    #expect(Budget(limits: [measure: 100, .othersNotKnown: 1]).excesses(of: [hiding]).isEmpty)
    #expect(Budget(limits: [.lost: 100]).excesses(of: [hiding]).isEmpty)
    summary.writes[0].fate = .unknown
    #expect(
      budget.excesses(of: [summary]) == [Budget.Excess(measure: .unknown, limit: 0, count: 1)])
  }

  @Test(arguments: [("before", 0), ("after", 1)])
  func `a handler that throws fails a reset that others may have lost something by`(
    handler: String, count: Int
  ) throws {
    let trial = try FaultTrial(file: "rs-62a-callbacks")
    var outcome = try trial.outcome(.recover, "at reset: \(handler)-handler-throws message=\"no\"")
    outcome.gaps.append(Gap(.download))
    let report = Analysis.report(of: outcome)
    #expect(report.result == .failed && !report.writes.isEmpty)
    #expect(report.hidesOthers == (count > 0))
    #expect(OutcomeSummary(report, .none).count(of: .othersNotKnown) == count)
  }

  @Test(arguments: [
    "rs-02-same-field-conflict", "rs-06b-deleted-and-created-anew", "rs-11-list-append-both",
    "rs-74-delete-overwrites-lists", "rs-75-delete-nulls-repointed-link",
  ])
  func `every measure of harm is the number that the report has`(name: String) throws {
    for mode in ResetMode.allCases {
      let (report, summary) = try summary(name, mode)
      let harm = report.harm.counts
      #expect(summary.count(of: Budget.Measure.lost) == harm.lost)
      #expect(summary.count(of: Budget.Measure.stranded) == harm.stranded)
      #expect(summary.count(of: .overwritten) == harm.overwritten)
      #expect(summary.count(of: .doubled) == harm.doubled)
      #expect(summary.count(of: .collateral) == harm.overwritten + harm.doubled)
    }
  }
}

extension ReportWording {
  /// Nothing is said of faults.
  fileprivate static let none = ReportWording(
    effects: { _ in [] }, reason: { _ in "" }, reports: { _ in [] })
}
