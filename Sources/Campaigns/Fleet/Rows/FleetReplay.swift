public import Replayer
public import TraceFormat

/// The result of a trace in one mode: facts to count by, without a value that anybody wrote.
public struct FleetReplay: Codable, Hashable, Sendable {
  /// The engine that was replayed.
  public var engine: Engine
  /// The version of tracetool that made the row.
  public var tool: String
  /// How many records the trace has.
  public var recordCount: UInt64 = 0
  /// Whether records of the trace are missing or not to be trusted.
  public var isDamaged = false
  /// What the recorder noted in the trace's header, in its order.
  public var notes: [TraceHeader.Metadata] = []
  /// The sessions that the facts are about, by their numbers.
  public var sessions: [FleetSession] = []
  /// The resets, and the ends of sessions without one, in the order of the trace.
  public var resets: [FleetReset] = []
  /// The sessions that there is something to report on, and not enough in the trace for it.
  public var unanswered: [FleetUnanswered] = []

  private enum CodingKeys: String, CodingKey {
    case engine, tool
    case isDamaged = "damaged"
    case notes, sessions, resets, unanswered
  }
}

/// A session of a trace: whose it is, as far as the trace shows.
public struct FleetSession: Codable, Hashable, Sendable {
  /// Its number within the trace.
  public var session: UInt32
  /// What users are counted by: 16 hexadecimal digits that depend on ``fileIdent`` and ``file``, or on
  /// the trace where it shows neither.
  public var device: String
  /// The identifier that the server gave the client's file, where the trace shows it.
  public var fileIdent: UInt64?
  /// The path of the client's file or, in partition sync, of what it syncs; empty where that is unknown.
  public var file: RealmString
  /// Where the session was recorded; nil where the trace does not show its beginning.
  public var source: SessionStart.Source?
  /// A name for people.
  public var name: RealmString
  /// Partition-based or flexible sync.
  public var syncKind: SyncKind?
  /// The version of the sync protocol.
  public var protocolVersion: UInt32?
  /// The SDK as the trace has it: in words, or as a `User-Agent`.
  public var agent: RealmString?
  /// The SDK by its name in `docs/sdk-defaults.md`, where ``agent`` names one with its version.
  public var sdk: String?
  /// Its version, such as `10.54.6`.
  public var sdkVersion: String?
  /// The mode that the app has configured.
  public var configuredMode: ResetMode?

  /// A session of which nothing is known but whose it is.
  public init(session: UInt32, device: String, file: RealmString = .empty) {
    (self.session, self.device, self.file, name) = (session, device, file, .empty)
  }

  private enum CodingKeys: String, CodingKey {
    case session, device, fileIdent, file, source, name
    case syncKind = "sync"
    case protocolVersion = "protocol"
    case agent, sdk, sdkVersion, configuredMode
  }
}

/// A session of which a trace does not show enough.
public struct FleetUnanswered: Codable, Hashable, Sendable {
  /// The session's number within the trace.
  public var session: UInt32
  /// What the error asks for that it ends with, if there is one.
  public var action: ServerAction?
  /// What is not shown: the name of a case of `ReplayFailure`, such as `noFreshState`.
  public var reason: String
}

extension ReplayFailure {
  /// The name of the case, as the reports' JSON has it.
  var caseName: String {
    switch JSONText(fact: self) {
    case .string(let name): name
    case .object(let members): members.first?.name ?? ""
    default: ""
    }
  }
}
