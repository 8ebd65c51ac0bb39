import Analyzer
import RealmModel
import ReplaySupport
import TraceFormat

@testable import FaultPlans
@testable import Replayer
@testable import Reports

/// One plan on one session: what must hold of it, whatever they are. Each check gives its violations
/// in words.
struct FuzzCase {
  let injector: FaultInjector
  let plan: FaultPlan
  let mode: ResetMode
  let quirks: Quirks

  /// All violations; none also where the plan leaves no reset to be carried out.
  func violations() -> [String] {
    let resets: [DueReset]
    do throws(ReplayFailure) {
      resets = try injector.resets(under: plan)
    } catch {
      return "\(error)".isEmpty ? ["no reset, and no reason"] : []
    }
    let outcomes = resets.map { $0.outcome(mode: mode, quirks: quirks) }
    let reports = outcomes.map { Analysis.report(of: $0) }
    return faults(in: outcomes) + repetition(reports)
      + zip(outcomes, reports).flatMap { verdict($0) + fates(of: $1, $0) + state(after: $0) }
  }

  /// Every reset ends, and says how.
  func verdict(_ outcome: Outcome) -> [String] {
    guard let last = outcome.attempts.last else { return ["a reset without an attempt"] }
    let hasFailed = last.ending == .failed || last.ending == .crash
    return hasFailed == (last.failure != nil) ? [] : ["\(last.ending.rawValue), and no failure"]
  }

  /// Writes in are fates out.
  func fates(of report: Report, _ outcome: Outcome) -> [String] {
    let writes = outcome.situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
    let fates = Fate.allCases.reduce(0) { $0 + report.count(of: $1) }
    return writes == fates && writes == report.writes.count
      ? [] : ["\(writes) writes, \(report.writes.count) verdicts, \(fates) fates"]
  }

  /// Every fault of the plan fired at a reset, or is said never to have happened, and never both.
  func faults(in outcomes: [Outcome]) -> [String] {
    let fired = Set(outcomes.flatMap { $0.faults.map(\.index) })
    let unfired = Set(outcomes.flatMap { $0.unfiredFaults.map(\.index) })
    var violations: [String] = []
    if !fired.isDisjoint(with: unfired) {
      violations.append("faults \(fired.intersection(unfired).sorted()) fired and never happened")
    }
    if fired.union(unfired) != Set(plan.faults.indices) {
      violations.append(
        "of \(plan.faults.count) faults, \(fired.union(unfired).sorted()) are told of")
    }
    return violations
  }

  /// The same again gives the same bytes.
  private func repetition(_ reports: [Report]) -> [String] {
    let again = (try? injector.resets(under: plan))?.map {
      Analysis.report(of: $0.outcome(mode: mode, quirks: quirks))
    }
    let bytes = { (reports: [Report]) in reports.map { $0.json.text() } }
    return again.map(bytes) == bytes(reports) ? [] : ["another report the second time"]
  }

  /// The state after can be built of changesets, and is what they build.
  private func state(after outcome: Outcome) -> [String] {
    let after = outcome.result.after
    do {
      let bytes = try after.buildingChangeset().encoded()
      let built = try RealmState(applying: [Changeset(decoding: bytes)])
      return difference(built, after, "the state after is none that changesets build")
    } catch {
      return ["the state after cannot be built: \(error)"]
    }
  }
}
