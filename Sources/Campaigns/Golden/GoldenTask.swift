internal import Analyzer
internal import FaultPlans
internal import Replayer
internal import TraceFormat

/// The work on one trace: it is read once, and replayed for each of its goldens.
struct GoldenTask: Sendable {
  var trace: GoldenFolder.Trace
  /// How it is read, and how goldens word it.
  var folder: GoldenFolder
  /// The engine for goldens that don't exist yet.
  var engine: Engine

  struct Outcome {
    var cell: GoldenCell
    var golden: Result<Golden, GoldenFinding>?
    var replayed: Golden
    /// Whether the golden is what would be written now, byte for byte, so that nothing is left to compare.
    var isSameText = false
  }

  /// What came of one golden, or what stands against the trace or a plan as a whole.
  typealias Step = Result<Outcome, GoldenFinding>

  func steps() -> [Step] {
    let injector: FaultInjector
    do throws(GoldenFinding) {
      injector = try read()
    } catch {
      return [.failure(error)]
    }
    let cells = trace.cells.map(Known.init)
    return cells.groupedInOrder { Group(plan: $0.cell.plan, engine: $0.head?.engine ?? engine) }
      .flatMap { steps(of: $0.elements, $0.key, injector) }
  }

  private struct Known {
    var cell: GoldenCell
    var stored: Result<[UInt8], GoldenFinding>?
    /// What the golden says before its resets.
    var head: Golden?

    init(_ cell: GoldenCell) {
      self.cell = cell
      stored = GoldenFile.bytes(of: cell.golden)
      guard case .success(let bytes)? = stored else { return }
      head = try? GoldenFile.golden(Golden.head(of: bytes), cell.golden, cell).get()
    }

    /// The golden next to what the replay came to. Mostly it has the same bytes, and need not be read.
    func compared(with replayed: Golden) -> Outcome {
      var outcome = Outcome(cell: cell, replayed: replayed)
      outcome.golden = stored?.flatMap { bytes in
        outcome.isSameText = bytes == Array(replayed.text.utf8)
        return outcome.isSameText
          ? .success(replayed) : GoldenFile.golden(bytes, cell.golden, cell)
      }
      return outcome
    }
  }

  private struct Group: Hashable {
    var plan: GoldenCell.Plan?
    var engine: Engine
  }

  private func steps(of cells: [Known], _ group: Group, _ injector: FaultInjector) -> [Step] {
    let plan: FaultPlan
    do throws(GoldenFinding) {
      plan = try GoldenFile.plan(of: group.plan)
    } catch {
      return [.failure(error)]
    }
    let found: SessionAnswers<DueReset>
    do throws(ReplayFailure) {
      found = try injector.resetsAndEnds(under: plan) { _ in cells.map(\.cell.mode) }
    } catch {
      if error == .noReset, isForPlansAlone(cells) { return [] }
      return [.failure(notReplayed(group.plan, error))]
    }
    let resets = found.all
    if group.plan == nil, !resets.contains(where: \.isReset), isForPlansAlone(cells) { return [] }
    // Another reset that the server asked for is not answered by the goldens of these.
    var unanswered = found.unanswered.filter(\.asksForReset).map {
      Step.failure(notReplayed(group.plan, $0.reason))
    }
    var analyses = resets.map { reset in
      ResetAnalysis(
        reset, options: AnalysisOptions(quirks: group.engine.quirks, hasNextSteps: false))
    }
    let answered = cells.filter { known in
      resets.contains { $0.isAnswered(in: known.cell.mode) }
    }
    let steps = answered.map { known -> Step in
      let mode = known.cell.mode
      let summaries = resets.indices.filter { resets[$0].isAnswered(in: mode) }
        .map { OutcomeSummary(&analyses[$0], mode, folder.words) }
      return .success(
        known.compared(
          with: Golden(
            mode: mode, engine: group.engine,
            plan: known.cell.planText.map { Golden.Plan($0, plan) },
            budget: known.head?.budget ?? Budget(), resets: summaries)))
    }
    if answered.count < cells.count {
      // What the others do depends on a download that the trace does not show.
      let failure = notReplayed(group.plan, .noFreshState(session: resets[0].session))
      unanswered.append(.failure(failure))
    }
    return steps + unanswered
  }

  /// Whether a trace that asks for no reset is there for its fault plans, and has no other golden.
  private func isForPlansAlone(_ cells: [Known]) -> Bool {
    trace.cells.contains { $0.plan != nil } && cells.allSatisfy { $0.stored == nil }
  }

  private func notReplayed(_ plan: GoldenCell.Plan?, _ reason: ReplayFailure) -> GoldenFinding {
    GoldenFinding(
      .notReplayed(reason, withPlan: plan == nil ? nil : trace.path), plan?.path ?? trace.path)
  }

  /// Takes in the events of the trace. A damaged one is nothing to compare with.
  private func read() throws(GoldenFinding) -> FaultInjector {
    var reader: TraceReader?
    let read = Result {
      _ = try FileTree.exists(trace.path)
      let opened = try TraceReader(
        FileSource(path: trace.path), codec: folder.codec, memory: folder.memory)
      reader = opened
      return try Replay(reading: opened)
    }
    if let damage = reader?.findings.first(where: \.isDamage) {
      throw GoldenFinding(.damagedTrace("\(damage)"), trace.path)
    }
    let replay: Replay
    do {
      replay = try read.get()
    } catch {
      throw GoldenFinding(.unreadableTrace(FileFailure.words(error)), trace.path)
    }
    do throws(ReplayFailure) {
      return try FaultInjector(
        replay, keepsStates: trace.cells.contains { $0.plan != nil })
    } catch {
      throw notReplayed(nil, error)
    }
  }
}

extension OutcomeSummary {
  fileprivate init(_ analysis: inout ResetAnalysis, _ mode: ResetMode, _ words: ReportWording) {
    let outcome = analysis.outcome(mode: mode)
    self.init(analysis.report(on: outcome, mode: mode), words, of: outcome, cache: analysis.cache)
  }
}
