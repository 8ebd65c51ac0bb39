internal import FaultPlans
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Replays cases, several at a time.
struct CaseExplorer: Sendable {
  let injector: FaultInjector
  let options: Exploration.Options

  /// Replays all cases, and gives what they led to in their order; `progress` is called with how many are done.
  func explore(_ cases: [ExplorationCase], progress: (Int) -> Void) async throws -> [CaseFinding] {
    let order = CaseOrder(cases, injector)
    var parts = order.parts(workerCount: options.workerCount).makeIterator()
    var findings = [CaseFinding?](repeating: nil, count: cases.count)
    var doneCount = 0
    try await ConcurrentMap.stream(
      width: options.workerCount, next: { parts.next() },
      { part in
        let cache = ReplayCache()
        return Result { try part.map { ($0, try finding(cases[$0], cache)) } }
      },
      write: { found in
        let found = try found.get()
        for (index, finding) in found { findings[index] = finding }
        doneCount += found.count
        progress(doneCount)
      })
    return findings.compactMap { $0 }
  }

  /// What one case leads to; `cache` has what other cases led to.
  func finding(_ next: ExplorationCase, _ cache: ReplayCache) throws -> CaseFinding {
    try Task.checkCancellation()
    var modes = options.modes.map { _ -> ModeFinding? in nil }
    let resets: [DueReset]
    do throws(ReplayFailure) {
      resets = try injector.resets(under: next.plan, cache: cache) { _ in options.modes }
    } catch {
      return CaseFinding(case: next, modes: modes, isNotKnown: error.isForWantOfEvidence)
    }
    for reset in resets {
      for (index, mode) in options.modes.enumerated() {
        guard let finding = finding(on: reset, mode, cache) else { continue }
        modes[index]?.merge(finding)
        modes[index] = modes[index] ?? finding
      }
    }
    return CaseFinding(
      case: next, modes: modes,
      isBeforeSchema: resets.allSatisfy { $0.isBeforeSchema(in: next) },
      isNotKnown: resets.contains { reset in
        !options.modes.allSatisfy(reset.isAnswered)
          || modes.allSatisfy { $0 == nil }
            && reset.injected.unfiredInPlan.contains(where: \.reason.isForWantOfEvidence)
      })
  }

  /// What a reset of a case led to in a mode; nil where not all of the faults happened, or the trace does not show it.
  private func finding(on reset: DueReset, _ mode: ResetMode, _ cache: ReplayCache)
    -> ModeFinding?
  {
    guard reset.isAnswered(in: mode) else { return nil }
    let outcome = reset.outcome(
      mode: mode, quirks: options.quirks ?? options.engine.quirks, cache: cache)
    guard outcome.unfiredFaults.isEmpty, !outcome.faults.isEmpty else { return nil }
    return cache.finding(outcome)
  }
}

extension DueReset {
  /// Whether the device has no class yet; or the server has none, such as in a backup that is older than
  /// the schema, and no fault of a schema took it.
  fileprivate func isBeforeSchema(in next: ExplorationCase) -> Bool {
    let takesSchema = next.plan.faults.contains { $0.kind.family == .schema }
    return situation.local.hasNoClasses
      || (!takesSchema && showsDownload && situation.fresh.hasNoClasses)
  }
}

extension RealmState {
  fileprivate var hasNoClasses: Bool { tableKeys.isEmpty }
}
