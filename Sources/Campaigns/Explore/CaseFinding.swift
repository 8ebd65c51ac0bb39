internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What a case led to, in each mode.
struct CaseFinding: Sendable {
  var `case`: ExplorationCase
  /// In the order of the modes; nil where the fault did not happen in it.
  var modes: [ModeFinding?]
  /// Whether its resets come before a schema was there, so that there is next to nothing to lose.
  var isBeforeSchema = false
}

/// What a case led to in one mode.
struct ModeFinding: Sendable {
  var harm: ReplayHarm
  /// How many writes met each way of going wrong; a failure of the reset as a whole counts once.
  var problems: [Exploration.Problem: Int]
}

extension ModeFinding {
  /// Judges an outcome by its fates alone, without what a report says of them in words.
  init(_ outcome: Outcome) {
    let fates = WriteFates(outcome)
    harm = ReplayHarm(
      result: outcome.ending, failure: outcome.failure?.failureClass, counts: fates.counts,
      account: fates.harm)
    problems = fates.problems
    if outcome.ending == .failed || outcome.ending == .crash {
      let failure = outcome.attempts.compactMap(\.failure).last
      let problem = Exploration.Problem(
        result: outcome.ending, failure: outcome.failure?.failureClass,
        message: failure.map { Triage(explaining: $0).identifier })
      problems[problem, default: 0] += 1
    }
  }

  /// The worse of two, as one finding of a case with several resets.
  mutating func merge(_ other: ModeFinding) {
    if other.harm.isWorse(than: harm) { harm = other.harm }
    problems.merge(other.problems, uniquingKeysWith: +)
  }
}

/// Replays cases, several at a time.
struct CaseExplorer: Sendable {
  let injector: FaultInjector
  let options: Exploration.Options
  /// How many cases a task replays, so that there are not more tasks than it pays for.
  private static let casesPerTask = 16

  /// Replays all cases and hands what they led to over in their order.
  func explore(
    _ cases: [ExplorationCase], _ take: ([CaseFinding], Int) -> Void
  ) async throws {
    var starts = Array(stride(from: 0, to: cases.count, by: Self.casesPerTask)).makeIterator()
    var finished: [Int: [CaseFinding]] = [:]
    var taken = 0
    try await withThrowingTaskGroup(of: (Int, [CaseFinding]).self) { group in
      func addTask() {
        guard let start = starts.next() else { return }
        let part = Array(cases[start..<min(start + Self.casesPerTask, cases.count)])
        group.addTask { (start, try part.map(finding)) }
      }
      for _ in 0..<max(1, options.workerCount) { addTask() }
      while let (start, findings) = try await group.next() {
        finished[start] = findings
        addTask()
        while let next = finished.removeValue(forKey: taken) {
          taken += next.count
          take(next, taken)
        }
      }
    }
  }

  private func finding(_ next: ExplorationCase) throws -> CaseFinding {
    try Task.checkCancellation()
    // A plan under which no reset comes about shows nothing.
    let resets = injector.resetsIfAny(under: next.plan)
    var modes = options.modes.map { _ -> ModeFinding? in nil }
    for reset in resets {
      for (index, finding) in findings(on: reset).enumerated() {
        guard let finding else { continue }
        modes[index]?.merge(finding)
        modes[index] = modes[index] ?? finding
      }
    }
    return CaseFinding(
      case: next, modes: modes,
      isBeforeSchema: !resets.isEmpty && resets.allSatisfy { $0.isBeforeSchema(in: next) })
  }

  /// What a reset of a case led to, in each mode; nil where not all of the faults happened.
  private func findings(on reset: PlannedReset) -> [ModeFinding?] {
    var judged: [(outcome: Outcome, finding: ModeFinding)] = []
    return options.modes.map { mode in
      let outcome = reset.outcome(mode: mode, quirks: options.quirks ?? options.engine.quirks)
      guard outcome.unfiredFaults.isEmpty, !outcome.faults.isEmpty else { return nil }
      // To judge is more work than to compare.
      if let same = judged.first(where: { $0.outcome.isSameRecovery(as: outcome) }) {
        return same.finding
      }
      let finding = ModeFinding(outcome)
      judged.append((outcome, finding))
      return finding
    }
  }
}

extension Outcome {
  /// Whether the same reset, in another mode, was the same recovery: as Recover and RecoverOrDiscard
  /// are, unless something failed on the way.
  fileprivate func isSameRecovery(as other: Outcome) -> Bool {
    ending == .recovered && other.ending == .recovered && attempts.count == other.attempts.count
      && result.rulings == other.result.rulings
      && result.reupload.elementsEqual(other.result.reupload) { $0.encoded() == $1.encoded() }
  }
}

extension PlannedReset {
  /// Whether the device has no class yet; or the server has none, such as in a backup that is older than
  /// the schema, and it is no fault of a schema that took it.
  fileprivate func isBeforeSchema(in next: ExplorationCase) -> Bool {
    let situation = reset.situation
    let takesSchema = next.plan.faults.contains { $0.kind.family == .schema }
    return situation.local.classes.isEmpty || (!takesSchema && situation.fresh.classes.isEmpty)
  }
}
