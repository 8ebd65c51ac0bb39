internal import Replayer
internal import TraceFormat

extension GoldenFolder {
  /// Replays all traces and judges every golden.
  ///
  /// - Parameters:
  ///   - engine: for goldens that don't exist yet; the others say which one.
  ///   - width: how many traces are in work at once.
  ///   - progress: called with how many traces are done.
  func report(
    _ engine: Engine, width: Int, progress: (Int) -> Void,
    _ judge: @escaping @Sendable (GoldenTask.Outcome) -> GoldenResult
  ) async -> GoldenReport {
    var each = self
    each.memory = memory.shared(among: width)
    let verdicts = await ConcurrentMap.run(traces, width: width, progress: progress) { [each] in
      Self.verdicts(on: GoldenTask(trace: $0, folder: each, engine: engine), judge)
    }
    return report(Array(verdicts.joined()))
  }

  func report(_ engine: Engine, _ judge: (GoldenTask.Outcome) -> GoldenResult) -> GoldenReport {
    report(
      traces.flatMap {
        Self.verdicts(on: GoldenTask(trace: $0, folder: self, engine: engine), judge)
      })
  }

  private func report(_ verdicts: [GoldenResult]) -> GoldenReport {
    GoldenReport(traceCount: traces.count, verdicts: verdicts + strays.map { GoldenResult($0) })
  }

  private static func verdicts(
    on task: GoldenTask, _ judge: (GoldenTask.Outcome) -> GoldenResult
  ) -> [GoldenResult] {
    task.steps().map { step in
      switch step {
      case .failure(let finding): GoldenResult(finding)
      case .success(let outcome): judge(outcome)
      }
    }
  }
}
