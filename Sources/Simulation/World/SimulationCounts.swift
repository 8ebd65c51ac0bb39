public import TraceFormat

/// What happened in a simulated world, counted over its devices.
public struct SimulationCounts: Hashable, Sendable {
  package enum Count: String, CaseIterable {
    case devices, realms, writes, lostAnswers, brokenMessages, interruptedResets
    /// Transactions that were unsynced in files which were set aside, and at the end.
    case setAside, unsynced
  }

  private var counts: [Count: Int] = [:]
  /// How many client resets ended in each way.
  package internal(set) var endings: [ResetEnding: Int] = [:]

  package internal(set) subscript(count: Count) -> Int {
    get { counts[count, default: 0] }
    set { counts[count] = newValue }
  }

  package var resetCount: Int { endings.values.reduce(0, +) }

  mutating func add(_ other: SimulationCounts) {
    counts.merge(other.counts, uniquingKeysWith: +)
    endings.merge(other.endings, uniquingKeysWith: +)
  }

  /// The counts, and how client resets ended.
  public var json: JSONText {
    .object(
      Count.allCases.map { .init($0.rawValue, .integer(self[$0])) } + [
        .init(
          "resets",
          .object(
            ResetEnding.allCases.compactMap { ending in
              endings[ending].map { .init(ending.rawValue, .integer($0)) }
            }))
      ])
  }
}
