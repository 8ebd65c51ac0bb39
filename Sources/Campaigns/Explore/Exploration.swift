public import Replayer
public import TraceFormat

/// Every fault in every mode at every point of a trace, or a sample of it, and what came of it.
public struct Exploration: Sendable {
  /// What is explored, and how.
  public struct Options: Sendable {
    /// The modes to replay in; the worst of each is kept.
    public var modes: [ResetMode]
    /// With or without Realm Core's known defects.
    public var engine: Engine
    /// The faults by name; all if nil.
    public var faults: Set<String>?
    /// How many replays at most; beyond, a sample is taken. If nil, everything is tried up to
    /// ``replaysMax`` replays, and where that is not enough, a sample of ``sampleSize``.
    public var budget: Int?
    /// Decides the sample, and what faults leave open.
    public var seed: UInt64
    /// How many replays run at a time.
    public var workerCount: Int
    /// What is replayed instead of the engine, for tests.
    package var quirks: Quirks?

    /// How many replays are made of everything at most, where no number is given.
    public static let replaysMax = 100_000
    /// How many replays a sample has, where no number is given.
    public static let sampleSize = 20_000

    /// What is explored; without arguments everything, up to 100 000 replays, one at a time.
    public init(
      modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual],
      engine: Engine = .realmCore, faults: Set<String>? = nil, budget: Int? = nil,
      seed: UInt64 = 0, workerCount: Int = 1
    ) {
      (self.modes, self.engine, self.faults, self.budget) = (modes, engine, faults, budget)
      (self.seed, self.workerCount) = (seed, workerCount)
    }
  }

  /// What was explored, and how.
  public let options: Options
  /// How many replays everything would have taken.
  public let possibleCount: Int
  /// How many were made.
  public let replayCount: Int
  /// A row a fault, in the order of the catalogue.
  public internal(set) var rows: [Row] = []
  /// What went wrong, each kind of thing once, the most frequent first.
  public internal(set) var clusters: [Cluster] = []
  /// How many cases could not happen, such as a change of a type that no property has.
  public internal(set) var inapplicableCount = 0
  /// How many cases lead to what the trace does not show enough to say.
  public internal(set) var notKnownCount = 0
  /// How many cases are of a time before there was a schema. They are no fault's worst as long as it
  /// did any harm later.
  public internal(set) var beforeSchemaCount = 0
  /// Whether the trace shows only what crossed the wire, and so not what the device never uploaded.
  public let isWireOnly: Bool

  /// Whether not everything was tried.
  public var isSample: Bool { replayCount < possibleCount }

  /// A fault, and the worst that it did in each mode.
  public struct Row: Hashable, Sendable {
    /// The name of the fault, as `docs/faults.md` lists it.
    public var fault: String
    /// In the order of the modes; nil where no case has an answer.
    public var cells: [Cell?]
    /// How many cases of it lead to what the trace does not show enough to say.
    public var notKnownCount = 0
  }

  /// The worst that a fault did in a mode, and where.
  public struct Cell: Hashable, Sendable {
    /// What the worst replay did.
    public var harm: ReplayHarm
    /// The faults that show it, as `--fault` takes them.
    public var faultTexts: [String]
    /// How many replays there were.
    public var replayCount: Int
    /// Whether all of them are of a time before there was a schema.
    public var isBeforeSchema: Bool
  }

  /// Explores a trace.
  ///
  /// The trace is folded once and its states are shared by all replays. The result depends on the
  /// trace, the options and the seed, and not on the number of workers.
  /// - Parameters:
  ///   - replay: the trace, folded.
  ///   - options: what is explored, in how many replays, and from which seed.
  ///   - progress: called from time to time with how many of how many replays are made.
  /// - Throws: where the trace does not show enough to replay it, or the task is cancelled.
  public static func run(
    _ replay: Replay, _ options: Options, progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> Exploration {
    let injector = try FaultInjector(replay)
    let space = ExplorationSpace(injector, faults: options.faults, seed: options.seed)
    let modeCount = max(1, options.modes.count)
    let caseCount = space.counts.reduce(0, +)
    let all = caseCount * modeCount
    let budget = options.budget ?? (all <= Options.replaysMax ? all : Options.sampleSize)
    let chosen = space.sample(caseCountMax: max(1, budget / modeCount))
    let explorer = CaseExplorer(injector: injector, options: options)
    let findings = try await explorer.explore(chosen) { count in
      progress(count * modeCount, chosen.count * modeCount)
    }
    var exploration = Exploration(
      options: options, possibleCount: caseCount * options.modes.count,
      replayCount: chosen.count * options.modes.count,
      isWireOnly: injector.timelines.contains { $0.recording == .wire })
    exploration.add(findings)
    return exploration
  }
}

extension ExplorationSpace {
  /// So many cases at most, chosen by the seed, and in their order; of each fault about as many.
  func sample(caseCountMax: Int) -> [ExplorationCase] {
    let all = 0..<counts.reduce(0, +)
    guard all.count > caseCountMax else { return cases(at: Array(all)) }
    var numbers = SeededNumbers(seed: seed)
    var (chosen, end) = ([Int](), 0)
    // Those of a fault stand together.
    var lists = counts.map { count in
      end += count
      return (end - count..<end).shuffled(using: &numbers)
    }
    while chosen.count < caseCountMax {
      for index in lists.indices where chosen.count < caseCountMax {
        if let next = lists[index].popLast() { chosen.append(next) }
      }
    }
    return cases(at: chosen.sorted())
  }
}
