package import Analyzer
public import Replayer
public import TraceFormat

/// The results of a fleet of traces: the rows of `tracetool fleet`, counted (`docs/fleet.md`, "The report").
public struct FleetReport: Sendable {
  /// What was read.
  public var input: Input
  /// The engine of the rows; nil where none shows a replay.
  public var engine: Engine?
  /// What the run changed about the sessions; nil where it replayed them as they were recorded.
  public var whatIf: FleetWhatIf?
  /// The versions of tracetool that made the rows, sorted by bytes.
  public var tools: [String]
  /// How many traces there are, also those that could not be replayed.
  public var traceCount: Int
  /// How many users they are of.
  public var userCount: Int
  /// The results of each mode that was asked for, in the order of the modes.
  public var modes: [ModeTotal]
  /// What each mode would have cost all traces.
  public var best: FleetBest
  /// What is lost in one way each, the most harm first.
  public var clusters: [FleetCluster]
  /// Why traces could not be replayed, the most frequent first.
  public var errors: [ErrorGroup]
  package var gaps: [FleetCount<Gap.Kind>]
  /// How many traces have gaps or are damaged.
  public var gapTraceCount: Int
  /// How many traces are damaged.
  public var damagedTraceCount: Int
  /// Sessions that there is something to say of and not enough in their traces, by what is missing.
  public var unanswered: [FleetCount<RealmString>]

  /// What was read.
  public struct Input: Hashable, Sendable {
    /// How many rows there were.
    public var rowCount = 0
    /// Rows that say again what another one says.
    public var duplicateCount = 0
    /// Rows on a trace and mode that another row says something else about; the first one counts.
    public var contradictionCount = 0
    /// Rows of an engine that was not asked for.
    public var omittedCount = 0
    /// How many lines are not rows.
    public var badLineCount = 0
    /// The first of them.
    public var badLines: [BadLine] = []

    static let badLinesMax = 20
  }

  /// A line that is not a row, or the end of what can be read of an input.
  public struct BadLine: Error, Encodable, Hashable, Sendable, CustomStringConvertible {
    /// The input, - for standard input.
    public var path: String
    /// Where, what was expected and what was found.
    public var text: String

    /// The reason as a sentence, without a full stop.
    public var description: String { "`\(path)`: \(text)" }
  }

  /// The results of one mode.
  public struct ModeTotal: Hashable, Sendable {
    /// The mode.
    public var mode: ResetMode
    /// How many traces were replayed in it.
    public var traceCount = 0
    /// How many of them have a reset, or lose something without one.
    public var incidentCount = 0
    /// How many users these are of.
    public var incidentUserCount = 0
    /// How many resets there are.
    public var resetCount = 0
    /// Traces of which a reset failed or ended the process.
    public var failedCount = 0
    /// Writes that count in the comparison of modes.
    public var countedCount = 0
    /// How many of them the server has in the end.
    public var keptCount = 0
    package var harm = HarmCounts()
    /// Whether another user may have changed some of what is gone.
    package var isGoneOrChanged = false
    /// How many of the counted ones have a fate that is not known.
    public var unknownCount = 0
    /// Resets, and ends of sessions, before which there may be unsynced writes that the traces do not show.
    public var notKnownCount = 0
    /// Resets of which the traces do not show what they did to what others wrote.
    public var othersNotKnownCount = 0
    /// How many users lose something.
    public var losses = FleetLosses()
  }

  /// Traces that could not be replayed for the same kind of reason.
  public struct ErrorGroup: Hashable, Sendable {
    /// Why.
    public var kind: FleetFailure.Kind
    /// Of traces that cannot be replayed, or not as the run asks: ``FleetFailure/reason``.
    public var reason: RealmString?
    /// The modes that one or another of them could not be replayed in; empty where it was none that they could.
    public var modes: [ResetMode] = []
    /// How many rows say so.
    public var rowCount: Int
    /// How many traces they are of.
    public var traceCount: Int
    /// The first of them by bytes.
    public var example: RealmString
    /// What its row says.
    public var message: String

    /// Whether nothing is wrong with the traces, but that they have no answer to what the run asks.
    public var isOfWhatIf: Bool {
      [FleetFailure.faultNotFired, FleetFailure.otherApp, FleetFailure.nothingUnsynced]
        .contains { reason == RealmString($0) }
    }
  }

  /// How many traces could not be replayed, for one reason or another, other than that they do not have what
  /// the run asks about.
  public var errorTraceCount: Int { errors.reduce(0) { $0 + ($1.isOfWhatIf ? 0 : $1.traceCount) } }

  /// Whether something of the inputs could not be read.
  public var isIncomplete: Bool { input.badLineCount > 0 }

  /// The results of a mode; nil for one that no row is of.
  public func total(_ mode: ResetMode) -> ModeTotal? { modes.first { $0.mode == mode } }
}
