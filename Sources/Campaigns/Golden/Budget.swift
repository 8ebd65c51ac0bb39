internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// How much a reset may cost: limits that make policy of an outcome (`docs/golden.md`, "Budgets").
public struct Budget: Hashable, Sendable {
  /// What can be limited.
  public enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The writes with that fate.
    case recovered, conflicted, lost, stranded, superseded, redundant, unknown
    /// Places of the server's data that the recovery overwrote.
    case collateral
    /// Traps seen.
    case traps
    /// Writes and collateral that would be otherwise without a defect of the engine.
    case defects
    /// Resets that failed or ended the process.
    case failed
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
  public init(parsing text: some StringProtocol) throws(BudgetFailure) {
    limits = [:]
    for part in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let measure = Measure(rawValue: String(sides[0])) else {
        throw BudgetFailure(text: "`\(part)` is no limit of a budget")
      }
      guard let limit = Int(sides[1]), limit >= 0 else {
        throw BudgetFailure(text: "`\(part)`: the limit of `\(sides[0])` is no number from 0 on")
      }
      guard limits.updateValue(limit, forKey: measure) == nil else {
        throw BudgetFailure(text: "`\(measure.rawValue)` has two limits")
      }
    }
    guard !limits.isEmpty else { throw BudgetFailure(text: "the budget has no limit") }
  }

  /// The limits in the order of the measures, such as `lost=0 collateral=5`.
  public var text: String {
    Measure.allCases.compactMap { measure in
      limits[measure].map { "\(measure.rawValue)=\($0)" }
    }.joined(separator: " ")
  }
}

/// Why a text is no budget.
public struct BudgetFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part of the text that is no limit.
  public var text: String
  /// The reason as a sentence, without a full stop.
  public var description: String { text }

  /// The next step.
  public static let hint =
    "write limits such as `lost=0,collateral=5`; there are "
    + Budget.Measure.allCases.map(\.rawValue).joined(separator: ", ")
}

extension Budget {
  /// A limit that was exceeded.
  package struct Excess: Hashable, Sendable {
    package var measure: Measure
    package var limit: Int
    package var count: Int

    /// Such as `lost: 2, and the budget allows 0`.
    package var text: String { "\(measure.rawValue): \(count), and the budget allows \(limit)" }
  }

  /// The limits that the resets of a trace exceed together.
  package func excesses(of resets: [OutcomeSummary]) -> [Excess] {
    Measure.allCases.compactMap { measure in
      guard let limit = limits[measure] else { return nil }
      let count = resets.reduce(0) { $0 + $1.count(of: measure) }
      return count > limit ? Excess(measure: measure, limit: limit, count: count) : nil
    }
  }
}

extension OutcomeSummary {
  /// How much the reset has of something that a budget limits.
  package func count(of measure: Budget.Measure) -> Int {
    switch measure {
    case .recovered, .conflicted, .lost, .stranded, .superseded, .redundant, .unknown:
      Fate(rawValue: measure.rawValue).map(count) ?? 0
    case .collateral: collateral.count
    case .traps: traps.count
    case .defects: writes.count(where: \.isDefect) + collateral.count(where: \.isDefect)
    case .failed: result == .failed || result == .crash ? 1 : 0
    }
  }
}
