public import Analyzer
public import RealmModel
public import Replayer
public import TraceFormat

/// Which recorded sessions would fail to reset, or lose writes, if the server got a new schema (`docs/preflight.md`).
public struct Preflight: Sendable {
  /// What is tried, and how.
  public struct Options: Sendable {
    /// The server's schema as it is to be.
    public var schema: RealmSchema
    /// The modes to try.
    public var modes: [ResetMode]
    /// With or without Realm Core's known defects.
    public var engine: Engine
    /// Whether a reset is tried at every point of the sessions.
    public var isEveryPointTried: Bool
    /// How many traces are in work at a time.
    public var workerCount: Int
    /// What a trace may take in memory; all that are in work at a time share it.
    public var memory: MemoryLimit
    /// Opens an input, in the memory that it may take; traces that are not compressed if not set.
    public var open: @Sendable (String, MemoryLimit) throws -> TraceReader = { path, memory in
      try TraceReader(
        path == "-" ? .standardInput() : FileSource(path: path), codec: StoredFrames(),
        memory: memory)
    }

    /// What is tried; without further arguments the recorded resets and the end of each session, in all modes.
    public init(
      schema: RealmSchema,
      modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual],
      engine: Engine = .realmCore, isEveryPointTried: Bool = false,
      workerCount: Int = 1, memory: MemoryLimit = .standard
    ) {
      (self.schema, self.modes, self.engine) = (schema, modes, engine)
      (self.isEveryPointTried, self.workerCount) = (isEveryPointTried, workerCount)
      self.memory = memory
    }
  }

  /// What was tried, and how.
  public let options: Options
  /// In the order of their paths.
  public let traces: [PreflightTrace]

  /// The traces at some paths, in the order in which they are tried.
  ///
  /// - Throws: `FileFailure` where there is nothing under a path.
  public static func traces(at paths: [String]) throws -> [String] {
    try PreflightPaths(paths).traces
  }

  /// Tries the schema on traces.
  ///
  /// - Parameters:
  ///   - paths: traces, and folders with traces anywhere below them; `-` is standard input.
  ///   - options: the schema, and the modes in which it is tried.
  ///   - progress: called with how many of how many traces are done.
  /// - Throws: `FileFailure` where there is nothing under a path. A trace that cannot be read is a
  ///   result like any other.
  public static func run(
    _ paths: [String], _ options: Options, progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> Preflight {
    let found = try PreflightPaths(paths)
    let done = { progress($0, found.traces.count) }
    let traces = await ConcurrentMap.run(
      found.traces, width: options.workerCount, progress: done,
      { PreflightTask(path: $0, options: options).trace() })
    let all = traces + found.problems
    return Preflight(
      options: options, traces: all.sorted { TextBytes($0.path) < TextBytes($1.path) })
  }

  /// How many traces have a verdict as their worst.
  public func count(of verdict: PreflightTrace.Verdict) -> Int {
    traces.count { $0.verdict == verdict }
  }

  /// Whether a session would fail or lose writes because of the schema.
  public var hasFoundProblems: Bool { count(of: .fails) + count(of: .loses) > 0 }

  /// Whether a trace does not show what becomes of some writes.
  public var hasUnknownFates: Bool { traces.contains(where: \.hasUnknownFates) }

  /// The worst verdict on a trace; nil where there is none.
  public var verdict: PreflightTrace.Verdict? {
    PreflightTrace.Verdict.allCases.first { count(of: $0) > 0 }
  }

  package var writesAtStake: Int { traces.reduce(0) { $0 + $1.writesAtStake } }

  /// Whether a reset was tried at all: where none was, the schema is not known to be fine for anything.
  public var hasTriedAnything: Bool {
    traces.contains { trace in trace.sessions.contains { !$0.resets.isEmpty } }
  }

  /// Whether a trace could not be read, or not whole.
  public var hasUnreadTraces: Bool { traces.contains { $0.problem != nil || $0.damage != nil } }
}

/// A write at stake: where it acts, what it does and what becomes of it, and nothing of the states that it was
/// judged by, so that what is kept of many traces is no more than what is told of them.
public struct PreflightWrite: Hashable, Sendable {
  /// Index of its transaction among those that the server had not acknowledged.
  public var transactionIndex: Int
  /// Index of the instruction in the changeset.
  public var instructionIndex: Int
  /// Where it acts.
  public var address: Address
  /// What it does.
  public var operation: WriteOperation
  /// What becomes of it under the new schema.
  public var fate: Fate

  init(_ write: JudgedWrite) {
    (transactionIndex, instructionIndex) = (write.transactionIndex, write.instructionIndex)
    (address, operation, fate) = (write.address, write.operation, write.fate)
  }
}

struct PreflightPaths {
  /// In the order of their paths, each once.
  private(set) var traces: [String]
  /// Folders that cannot be looked into.
  let problems: [PreflightTrace]

  /// - Throws: where there is nothing under a path.
  init(_ paths: [String]) throws(FileFailure) {
    var found: Set<TextBytes> = []
    var unread: [FileFailure] = []
    for path in paths.map({ $0 == "-" ? $0 : FileTree.normalized($0) }) {
      guard path != "-", try FileTree.isFolder(path) else {
        found.insert(TextBytes(path))
        continue
      }
      let files = try FileTree.files(below: path) { unread.append($0) }
      found.formUnion(
        files.filter { $0.hasSuffix(GoldenCell.traceSuffix) }.map { TextBytes($0) })
    }
    problems = unread.map { PreflightTrace(path: $0.path, problem: "\($0)") }
    traces = found.sorted().map(\.text)
  }
}
