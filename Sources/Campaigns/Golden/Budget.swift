internal import Analyzer
internal import Replayer
internal import TraceFormat

/// How much a reset may cost: limits that make policy of an outcome (`docs/golden.md`, "Budgets").
public struct Budget: Hashable, Sendable {
  /// What can be limited.
  public enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The writes with that fate; of those that are lost and stranded, as the account of harm has them.
    case recovered, conflicted, lost, stranded, pending, superseded, redundant, unknown
    /// Places of the server's data that ended otherwise though the device had not edited them.
    case overwritten
    /// Places at which something was done twice.
    case doubled
    /// Values that the device had synced and a restored server lacks.
    case acknowledgedLost
    /// An older name for what is overwritten and doubled together.
    case collateral
    /// Traps seen.
    case traps
    /// Writes and collateral that would be otherwise without a defect of the engine.
    case defects
    /// Resets that failed or ended the process.
    case failed
    /// Resets before which there may be unsynced writes that the trace does not show.
    case notKnown
    /// Resets of which the trace does not show what they did to what others wrote.
    case othersNotKnown
  }

  /// The most of each that is allowed.
  public var limits: [Measure: Int]

  /// Limits by measure; what is not named has none.
  public init(limits: [Measure: Int] = [:]) { self.limits = limits }

  /// Whether nothing is limited.
  public var isEmpty: Bool { limits.isEmpty }

  /// These limits, where the other budget has none of its own.
  public func overridden(by other: Budget) -> Budget {
    Budget(limits: limits.merging(other.limits) { _, own in own })
  }
}

extension Budget {
  /// Reads limits such as `lost=0,collateral=5`, separated by commas or spaces.
  ///
  /// - Throws: what can't be understood, and what would be.
  public init(parsing text: some StringProtocol) throws(LimitFailure) {
    limits = try .init(limitsIn: text, of: "a budget", such: "lost=0,collateral=5") {
      $0.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }
  }

  /// The limits in the order of the measures, such as `lost=0 collateral=5`.
  public var text: String {
    Measure.allCases.compactMap { measure in
      limits[measure].map { "\(measure.rawValue)=\($0)" }
    }.joined(separator: " ")
  }

  package struct Excess: Hashable, Sendable {
    package var measure: Measure
    package var limit: Int
    package var count: Int
  }

  package func excesses(of resets: [OutcomeSummary]) -> [Excess] {
    Measure.allCases.compactMap { measure in
      guard let limit = limits.limit(of: measure, none: 0) else { return nil }
      let count = resets.reduce(0) { $0 + $1.count(of: measure) }
      return count > limit ? Excess(measure: measure, limit: limit, count: count) : nil
    }
  }
}

extension OutcomeSummary {
  package func count(of measure: Budget.Measure) -> Int {
    switch measure {
    case .lost: return harm.lost
    case .stranded: return harm.stranded
    case .overwritten: return harm.overwritten
    case .doubled: return harm.doubled
    case .acknowledgedLost: return harm.acknowledgedLost
    case .collateral: return harm.overwritten + harm.doubled
    case .recovered, .conflicted, .pending, .superseded, .redundant, .unknown:
      return Fate(rawValue: measure.rawValue).map(count) ?? 0
    case .traps: return traps.count
    case .defects: return defectCount
    case .failed: return result == .failed || result == .crash ? 1 : 0
    case .notKnown: return gaps.contains(where: \.hidesWrites) ? 1 : 0
    case .othersNotKnown: return hidesOthers ? 1 : 0
    }
  }

  private var gaps: [Gap.Kind] { facts(.gap).compactMap { Gap.Kind(rawValue: $0) } }
}
