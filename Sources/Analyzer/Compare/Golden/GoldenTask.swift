internal import Replayer
internal import TraceFormat

/// The work on one trace: it is read once, and replayed for each of its goldens.
struct GoldenTask: Sendable {
  var trace: GoldenFolder.Trace
  /// The engine for goldens that don't exist yet.
  var engine: Engine

  /// A golden and what it is compared with.
  struct Outcome {
    var cell: GoldenCell
    /// The golden as it is; nil where there is none.
    var golden: Result<Golden, GoldenFinding>?
    /// What the replay came to: what the golden should say.
    var replayed: Golden
  }

  /// What came of one golden, or what stands against the trace or a plan as a whole.
  typealias Step = Result<Outcome, GoldenFinding>

  /// Reads and replays.
  func steps() -> [Step] {
    let replay: Replay
    do throws(GoldenFinding) {
      replay = try read()
    } catch {
      return [.failure(error)]
    }
    let cells = trace.cells.map { cell in Known(cell: cell, golden: GoldenFile.read(cell)) }
    var groups: [Group] = []
    for known in cells {
      let group = Group(plan: known.cell.plan, engine: known.engine ?? engine)
      if !groups.contains(group) { groups.append(group) }
    }
    return groups.flatMap { group in
      steps(
        of: cells.filter { group == Group(plan: $0.cell.plan, engine: $0.engine ?? engine) },
        group, replay)
    }
  }

  /// A cell and its golden.
  private struct Known {
    var cell: GoldenCell
    var golden: Result<Golden, GoldenFinding>?

    var engine: Engine? { (try? golden?.get())?.engine }
    var budget: Budget { (try? golden?.get())?.budget ?? Budget() }
  }

  /// What is replayed at once.
  private struct Group: Hashable {
    var plan: GoldenCell.Plan?
    var engine: Engine
  }

  private func steps(of cells: [Known], _ group: Group, _ replay: Replay) -> [Step] {
    let summaries: [[OutcomeSummary]]
    do {
      if let plan = group.plan { try check(plan) }
      summaries = try replay.summaries(modes: cells.map(\.cell.mode), engine: group.engine)
    } catch let finding as GoldenFinding {
      return [.failure(finding)]
    } catch {
      return [.failure(GoldenFinding(.notReplayed, trace.path, "\(error)"))]
    }
    return zip(cells, summaries).map { known, resets in
      .success(
        Outcome(
          cell: known.cell, golden: known.golden,
          replayed: Golden(
            mode: known.cell.mode, engine: group.engine, faults: known.cell.planText,
            budget: known.budget, resets: resets)))
    }
  }

  /// Reads a plan. One that has no faults changes nothing; faults can't be injected yet.
  private func check(_ plan: GoldenCell.Plan) throws(GoldenFinding) {
    guard try Self.faultPlan(plan).isEmpty else {
      throw GoldenFinding(.notReplayed, plan.path, "this version does not inject faults")
    }
  }

  private static func faultPlan(_ plan: GoldenCell.Plan) throws(GoldenFinding) -> FaultPlan {
    do {
      let bytes = try FileTree.bytes(of: plan.path, sizeMaxBytes: FaultPlan.sizeMaxBytes) ?? []
      return try FaultPlan(parsing: bytes)
    } catch {
      throw GoldenFinding(.unreadablePlan, plan.path, "\(error)")
    }
  }

  /// Takes in the events of the trace. A damaged one is nothing to compare with.
  private func read() throws(GoldenFinding) -> Replay {
    var replay = Replay()
    let damage: TraceFinding?
    do {
      _ = try FileTree.exists(trace.path)
      let reader = try TraceReader(path: trace.path)
      while let event = try reader.next() { replay.observe(event) }
      damage = reader.findings.first(where: \.isDamage)
    } catch {
      throw GoldenFinding(.unreadableTrace, trace.path, "the trace can't be read: \(error)")
    }
    guard let damage else { return replay }
    throw GoldenFinding(.damagedTrace, trace.path, "the trace is damaged: \(damage)")
  }
}

extension Replay {
  /// For each mode what the resets came to.
  fileprivate func summaries(modes: [ResetMode], engine: Engine) throws(ReplayFailure)
    -> [[OutcomeSummary]]
  {
    let resets = try resets()
    return modes.map { mode in
      resets.map { found in
        let compared = ComparedOutcome(found.recorded.reset, mode: mode, quirks: engine.quirks)
        return OutcomeSummary(
          Analysis.report(of: compared), after: compared.outcome.states.after)
      }
    }
  }
}
