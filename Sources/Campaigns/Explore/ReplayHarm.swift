public import Analyzer
internal import RealmModel
internal import Replayer
public import TraceFormat

/// What one replay did to the unsynced writes, in numbers that can be compared.
public struct ReplayHarm: Hashable, Sendable {
  /// How the reset ended.
  public var result: ResetEnding
  /// The class of the failure, if the reset failed.
  public var failure: ResetFailureClass?
  /// How many writes had each fate.
  public var counts: [Fate: Int]
  /// How many things of the server's were overwritten.
  public var collateral: Int

  package init(
    result: ResetEnding, failure: ResetFailureClass? = nil, counts: [Fate: Int],
    collateral: Int = 0
  ) {
    self.result = result
    self.failure = failure
    self.counts = counts
    self.collateral = collateral
  }

  package init(_ report: Report) {
    self.init(
      result: report.result, failure: report.failure?.failureClass,
      counts: report.writes.reduce(into: [:]) { $0[$1.fate, default: 0] += 1 },
      collateral: report.collateral.count)
  }

  /// The worst that became of a write; nil where there was none.
  public var worstFate: Fate? {
    Fate.worstFirst.first { counts[$0, default: 0] > 0 }
  }

  /// How many writes had a fate.
  public func count(of fate: Fate) -> Int { counts[fate, default: 0] }
}

extension ReplayHarm {
  /// Whether more was lost than in another replay: by writes lost, then stranded, then not known,
  /// then by what the server lost, then by conflicts.
  public func isWorse(than other: ReplayHarm) -> Bool {
    other.weights.lexicographicallyPrecedes(weights)
  }

  private var weights: [Int] {
    [
      count(of: .lost), count(of: .stranded), count(of: .unknown), collateral,
      count(of: .conflicted), result == .crash ? 1 : 0,
    ]
  }
}

extension Fate {
  /// The fates, the worst first.
  package static let worstFirst: [Fate] = [
    .lost, .stranded, .unknown, .conflicted, .superseded, .redundant, .recovered,
  ]
}
