public import Analyzer
public import Replayer
public import TraceFormat

extension TraceMinimizer {
  /// How a trace is replayed to see whether it shows the thing.
  public struct Question: Sendable {
    /// The mode to replay in.
    public var mode: ResetMode
    /// With or without Realm Core's known defects.
    public var engine: Engine
    /// What one of the resets has to show.
    public var wanted: Wanted

    /// Whether a replay in a mode shows what is wanted.
    public init(mode: ResetMode, engine: Engine = .realmCore, _ wanted: Wanted) {
      (self.mode, self.engine, self.wanted) = (mode, engine, wanted)
    }
  }

  /// What one of the resets has to show.
  public enum Wanted: Sendable {
    /// A report that meets the condition.
    case condition(KeepCondition)
    /// A problem that an exploration found.
    case problem(Exploration.Problem)
    /// Something else that a reset and the report on it tell, and what that is in words.
    case fact(String, @Sendable (DueReset, Report) -> Bool)
  }

  /// Makes a trace smaller as long as one of its resets meets a condition; or, where none does, the end
  /// of a session without a reset.
  ///
  /// A reset that only the wire shows is first written as one that was recorded from the inside, if
  /// that shows it too. A candidate that is less certain than the trace itself, because something no longer fits, or in
  /// which the server seems to have taken more of the device's transactions, is none: what it seems to show would be an
  /// effect of the cutting.
  /// - Returns: the smallest found, and never a larger one than the trace; nil if no reset of the trace shows it.
  public static func minimize(
    _ trace: Candidate, _ question: Question, candidateCountMax: Int = candidateCountMax,
    progress: (Int) -> Void = { _ in }
  ) -> Result? {
    let start = question.recordedInside(trace)
    var certain = question.outcomes(in: start)
    // What a reset shows must not become what a session shows that has lost its reset.
    let isOfReset = !certain.isEmpty
    if !isOfReset { certain = question.outcomes(in: start, atEnds: true) }
    let result = minimize(start, candidateCountMax: candidateCountMax, progress: progress) {
      let outcomes = question.outcomes(in: $0, atEnds: !isOfReset)
      return outcomes.contains { outcome in
        certain.contains {
          outcome.integratedVersions.isSubset(of: $0.integratedVersions)
            && outcome.isAsCertain(as: $0)
        }
      }
    }
    guard var result, result.smallest.events.size > trace.events.size else { return result }
    result.smallest = trace
    result.instructionCountBefore = SessionDraft(trace.events).instructionCount
    result.instructionCount = result.instructionCountBefore
    return result
  }
}

extension TraceMinimizer.Wanted {
  func shows(in outcome: Outcome, of reset: DueReset, _ mode: ResetMode) -> Bool {
    switch self {
    case .condition(let condition):
      // Defects are only looked for where they are asked for, because that takes longer.
      condition.holds(
        for: condition.asksForDefects
          ? Analysis.report(on: outcome, of: reset, mode: mode) : Analysis.report(of: outcome))
    case .problem(let problem): ModeFinding(outcome).problems[problem] != nil
    case .fact(_, let holds): holds(reset, Analysis.report(of: outcome))
    }
  }
}

extension [Event] {
  /// How much there is in a trace of them, in bytes before compression.
  fileprivate var size: Int { reduce(0) { $0 + $1.recordSize } }
}

extension TraceMinimizer.Question {
  /// Whether a candidate shows what is wanted: one of its resets, or the end of a session without one.
  public func isShown(by candidate: TraceMinimizer.Candidate) -> Bool {
    !outcomes(in: candidate).isEmpty || !outcomes(in: candidate, atEnds: true).isEmpty
  }

  /// Whether a candidate shows what is wanted, and no less certainly than another one.
  public func isShown(
    by candidate: TraceMinimizer.Candidate, asCertainlyAs other: TraceMinimizer.Candidate
  ) -> Bool {
    [false, true].contains { atEnds in
      let certain = outcomes(in: other, atEnds: atEnds)
      return outcomes(in: candidate, atEnds: atEnds).contains { outcome in
        certain.contains { outcome.isAsCertain(as: $0) }
      }
    }
  }

  /// The outcomes of the resets of a candidate that show what is wanted; none where it cannot be replayed.
  ///
  /// - Parameter atEnds: whether the ends of sessions without a reset are asked for instead.
  func outcomes(in candidate: TraceMinimizer.Candidate, atEnds: Bool = false) -> [Outcome] {
    guard let injector = FaultInjector(candidate: candidate.events) else { return [] }
    let plan = candidate.plan
    let resets =
      atEnds
      ? injector.sessionEndsIfAny(under: plan) : injector.resetsIfAny(under: plan, in: mode)
    return resets.compactMap(outcome)
  }

  private func outcome(_ reset: DueReset) -> Outcome? {
    let outcome = reset.outcome(mode: mode, quirks: engine.quirks)
    return wanted.shows(in: outcome, of: reset, mode) ? outcome : nil
  }
}

extension Outcome {
  fileprivate func isAsCertain(as known: Outcome) -> Bool {
    let most = known.gapCounts
    return gapCounts.allSatisfy { kind, count in count <= most[kind] ?? 0 }
  }

  fileprivate var gapCounts: [Gap.Kind: Int] {
    gaps.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
  }

  /// The device's transactions that the server has: what is left of others may come to equal a change of the server's.
  fileprivate var integratedVersions: Set<UInt64> {
    Set(situation.integrated.map { situation.unsynced[$0].clientVersion })
  }
}
