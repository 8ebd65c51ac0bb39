public import Replayer
internal import TraceFormat

/// Compares outcomes of replays with the goldens next to the traces (`docs/golden.md`).
///
/// Goldens are only read: what differs is written aside, for a person to look at and accept.
public struct GoldenCheck: Sendable {
  /// The traces and what is next to them.
  public var folder: GoldenFolder
  /// The engine for goldens that don't exist yet; the others say which one.
  public var engine: Engine
  /// Limits for all goldens, where they have none of their own.
  public var budget: Budget
  /// Whether outcomes that differ are written aside.
  public var writesPending: Bool
  /// Whether the report holds the outcomes that differ.
  public var keepsOutcomes: Bool

  /// A check that is run by ``run(width:progress:)``.
  public init(
    _ folder: GoldenFolder, engine: Engine = .realmCore, budget: Budget = Budget(),
    writesPending: Bool = true, keepsOutcomes: Bool = false
  ) {
    (self.folder, self.engine, self.budget) = (folder, engine, budget)
    (self.writesPending, self.keepsOutcomes) = (writesPending, keepsOutcomes)
  }

  /// Checks all goldens.
  ///
  /// - Parameters:
  ///   - width: how many traces are in work at once.
  ///   - progress: called with how many traces are done.
  public func run(width: Int, progress: (Int) -> Void = { _ in }) async -> GoldenReport {
    await folder.report(engine, width: width, progress: progress) { verdict(on: $0) }
  }

  /// Checks all goldens, one trace after the other.
  public func run() -> GoldenReport { folder.report(engine) { verdict(on: $0) } }

  private func verdict(on outcome: GoldenTask.Outcome) -> GoldenResult {
    var verdict = GoldenResult(outcome)
    let isPending = verdict.status == .failed
    verdict.add(budget.overridden(by: outcome.replayed.budget).findings(on: outcome))
    if keepsOutcomes, isPending { verdict.outcome = outcome.replayed }
    if writesPending { settle(&verdict, outcome, isPending: isPending) }
    return verdict
  }

  /// Writes the outcome aside, or removes what an earlier check wrote and no longer holds.
  private func settle(
    _ verdict: inout GoldenResult, _ outcome: GoldenTask.Outcome, isPending: Bool
  ) {
    let path = folder.pending(outcome.cell)
    verdict.attempt(path) { verdict in
      guard isPending else { return try FileTree.remove(path) }
      let inputs = [outcome.cell.golden, outcome.cell.trace, outcome.cell.plan?.path]
      if let file = FileIdentity(path),
        inputs.contains(where: { $0.flatMap { FileIdentity($0) } == file })
      {
        throw GoldenFinding(.pendingIsInput, path)
      }
      try GoldenFile.write(outcome.replayed, to: path)
      verdict.pending = path
    }
  }
}

extension GoldenResult {
  /// What a golden, if there is one, says of an outcome.
  init(_ outcome: GoldenTask.Outcome) {
    self.init(
      path: outcome.cell.golden, cell: outcome.cell, status: .same,
      totals: outcome.replayed.resets.map(\.totals))
    switch outcome.golden {
    case nil: add([GoldenFinding(.missing, path)])
    case .failure(let finding): add([finding])
    case .success where outcome.isSameText: break
    case .success(let golden): compare(golden, with: outcome.replayed)
    }
  }

  /// Takes in findings, with which nothing is the same any more.
  mutating func add(_ findings: [GoldenFinding]) {
    self.findings += findings
    if status == .same, !findings.isEmpty { status = .failed }
  }

  /// Does something to files; what stands in the way is a finding.
  ///
  /// - Parameter path: the file that it is about, unless a finding says another one.
  mutating func attempt(_ path: String, _ body: (inout GoldenResult) throws -> Void) {
    do {
      try body(&self)
    } catch let finding as GoldenFinding {
      add([finding])
    } catch {
      add([GoldenFinding(.notWritten("\(error)"), path)])
    }
  }

  mutating func compare(_ golden: Golden, with replayed: Golden) {
    if let plan = replayed.plan, let changes = golden.plan?.changes(to: plan), !changes.isEmpty {
      add([GoldenFinding(.changedPlan(changes), path, line: golden.plan?.line)])
    }
    let difference = OutcomeDifference(from: golden.resets, to: replayed.resets)
    guard let first = difference.changes.first else { return }
    self.difference = difference
    add([
      GoldenFinding(
        .changed(first, others: difference.changes.count - 1), path, line: difference.line)
    ])
  }
}

extension Budget {
  func findings(on outcome: GoldenTask.Outcome) -> [GoldenFinding] {
    excesses(of: outcome.replayed.resets).map {
      GoldenFinding(.overBudget($0), outcome.cell.golden)
    }
  }
}
