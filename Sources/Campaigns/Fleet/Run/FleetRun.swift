internal import TraceFormat

/// A fleet of traces, replayed on all processors and written as rows in the order of the input.
public struct FleetRun {
  /// What it came to, the rows of an earlier run that was resumed included.
  public struct Summary: Hashable, Sendable {
    /// How many traces there were.
    public var traceCount: UInt64 = 0
    /// How many of them could not be replayed.
    public var failedCount: UInt64 = 0
    /// How many of them are damaged.
    public var damagedCount: UInt64 = 0

    /// No traces.
    public init() {}
  }

  private let task: FleetTask
  private let width: Int
  /// What it has counted so far.
  public private(set) var summary: Summary

  /// How many traces there are in memory, done or not, for each that is in work: rows have to wait for
  /// those of the traces before them.
  private static let windowPerWorker = 32

  /// - Parameters:
  ///   - options: what is asked of each trace.
  ///   - width: how many traces are in work at once at most.
  ///   - done: what was done before.
  public init(_ options: FleetOptions, width: Int, after done: Summary = Summary()) {
    var own = options
    own.memory = options.memory.shared(among: width)
    (task, self.width, summary) = (FleetTask(own), width, done)
  }

  /// Replays traces.
  ///
  /// - Parameters:
  ///   - next: gives the next trace; nil at the end.
  ///   - progress: called with how many traces are done.
  ///   - write: gets the rows of one trace after the other, as whole lines.
  /// - Throws: what `next` and `write` throw; a trace that cannot be replayed is a row like any other.
  public mutating func run(
    next: () throws -> FleetInput?, progress: (UInt64) -> Void = { _ in },
    write: ([UInt8]) throws -> Void
  ) async throws {
    var summary = summary
    defer { self.summary = summary }
    let task = task
    try await ConcurrentMap.stream(
      width: width, windowMax: width * Self.windowPerWorker, next: next,
      { FleetLines(task.rows(of: $0)) },
      write: { lines in
        try write(lines.bytes)
        summary.count(isFailed: lines.isFailed, isDamaged: lines.isDamaged)
        progress(summary.traceCount)
      })
  }
}

extension FleetRun.Summary {
  package mutating func count(isFailed: Bool, isDamaged: Bool) {
    traceCount += 1
    if isFailed { failedCount += 1 }
    if isDamaged { damagedCount += 1 }
  }
}

extension FleetTask {
  /// The rows of a trace as whole lines.
  public func lines(of input: FleetInput) -> [UInt8] { FleetLines(rows(of: input)).bytes }
}

package struct FleetLines: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Whether it was replayed in no mode.
  package private(set) var isFailed = true
  package private(set) var isDamaged = false

  package init(_ rows: [FleetRow]) {
    for row in rows {
      row.write(into: &bytes)
      switch row.content {
      case .failed: break
      case .replayed(let replay): (isFailed, isDamaged) = (false, isDamaged || replay.isDamaged)
      }
    }
  }
}
