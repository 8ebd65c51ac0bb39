package import Analyzer
package import Replayer
public import TraceFormat

/// All that is lost in one way: in one mode, asked for by one error, by one rule, of one property of one
/// class, and with one change of the schema (`docs/fleet.md`, "Clusters").
public struct FleetCluster: Hashable, Sendable {
  /// What tells it from others.
  public var key: Key
  /// 16 hexadecimal digits that say the same, in every run: `FleetCause.cluster` of its rows.
  public var identifier: String
  /// The client's name for the error, of several for one number the first by bytes.
  public var errorName: String
  package var harm = HarmCounts()
  /// Whether another user may have changed some of what is gone.
  package var isGoneOrChanged = false
  /// How many users are hit.
  public var userCount = 0
  /// How many traces show it.
  public var traceCount = 0
  /// How many of these do not show everything.
  public var gapTraceCount = 0
  /// What each mode would have cost the traces that show it.
  public var best = FleetBest(costs: [])
  /// The trace that shows it best.
  public var representative: FleetRepresentative

  /// What was destroyed or left behind, whatever it was.
  package var cost: Int { harm.sum }

  /// What tells a cluster from others, by bytes.
  public struct Key: Hashable, Sendable {
    /// The mode that was replayed.
    public var mode: ResetMode
    /// What the server asked for.
    public var action: ServerAction
    /// The number of the error, or the client's name for it where it has none.
    public var error: RealmString
    /// The rule by which it is lost; nil where the harm goes back to no ruling.
    public var rule: RealmString?
    /// The class.
    public var className: RealmString
    /// The property; nil for the class or its objects as such.
    public var property: RealmString?
    package var schemaChange: SchemaChange.Kind?
  }

  /// Whether it stands before another one: what a mode does by definition last, then more users first, more harm, more
  /// traces, then by key.
  static func isBefore(_ a: FleetCluster, _ b: FleetCluster) -> Bool {
    let (left, right) = (a.extent, b.extent)
    return left == right ? a.key < b.key : right.lexicographicallyPrecedes(left)
  }

  private var extent: [Int] { [key.isByDefinition ? 0 : 1, userCount, cost, traceCount] }

  /// Where its representative is.
  ///
  /// - Parameter root: the folder that the names in rows are paths from; nil where they are paths as they are.
  public func path(below root: String?) -> String {
    let name = representative.name.readableText
    guard let root else { return name }
    let isJoined = root.hasSuffix("/") || name.hasPrefix("/")
    return isJoined ? root + name : "\(root)/\(name)"
  }

  package func command(_ report: FleetReport, trace: String) -> String {
    ReplayCommandLine.text(
      trace: trace, mode: key.mode, engine: report.engine ?? .realmCore,
      faults: report.whatIf?.faults ?? [], seed: report.whatIf?.seed ?? 0,
      hasNewSchema: report.whatIf?.schema != nil)
  }
}

extension FleetCluster.Key {
  /// Whether it is what the mode is there for: to discard, or to leave everything to the app.
  package var isByDefinition: Bool {
    switch mode {
    case .discardLocal: rule == RealmString(RuleIdentifier.discardedByMode.rawValue)
    case .manual: rule == RealmString(RuleIdentifier.manualMode.rawValue)
    case .recover, .recoverOrDiscard: false
    }
  }

  init(_ cause: FleetCause, of trigger: FleetReset.Trigger, mode: ResetMode) {
    (self.mode, action) = (mode, trigger.action)
    error = RealmString(trigger.code.map(String.init) ?? trigger.name)
    rule = cause.rule.map { RealmString($0.rawValue) }
    (className, property, schemaChange) = (cause.className, cause.property, cause.schemaChange)
  }

  /// The parts in the order in which keys are sorted; what there is none of comes first.
  private var parts: [RealmString] {
    [
      RealmString(mode.rawValue), RealmString(action.rawValue), error, rule ?? .empty, className,
      property ?? .empty, RealmString(schemaChange?.rawValue ?? ""),
    ]
  }
}

extension FleetCluster.Key: Comparable {
  /// Part by part, bytewise.
  public static func < (a: Self, b: Self) -> Bool {
    let (own, other) = (a.parts, b.parts)
    return own == other
      ? a.property.goesBefore(b.property) : own.lexicographicallyPrecedes(other)
  }
}

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
    /// How many of that are writes whose fate is not known.
    public var unknown = 0

    /// What it costs if none of these is lost.
    public var leastCost: Int { cost - unknown }
  }

  /// How many traces are compared.
  public var comparedTraceCount = 0
  /// In the order of the modes.
  public var costs: [Cost]

  /// The modes that surely cost least, several where they tie, as modes do that may cost the same; empty where there
  /// is nothing to choose from, and where it is not known which they are.
  public var modes: [ResetMode] {
    isComparison ? costs.surelyLeast(\.leastCost, \.cost).map(\.mode) : []
  }

  /// Whether several modes have been tried on any trace.
  public var isComparison: Bool { comparedTraceCount > 0 && costs.count > 1 }
}

/// The trace that shows a cluster best: with as little else as can be, then with the smallest loss.
public struct FleetRepresentative: Hashable, Sendable {
  /// Its path as it is in its row.
  public var name: RealmString
  /// SHA-256 of its bytes, 64 hexadecimal digits; nil where the row has none.
  public var sha256: String?
  /// How many clusters its row belongs to; 1 where it shows this one alone.
  public var clusterCount: Int
  /// How much harm its row shows.
  public var cost: Int
  /// Whether it does not show everything.
  public var hasGaps: Bool

  /// Whether it shows a cluster better than another trace; of what shows it as well, the first by bytes.
  func isBetter(than other: FleetRepresentative) -> Bool {
    let (own, others) = (rank, other.rank)
    guard own == others else { return own.lexicographicallyPrecedes(others) }
    guard name == other.name else { return name < other.name }
    return (sha256 ?? "").utf8.lexicographicallyPrecedes((other.sha256 ?? "").utf8)
  }

  private var rank: [Int] { [clusterCount, hasGaps ? 1 : 0, cost] }
}
