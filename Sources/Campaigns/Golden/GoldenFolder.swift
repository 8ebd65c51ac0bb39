internal import Analyzer
public import FaultPlans
internal import Replayer
public import TraceFormat

/// Which goldens of the traces are meant, by the fault plans that they are with.
public enum GoldenPlans: Sendable {
  /// Those without a plan, and those with each of the plans next to a trace.
  case all
  /// Those with the plan of that name alone.
  case named(String)
  /// The same for a plan that traces get now.
  case added(FaultPlan, name: String)

  var name: String? {
    switch self {
    case .all: nil
    case .named(let name), .added(_, let name): name
    }
  }
}

/// The traces at some paths, and the goldens that they have or should have.
public struct GoldenFolder: Sendable {
  package struct Trace: Sendable {
    package var path: String
    package var cells: [GoldenCell]
  }

  /// In the order of their paths.
  package private(set) var traces: [Trace] = []
  /// Files that belong to no trace, plan or mode, and outcomes that would share a file.
  package private(set) var strays: [GoldenFinding] = []
  /// Where pending outcomes are; next to the goldens if nil.
  package let pendingFolder: String?
  /// The paths that were given and what is in their folders, sorted.
  private var found: [String] = []
  let words: ReportWording
  /// What a trace may take in memory; all that are in work at a time share it.
  public var memory = MemoryLimit.standard
  /// What reads the traces; by itself only those that are not compressed.
  public var codec: any FrameCodec = StoredFrames()

  /// Looks at what files there are.
  ///
  /// - Parameters:
  ///   - paths: folders, with everything below them; traces; goldens and pending outcomes, each of
  ///     which stands for itself alone.
  ///   - modes: the modes that a trace should have goldens for.
  ///   - plans: which fault plans are meant.
  ///   - pendingFolder: where pending outcomes are; next to the goldens if nil.
  ///   - words: how goldens say what faults did; `Reports` has the usual way.
  /// - Throws: `FileFailure` where there is nothing under a path, ``GoldenPathFailure`` where there is something else.
  public init(
    paths: [String], modes: [ResetMode], plans: GoldenPlans = .all, pendingFolder: String? = nil,
    words: ReportWording
  ) throws {
    (self.pendingFolder, self.words) = (pendingFolder, words)
    var folders: Set<TextBytes> = []
    var neighbours: Set<TextBytes> = []
    var named: Set<TextBytes> = []
    let suffixes = [GoldenCell.traceSuffix, GoldenCell.goldenSuffix, GoldenCell.pendingSuffix]
    for path in paths.map(FileTree.normalized) {
      if try FileTree.isFolder(path) {
        folders.formUnion(try FileTree.files(below: path).map { TextBytes($0) })
      } else {
        guard suffixes.contains(where: path.hasSuffix) else { throw GoldenPathFailure(path: path) }
        named.insert(TextBytes(path))
        let paths = try FileTree.paths(in: FileTree.folder(of: path))
        neighbours.formUnion(paths.map { TextBytes($0) })
      }
    }
    let looked = folders.union(named)
    found = looked.sorted().map(\.text)
    let layout = GoldenLayout(looked.union(neighbours), adding: plans, to: looked)
    for trace in layout.traces {
      let isWhole = looked.contains(TextBytes(trace))
      let cells = layout.cells(of: trace, isWhole ? modes : ResetMode.inOrder).filter { cell in
        (plans.name.map { cell.plan?.name.hasSameBytes(as: $0) == true } ?? true)
          && (isWhole || named.contains(TextBytes(cell.golden))
            || named.contains(TextBytes(cell.pending(in: pendingFolder))))
      }
      if !cells.isEmpty { traces.append(Trace(path: trace, cells: cells)) }
    }
    strays = layout.strays(pendingFolder: pendingFolder).filter { stray in
      guard let name = plans.name else { return looked.contains(TextBytes(stray.path)) }
      // Of one plan, what stands in its own way counts alone.
      return stray.code == .nameClash
        && traces.contains { GoldenCell.planPath($0.path, name).hasSameBytes(as: stray.path) }
    }
  }

  /// The traces with their fault plans, goldens and pending outcomes, whether they are there or not, and
  /// everything else that was found: nothing of it is where a report may go.
  package var files: [String] {
    found
      + traces.flatMap { trace in
        trace.cells.flatMap { [$0.plan?.path, $0.golden, pending($0)].compactMap { $0 } }
      }
  }

  func pending(_ cell: GoldenCell) -> String { cell.pending(in: pendingFolder) }
}

/// Why goldens can't be looked for under a path.
public struct GoldenPathFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path that is neither.
  public var path: String

  /// The reason as a sentence, without a full stop.
  public var description: String { "`\(path)` is not a folder, a trace or a golden" }
  /// The next step.
  public static let hint =
    "name folders, or files that end in \(GoldenCell.traceSuffix), \(GoldenCell.goldenSuffix) or "
    + GoldenCell.pendingSuffix
}

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
