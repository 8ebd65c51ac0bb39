public import Analyzer
public import TraceFormat

/// What one replay did to the unsynced writes, in numbers that can be compared.
public struct ReplayHarm: Hashable, Sendable {
  /// How the reset ended.
  public var result: ResetEnding
  /// The class of the failure, if the reset failed.
  public var failure: ResetFailureClass?
  /// How many writes had each fate.
  public var counts: [Fate: Int]
  /// Places of the server's data that ended otherwise though the device had not edited them.
  public var overwritten: Int
  /// Places at which something was done twice.
  public var doubled: Int
  /// Values that the device had synced and a restored server lacks.
  public var acknowledgedLost: Int

  package init(
    result: ResetEnding, failure: ResetFailureClass? = nil, counts: [Fate: Int],
    account: HarmCounts = HarmCounts()
  ) {
    (self.result, self.failure, self.counts) = (result, failure, counts)
    (overwritten, doubled) = (account.overwritten, account.doubled)
    acknowledgedLost = account.acknowledgedLost
  }

  /// The worst that became of a write; nil where there was none.
  public var worstFate: Fate? { Fate.worstFirst.first { counts[$0, default: 0] > 0 } }

  package var writeCount: Int { counts.values.reduce(0, +) }

  package var otherHarm: Int { overwritten + doubled + acknowledgedLost }

  /// How many writes had a fate.
  public func count(of fate: Fate) -> Int { counts[fate, default: 0] }

  /// Whether more was lost than in another replay: by writes lost, then stranded, then not known,
  /// then by what was overwritten, doubled, or acknowledged and lost, then by conflicts.
  public func isWorse(than other: ReplayHarm) -> Bool {
    other.weights.lexicographicallyPrecedes(weights)
  }

  private var weights: [Int] {
    [
      count(of: .lost), count(of: .stranded), count(of: .unknown), otherHarm,
      count(of: .conflicted), result == .crash ? 1 : 0,
    ]
  }
}

extension Fate {
  package static let worstFirst: [Fate] = [
    .lost, .stranded, .unknown, .conflicted, .pending, .superseded, .redundant, .recovered,
  ]
}
