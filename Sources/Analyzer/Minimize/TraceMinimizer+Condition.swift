public import Replayer
public import TraceFormat

extension TraceMinimizer {
  /// How a trace is replayed to see whether it shows the thing.
  public struct Question: Sendable {
    public var mode: ResetMode
    public var engine: Engine
    public var condition: KeepCondition

    public init(mode: ResetMode, engine: Engine = .realmCore, condition: KeepCondition) {
      self.mode = mode
      self.engine = engine
      self.condition = condition
    }
  }

  /// Makes a trace smaller as long as one of its resets meets a condition.
  ///
  /// A reset that only the wire shows is first written as one that was recorded from the inside. A
  /// candidate that is less certain than the trace itself, because something no longer fits, is none:
  /// what it seems to show would be an effect of the cutting.
  /// - Returns: the smallest found; nil if no reset of the trace meets the condition.
  public static func minimize(
    _ trace: Candidate, _ question: Question, candidateCountMax: Int = candidateCountMax,
    progress: (Int) -> Void = { _ in }
  ) -> Result? {
    let start = question.recordedInside(trace)
    let certain = question.reports(of: start).filter(question.condition.holds).map(\.gapCounts)
    return minimize(start, candidateCountMax: candidateCountMax, progress: progress) { candidate in
      question.reports(of: candidate).contains { report in
        question.condition.holds(for: report)
          && certain.contains { report.gapCounts.isWithin($0) }
      }
    }
  }
}

extension TraceMinimizer.Question {
  /// The reports on all resets of a candidate; none where it cannot be replayed.
  func reports(of candidate: TraceMinimizer.Candidate) -> [Report] {
    var replay = Replay()
    for event in candidate.events { replay.observe(event) }
    return ((try? replay.resets()) ?? []).map { report(on: $0.recorded.reset) }
  }

  /// Defects are only looked for where the condition asks for them, because that takes longer.
  private func report(on reset: DueReset) -> Report {
    let compared = ComparedOutcome(reset, mode: mode, quirks: engine.quirks)
    return condition.asksForDefects
      ? Analysis.report(of: compared) : Analysis.report(of: compared.outcome)
  }

  /// The first reset that meets the condition as a session that was recorded from the inside, where
  /// only the wire shows it; else the trace itself.
  func recordedInside(_ trace: TraceMinimizer.Candidate) -> TraceMinimizer.Candidate {
    var replay = Replay()
    for event in trace.events { replay.observe(event) }
    let shown = ((try? replay.timelines()) ?? []).filter(\.isWireOnly).flatMap(\.resets)
    for recorded in shown {
      guard condition.holds(for: report(on: recorded.reset)),
        let events = try? recorded.reset.events()
      else {
        continue
      }
      return TraceMinimizer.Candidate(events: events, plan: trace.plan)
    }
    return trace
  }
}

extension Report {
  /// How often something does not show in the trace, by kind.
  fileprivate var gapCounts: [Gap.Kind: Int] {
    gaps.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
  }
}

extension [Gap.Kind: Int] {
  /// Whether no kind occurs more often than in another count.
  fileprivate func isWithin(_ other: [Gap.Kind: Int]) -> Bool {
    allSatisfy { kind, count in count <= other[kind] ?? 0 }
  }
}
