/// What became of one golden, or of a file that should not be there.
public struct GoldenResult: Sendable {
  /// What became of a golden.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// The outcome is as reviewed.
    case same
    /// It is not, or something else is wrong; the findings say what.
    case failed
    /// A golden was written where there was none.
    case recorded
    /// A golden was replaced by another outcome.
    case replaced
  }

  /// The golden; or a trace or stray file that something is wrong with as a whole.
  public var path: String
  package var cell: GoldenCell?
  /// What became of it.
  public var status: Status
  /// What is wrong; empty where nothing is.
  public var findings: [GoldenFinding] = []
  /// What changed, where a golden was replaced or waits to be.
  package var difference: OutcomeDifference?
  /// The fates, such as `33 writes: 30 recovered, 3 lost`, one for each reset.
  public var totals: [String] = []
  /// Where the new outcome waits to be accepted, if it was written.
  public var pending: String?
  /// The new outcome itself, where it was to be kept.
  package var outcome: Golden?
}

extension GoldenResult {
  init(_ finding: GoldenFinding) {
    self.init(path: finding.path, status: .failed, findings: [finding])
  }
}

/// What a check, a recording or a comparison of goldens came to.
public struct GoldenReport: Sendable {
  /// The version of the JSON form (`docs/golden.md`, "JSON").
  public static let version = 1

  /// How many traces were looked at.
  public var traceCount: Int
  /// In the order of their traces; what belongs to none comes last.
  public var verdicts: [GoldenResult]

  /// Whether nothing is wrong with any of them.
  public var isFine: Bool { verdicts.allSatisfy { $0.findings.isEmpty } }

  /// All findings, in order.
  public var findings: [GoldenFinding] { verdicts.flatMap(\.findings) }

  /// How many verdicts are about a golden that there is or should be.
  public var goldenCount: Int { verdicts.count { $0.cell != nil } }

  package func count(of status: GoldenResult.Status) -> Int {
    verdicts.count { $0.status == status }
  }
}
