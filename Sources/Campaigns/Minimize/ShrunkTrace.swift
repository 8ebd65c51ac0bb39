internal import FaultPlans
public import TraceFormat

/// The smallest trace and fault plan that show something, as one of several in a folder.
public struct ShrunkTrace: Sendable {
  /// A name for its files, such as `01-lost-objectDeleted-object-gone`.
  public var name: String
  /// How it is replayed, and what it then shows.
  public var question: TraceMinimizer.Question
  /// The trace and the plan, and how they were found.
  public var result: TraceMinimizer.Result

  /// A trace that was found.
  public init(name: String, _ question: TraceMinimizer.Question, _ result: TraceMinimizer.Result) {
    (self.name, self.question, self.result) = (name, question, result)
  }

  /// Where the trace is in a folder.
  public func path(in folder: String) -> String { "\(folder)/\(name).synctrace" }

  /// The command line that shows the thing.
  ///
  /// - Parameter path: where the trace is.
  public func command(at path: String) -> String {
    let plan = result.smallest.plan
    return ReplayCommandLine.text(
      trace: path, mode: question.mode, engine: question.engine, faults: plan.faults.map(\.text),
      seed: plan.seed)
  }
}

extension Exploration {
  /// The smallest trace and plan that show a problem.
  public struct Shrunk: Sendable {
    /// What the trace still shows.
    public var problem: Problem
    /// The trace.
    public var trace: ShrunkTrace
    /// Where its file is to be.
    public var path: String

    /// The command line that shows the problem.
    public var command: String { trace.command(at: path) }
  }

  /// How each problem is shown by as little as possible, the most harmful problems first.
  ///
  /// The result depends on the events and the exploration, and not on the width.
  /// - Parameters:
  ///   - events: those of the trace that was explored.
  ///   - folder: where the traces are to be.
  ///   - problemCountMax: how many problems at most.
  ///   - candidateCountMax: how many candidates are replayed for each at most.
  ///   - width: how many problems are in work at once.
  ///   - progress: called with how many are done.
  public func shrunk(
    _ events: [Event], in folder: String, problemCountMax: Int, candidateCountMax: Int, width: Int,
    progress: (Int) -> Void = { _ in }
  ) async -> [Shrunk] {
    let numbered = Array(clustersByHarm.prefix(problemCountMax).enumerated())
    return await ConcurrentMap.run(numbered, width: width, progress: progress) { index, cluster in
      shrunk(cluster, number: index + 1, events, in: folder, candidateCountMax)
    }.compactMap(\.self)
  }

  private func shrunk(
    _ cluster: Cluster, number: Int, _ events: [Event], in folder: String,
    _ candidateCountMax: Int
  ) -> Shrunk? {
    let faults = cluster.faultTexts.compactMap { try? Fault(text: $0) }
    let question = TraceMinimizer.Question(
      mode: cluster.mode, engine: options.engine, .problem(cluster.problem))
    let start = TraceMinimizer.Candidate(
      events: events, plan: FaultPlan(faults, seed: options.seed))
    guard
      let result = TraceMinimizer.minimize(start, question, candidateCountMax: candidateCountMax)
    else { return nil }
    let digits = number < 10 ? "0\(number)" : "\(number)"
    let trace = ShrunkTrace(
      name: "\(digits)-\(cluster.problem.names.joined(separator: "-"))", question, result)
    return Shrunk(problem: cluster.problem, trace: trace, path: trace.path(in: folder))
  }
}
