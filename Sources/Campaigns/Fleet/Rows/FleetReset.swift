public import Analyzer
public import Replayer
public import TraceFormat

/// One reset of a trace in one mode, or the end of a session that none took place in.
public struct FleetReset: Codable, Hashable, Sendable {
  /// What it is.
  public typealias Kind = Report.Subject

  /// The session's number within the trace.
  public var session: UInt32
  /// The record that asked for it.
  public var record: UInt64
  public var kind: Kind
  public var trigger: Trigger
  /// How it ended.
  public var result: ResetEnding
  /// What the SDK would have reported to the app: whether unsynced changes were recovered.
  public var didRecover: Bool?
  /// The attempts, in order; the last one decides.
  public var attempts: [Attempt]
  /// Why it failed, in the engine's words; at most `messageSizeMax` bytes of them.
  public var message: String?
  /// What the device itself did, where the trace recorded that.
  public var observed: Observed?
  /// How many transactions the server had not acknowledged.
  public var transactionCount: Int
  /// How many writes they have that the app made.
  public var writeCount: Int
  /// How many of those count in the comparison of modes; `docs/report.md`, "Modes side by side".
  public var countedCount: Int
  /// How many of those the server has in the end.
  public var keptCount: Int
  /// How many of those have a fate that is not known; nil for as many as ``fates`` have, and in rows of older versions.
  public var unknownCount: Int?
  /// What became of the changes that people count, nil in rows of older versions.
  public var changes: Changes?
  package var harm: HarmCounts
  /// All writes by what they are about and what became of them, in order.
  public var fates: [FleetFates]
  package var causes: [FleetCause]
  /// The known ways of losing data that it ran into.
  public var traps: [FleetCount<TrapIdentifier>]
  /// The engine's defects that it came to something else by.
  public var defects: [String]
  /// How the server's schema differs from the device's, without what is only new.
  package var schemaChanges: [FleetSchemaChange]
  /// What the trace does not show.
  public var gaps: [FleetCount<Gap.Kind>]
  /// The modes that it speaks for; empty where it speaks for none, or not all were replayed.
  public var recommended: [ResetMode]

  /// Whether there may be unsynced writes that the trace does not show, so that a loss of 0 says nothing.
  public var hidesWrites: Bool { gaps.contains { $0.element.hidesWrites } }

  /// Whether the trace does not show what the reset did to what others wrote, so that none overwritten says nothing.
  package var hidesOthers: Bool {
    attempts.contains { $0.result.isCarriedOut || $0.failure == .handlerThrew && $0.mode != nil }
      && gaps.map(\.element).hideOthers(
        result, hasWrites: writeCount > 0,
        mayAddTwice: fates.contains { $0.fate == .unknown && $0.cause == .sameNumber })
  }

  /// Whether what a restored server lacks may have been changed by another user since, instead of gone with the backup.
  package var isGoneOrChanged: Bool {
    harm.acknowledgedLost > 0 && gaps.contains { $0.element == .missingServerHistory }
  }

  static let messageSizeMax = 400

  /// The error that asked for it.
  public struct Trigger: Codable, Hashable, Sendable {
    /// What the server asked for.
    public var action: ServerAction
    /// The protocol's error number, where known.
    public var code: Int32?
    /// The client's name for the error; at most `nameSizeMax` bytes of it.
    public var name: String

    static let nameSizeMax = 100
  }

  /// What became of the changes that the device had not synced (`docs/report.md`, "Changes"); what is in no other
  /// number was kept in one way or another.
  public struct Changes: Codable, Hashable, Sendable {
    /// How many there are.
    public var all = 0
    public var lost = 0
    /// Those in the device's old file, which no server takes.
    public var inBackupOnly = 0
    /// Those of which the trace does not show enough.
    public var notKnown = 0
  }

  /// One attempt.
  public struct Attempt: Codable, Hashable, Sendable {
    /// What was carried out; nil if it did not come that far.
    public var mode: ResetMode?
    public var result: ResetEnding
    public var failure: ResetFailureClass?
  }

  /// What the device did.
  public struct Observed: Codable, Hashable, Sendable {
    public var mode: ResetMode
    public var result: ResetEnding
    /// Whether the replay came to the same; nil where it was of another mode or action.
    public var isSame: Bool?

    private enum CodingKeys: String, CodingKey {
      case mode, result
      case isSame = "same"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case session, record, kind, trigger, result, didRecover, attempts, message, observed
    case transactionCount = "transactions"
    case writeCount = "writes"
    case countedCount = "counted"
    case keptCount = "kept"
    case unknownCount = "unknown"
    case changes, harm, fates, causes, traps, defects, schemaChanges, gaps, recommended
  }
}

/// How often there is something.
public struct FleetCount<Element: Hashable & Sendable>: Hashable, Sendable {
  public var element: Element
  public var count: Int

  /// Something, and how often.
  public init(_ element: Element, _ count: Int) { (self.element, self.count) = (element, count) }
}
