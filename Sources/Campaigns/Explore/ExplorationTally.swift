public import Analyzer
import RealmModel
public import Replayer
public import TraceFormat

extension Exploration {
  /// A way in which something goes wrong.
  public struct Problem: Hashable, Sendable {
    /// For a write: what became of it, why, and by which rule.
    public var fate: Fate?
    /// Why the write came to that; nil for a failed reset.
    public var cause: Cause?
    /// The rule by which it did; nil for a failed reset.
    public var rule: RuleIdentifier?
    /// For a reset that failed.
    public var result: ResetEnding?
    /// The class of the failure, where it has one.
    public var failure: ResetFailureClass?
    /// The entry of `docs/triage.md` that its message belongs to.
    public var message: String?

    init(
      fate: Fate? = nil, cause: Cause? = nil, rule: RuleIdentifier? = nil,
      result: ResetEnding? = nil, failure: ResetFailureClass? = nil, message: String? = nil
    ) {
      self.fate = fate
      self.cause = cause
      self.rule = rule
      self.result = result
      self.failure = failure
      self.message = message
    }

    /// What goes wrong, in a few words.
    public var text: String {
      guard let result else {
        let parts = [fate?.rawValue, cause?.rawValue, rule.map { "by \($0.rawValue)" }]
        return parts.compactMap(\.self).joined(separator: ", ")
      }
      let parts = [result.rawValue, failure?.rawValue, message]
      return parts.compactMap(\.self).joined(separator: ", ")
    }
  }

  /// All replays in which something goes wrong in the same way.
  public struct Cluster: Hashable, Sendable {
    /// What goes wrong in all of them.
    public var problem: Problem
    /// How many replays show it.
    public var replayCount: Int
    /// The faults that lead to it, in the order of the catalogue.
    public var faults: [String]
    /// The most writes that one replay shows it of; 1 for a reset that failed.
    public var writeCountMax: Int
    /// The replay that shows it most clearly.
    public var mode: ResetMode
    /// The faults of that replay, as `--fault` takes them.
    public var faultTexts: [String]
  }
}

/// Adds up what cases led to, one by one and in their order.
struct ExplorationTally {
  private let modes: [ResetMode]
  private(set) var rows: [Exploration.Row] = []
  private(set) var inapplicableCount = 0
  private var clusters: [Exploration.Problem: Exploration.Cluster] = [:]

  init(_ modes: [ResetMode]) { self.modes = modes }

  mutating func add(_ findings: [CaseFinding]) {
    for finding in findings { add(finding) }
  }

  private mutating func add(_ finding: CaseFinding) {
    let fault = finding.case.fault
    if rows.last?.fault != fault {
      rows.append(Exploration.Row(fault: fault, cells: modes.map { _ in nil }))
    }
    if finding.modes.allSatisfy({ $0 == nil }) { inapplicableCount += 1 }
    for (index, mode) in modes.enumerated() {
      guard let found = finding.modes[index] else { continue }
      let texts = finding.case.faultTexts
      rows[rows.count - 1].cells[index].take(found.harm, texts)
      for (problem, writeCount) in found.problems {
        note(problem, writeCount, of: fault, mode, texts)
      }
    }
  }

  private mutating func note(
    _ problem: Exploration.Problem, _ writeCount: Int, of fault: String, _ mode: ResetMode,
    _ texts: [String]
  ) {
    guard var cluster = clusters[problem] else {
      clusters[problem] = Exploration.Cluster(
        problem: problem, replayCount: 1, faults: [fault], writeCountMax: writeCount, mode: mode,
        faultTexts: texts)
      return
    }
    cluster.replayCount += 1
    if cluster.faults.last != fault { cluster.faults.append(fault) }
    if writeCount > cluster.writeCountMax {
      (cluster.writeCountMax, cluster.mode, cluster.faultTexts) = (writeCount, mode, texts)
    }
    clusters[problem] = cluster
  }

  /// The clusters, those of failed resets first, then by the number of writes.
  var sortedClusters: [Exploration.Cluster] {
    clusters.values.sorted { a, b in
      let (left, right) = (Self.rank(a), Self.rank(b))
      return left == right ? a.problem.text < b.problem.text : left.lexicographicallyPrecedes(right)
    }
  }

  private static func rank(_ cluster: Exploration.Cluster) -> [Int] {
    let kind =
      switch (cluster.problem.result, cluster.problem.fate) {
      case (.crash?, _): 0
      case (_?, _): 1
      case (_, .lost?): 2
      default: 3
      }
    return [kind, -cluster.writeCountMax, -cluster.replayCount]
  }
}

extension Exploration.Cell? {
  /// Takes another replay in; of equal harm the first one stays.
  fileprivate mutating func take(_ harm: ReplayHarm, _ texts: [String]) {
    guard let cell = self else {
      self = Exploration.Cell(harm: harm, faultTexts: texts, replayCount: 1)
      return
    }
    let isWorse = harm.isWorse(than: cell.harm)
    self = Exploration.Cell(
      harm: isWorse ? harm : cell.harm, faultTexts: isWorse ? texts : cell.faultTexts,
      replayCount: cell.replayCount + 1)
  }
}
