/// What a fleet may cost at most, for a release to pass (`docs/fleet.md`, "A gate").
public struct FleetGate: Hashable, Sendable {
  /// What can be limited.
  public enum Measure: String, Hashable, Sendable, CaseIterable {
    /// Harm of a class in a mode, as the account of harm has it.
    case lost, stranded, overwritten, doubled, acknowledgedLost
    /// Writes whose fate the traces do not show.
    case unknown
    /// Resets, and ends of sessions, before which there may be unsynced writes that the traces do not show.
    case notKnown
    /// Resets of which the traces do not show what they did to what others wrote.
    case othersNotKnown
    /// Traces of which a reset failed or ended the process.
    case failed
    /// Inputs that are not traces, or could not be replayed.
    case errors
    /// Clusters that the older run does not have.
    case new
    /// Clusters that hit more of the traces than in the older run.
    case grown
    /// Classes of harm of which a trace with a reset has more than in the older run.
    case worse

    /// Whether it is about two runs.
    public var needsOlder: Bool { self == .new || self == .grown || self == .worse }
  }

  /// How much is allowed.
  public enum Limit: Hashable, Sendable {
    /// So many.
    case count(Int)
    /// So much of a whole.
    case percent(FleetPercent)
  }

  /// The most of each that is allowed.
  public var limits: [Measure: Limit]

  /// Limits by measure; what is not named has none.
  public init(limits: [Measure: Limit] = [:]) { self.limits = limits }

  /// Whether nothing is limited.
  public var isEmpty: Bool { limits.isEmpty }

  /// Whether something is limited that only two runs show.
  public var needsOlder: Bool { limits.keys.contains(where: \.needsOlder) }
}

extension FleetGate {
  /// Reads limits such as `lost=0,errors=1%,new`, separated by commas or spaces; a measure alone may not
  /// come about at all.
  ///
  /// - Throws: what can't be understood, and what would be.
  public init(parsing text: some StringProtocol) throws(LimitFailure) {
    limits = try .init(
      limitsIn: text, of: "a fleet", such: "lost=0,errors=1%,new",
      "neither a number from 0 nor a percentage"
    ) { $0.map { Limit(parsing: $0) } ?? .count(0) }
  }
}

extension FleetGate.Limit {
  fileprivate init?(parsing text: some StringProtocol) {
    if text.hasSuffix("%") {
      guard let percent = FleetPercent(parsing: text.dropLast()), text.count > 1 else { return nil }
      self = .percent(percent)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
    }
  }

  /// The limit as it is read.
  public var text: String {
    switch self {
    case .count(let count): "\(count)"
    case .percent(let percent): percent.text
    }
  }
}
