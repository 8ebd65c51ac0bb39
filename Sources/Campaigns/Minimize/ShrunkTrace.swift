internal import FaultPlans

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
