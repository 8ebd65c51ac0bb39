public import Replayer
internal import TraceFormat

/// Makes goldens of replays.
///
/// A golden that is there is left alone, unless it may be replaced.
public struct GoldenRecording: Sendable {
  /// The traces and what is next to them.
  public var folder: GoldenFolder
  /// The engine for goldens that don't exist yet; the others say which one.
  public var engine: Engine
  /// Limits that every golden gets that is written.
  public var budget: Budget
  /// Whether goldens that differ are replaced.
  public var replaces: Bool

  /// A recording that is run by ``run(width:progress:)``.
  public init(
    _ folder: GoldenFolder, engine: Engine = .realmCore, budget: Budget = Budget(),
    replaces: Bool = false
  ) {
    (self.folder, self.engine, self.budget, self.replaces) = (folder, engine, budget, replaces)
  }

  /// Records all goldens.
  ///
  /// - Parameters: as those of ``GoldenCheck/run(width:progress:)``.
  public func run(width: Int, progress: (Int) -> Void = { _ in }) async -> GoldenReport {
    await folder.report(engine, width: width, progress: progress) { verdict(on: $0) }
  }

  /// Records all goldens, one trace after the other.
  public func run() -> GoldenReport { folder.report(engine) { verdict(on: $0) } }

  private func verdict(on outcome: GoldenTask.Outcome) -> GoldenResult {
    var verdict = GoldenResult(outcome)
    var golden = outcome.replayed
    if outcome.golden == nil || replaces {
      golden.budget = golden.budget.overridden(by: budget)
      verdict.findings = []
      write(golden, &verdict, outcome)
    } else if verdict.status == .same {
      verdict.attempt(outcome.cell.golden) { _ in try writePlan(outcome) }
    }
    verdict.add(golden.budget.findings(on: outcome))
    return verdict
  }

  /// Writes a golden, unless the file says the same; with it, what was pending is settled.
  private func write(
    _ golden: Golden, _ verdict: inout GoldenResult, _ outcome: GoldenTask.Outcome
  ) {
    verdict.status = .same
    verdict.attempt(outcome.cell.golden) {
      try writePlan(outcome)
      if case .success(let old) = outcome.golden, old.text.hasSameBytes(as: golden.text) { return }
      try GoldenFile.write(golden, to: outcome.cell.golden)
      try FileTree.remove(folder.pending(outcome.cell))
      $0.status = outcome.golden == nil ? .recorded : .replaced
    }
  }

  private func writePlan(_ outcome: GoldenTask.Outcome) throws {
    if let plan = outcome.cell.plan { try GoldenFile.write(plan, replacing: replaces) }
  }
}
