public import TraceFormat

/// What some traces would have cost in each mode, and which mode would have been best for them.
///
/// Only traces count of which there is a row in every mode of the report: else a mode would be best for
/// having been tried least.
public struct FleetBest: Hashable, Sendable {
  /// What one mode costs.
  public struct Cost: Encodable, Hashable, Sendable {
    /// The mode.
    public var mode: ResetMode
    /// Harm of all classes, and writes whose fate is not known, of the traces that are compared.
    public var cost: Int
  }

  /// How many traces are compared.
  public var comparedTraceCount: Int
  /// In the order of the modes.
  public var costs: [Cost]

  /// The modes with the least cost, several where they tie; empty where there is nothing to choose from.
  public var modes: [ResetMode] {
    guard isComparison, let least = costs.map(\.cost).min() else { return [] }
    return costs.filter { $0.cost == least }.map(\.mode)
  }

  /// Whether several modes have been tried on any trace.
  public var isComparison: Bool { comparedTraceCount > 0 && costs.count > 1 }
}
