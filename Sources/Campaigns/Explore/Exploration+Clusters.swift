public import Analyzer
public import Replayer
public import TraceFormat

extension Exploration {
  /// A way in which something goes wrong.
  public struct Problem: Encodable, Hashable, Sendable {
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
    /// For harm besides that to the writes.
    package var harm: HarmClass?

    private enum CodingKeys: String, CodingKey {
      case fate, cause, rule, result, failure
      case message = "triage"
      case harm
    }

    /// The classes of harm that are not told by the fates of writes.
    static let harmClasses: [HarmClass] = [.overwritten, .doubled, .acknowledgedLost]
  }

  /// All replays in which something goes wrong in the same way.
  public struct Cluster: Hashable, Sendable {
    /// What goes wrong in all of them.
    public var problem: Problem
    /// How many replays show it.
    public var replayCount: Int
    /// The faults that lead to it, in the order of the catalogue.
    public var faults: [String]
    /// The most writes (or places or values, for harm to those) that one replay shows it of; for a
    /// reset that failed, the most writes that were at stake.
    public var writeCountMax: Int
    /// Whether all of them are of a time before there was a schema.
    public var isBeforeSchema: Bool
    /// The replay that shows it most clearly.
    public var mode: ResetMode
    /// The faults of that replay, as `--fault` takes them.
    public var faultTexts: [String]
  }

  /// The clusters, those of failed resets first, then by the number of writes.
  package var clustersByHarm: [Cluster] { Self.sorted(clusters) { $0.harmRank } }

  fileprivate static func sorted(_ clusters: [Cluster], by rank: (Cluster) -> [Int]) -> [Cluster] {
    clusters.sorted { a, b in
      let (left, right) = (rank(a), rank(b))
      guard left == right else { return left.lexicographicallyPrecedes(right) }
      return a.problem.names.lexicographicallyPrecedes(b.problem.names)
    }
  }
}

// What cases led to, added up one by one and in their order.
extension Exploration {
  mutating func add(_ findings: [CaseFinding]) {
    var clusters: [Problem: Cluster] = [:]
    for finding in findings { add(finding, &clusters) }
    self.clusters = Self.sorted(Array(clusters.values)) { $0.rank }
  }

  private mutating func add(_ finding: CaseFinding, _ clusters: inout [Problem: Cluster]) {
    let fault = finding.case.fault
    if rows.last?.fault != fault {
      rows.append(Row(fault: fault, cells: options.modes.map { _ in nil }))
    }
    if finding.isNotKnown {
      notKnownCount += 1
      rows[rows.count - 1].notKnownCount += 1
    } else if finding.modes.allSatisfy({ $0 == nil }) {
      inapplicableCount += 1
    }
    if finding.isBeforeSchema { beforeSchemaCount += 1 }
    for (index, mode) in options.modes.enumerated() {
      guard let found = finding.modes[index] else { continue }
      rows[rows.count - 1].cells[index].take(found.harm, of: finding)
      for (problem, writeCount) in found.problems {
        let count = problem.result == nil ? writeCount : found.harm.writeCount
        clusters[problem].take(problem, count, in: mode, of: finding)
      }
    }
  }
}

extension Exploration.Problem {
  var names: [String] {
    [
      result?.rawValue, failure?.rawValue, message, harm?.rawValue, fate?.rawValue, cause?.rawValue,
      rule?.rawValue,
    ].compactMap(\.self)
  }
}

extension Exploration.Cluster {
  /// The higher, the later it is listed: the most frequent come first, of these the most harmful.
  package var rank: [Int] { [-replayCount] + harmRank }

  fileprivate var harmRank: [Int] {
    let kind =
      switch (problem.result, problem.fate) {
      case (.crash?, _): 0
      case (_?, _): 1
      case (_, .lost?): 2
      case (nil, nil): 3
      default: 4
      }
    return [kind, -writeCountMax, -replayCount]
  }
}

extension Exploration.Cluster? {
  /// Takes another replay in, and with it its case where that shows the problem more clearly.
  fileprivate mutating func take(
    _ problem: Exploration.Problem, _ writeCount: Int, in mode: ResetMode, of finding: CaseFinding
  ) {
    let fault = finding.case.fault
    guard var cluster = self else {
      self = Exploration.Cluster(
        problem: problem, replayCount: 1, faults: [fault], writeCountMax: writeCount,
        isBeforeSchema: finding.isBeforeSchema, mode: mode, faultTexts: finding.case.faultTexts)
      return
    }
    cluster.replayCount += 1
    if cluster.faults.last != fault { cluster.faults.append(fault) }
    // What happens before there is a schema shows least.
    let isClearer =
      cluster.isBeforeSchema == finding.isBeforeSchema
      ? writeCount > cluster.writeCountMax : cluster.isBeforeSchema
    if isClearer {
      (cluster.mode, cluster.faultTexts) = (mode, finding.case.faultTexts)
      (cluster.writeCountMax, cluster.isBeforeSchema) = (writeCount, finding.isBeforeSchema)
    }
    self = cluster
  }
}

extension Exploration.Cell? {
  /// Takes another replay in; of equal harm the first one stays. One of a time before there was a schema
  /// counts only as long as there is no other.
  fileprivate mutating func take(_ harm: ReplayHarm, of finding: CaseFinding) {
    guard var cell = self else {
      self = Exploration.Cell(
        harm: harm, faultTexts: finding.case.faultTexts, replayCount: 1,
        isBeforeSchema: finding.isBeforeSchema)
      return
    }
    let isWorse =
      cell.isBeforeSchema == finding.isBeforeSchema
      ? harm.isWorse(than: cell.harm) : cell.isBeforeSchema
    if isWorse { (cell.harm, cell.faultTexts) = (harm, finding.case.faultTexts) }
    cell.replayCount += 1
    cell.isBeforeSchema = cell.isBeforeSchema && finding.isBeforeSchema
    self = cell
  }
}
