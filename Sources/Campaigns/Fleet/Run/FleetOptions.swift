public import FaultPlans
internal import RealmModel
public import Replayer
public import TraceFormat

/// What is made of each trace of a fleet.
public struct FleetOptions: Sendable {
  /// The modes, in the order of the rows.
  public var modes: [ResetMode]
  /// With or without Realm Core's known defects.
  public var engine: Engine
  /// The version of tracetool that rows name.
  public var tool: String
  /// What one trace may take in memory.
  public var memory: MemoryLimit
  /// How many bytes a trace may have.
  public var traceSizeMaxBytes: Int
  /// How much work a trace may be: a unit for each record, and in each reset one for each unsynced
  /// instruction and for each object of the device's and of the server's state.
  public var workMax: Int
  /// What goes wrong in each trace; all of it has to happen for the trace to have an answer.
  public var faults = FaultPlan.none
  /// The server's schema as it is to be; nil where it stays as it is.
  public var schema: RealmSchema?
  /// What this library does not know itself.
  public var means: Means

  /// How traces are told apart, and what is not a trace is read anyway.
  public struct Means: Sendable {
    /// What reads the traces.
    public var codec: any FrameCodec
    /// SHA-256 of bytes, 64 hexadecimal digits in lower case.
    public var sha256: @Sendable ([UInt8]) throws -> String
    /// The events of what is not a trace, such as a capture, handed on one by one; false where no session is in
    /// the bytes. The name is that of the row.
    public var readOther:
      @Sendable (RealmString, [UInt8], MemoryLimit, _ sink: (Event) throws -> Void) throws -> Bool
    /// Why a fault does not happen, as part of a sentence.
    public var reason: @Sendable (UnfiredFault) -> String

    /// The means of whoever runs a fleet.
    public init(
      codec: any FrameCodec, sha256: @escaping @Sendable ([UInt8]) throws -> String,
      readOther:
        @escaping @Sendable (RealmString, [UInt8], MemoryLimit, _ sink: (Event) throws -> Void)
        throws -> Bool,
      reason: @escaping @Sendable (UnfiredFault) -> String
    ) {
      (self.codec, self.sha256) = (codec, sha256)
      (self.readOther, self.reason) = (readOther, reason)
    }
  }

  /// What the run changes about each session; nil for a run that changes nothing.
  public var whatIf: FleetWhatIf? { FleetWhatIf(faults, schema) }

  /// 256 MiB: a trace is in memory while it is replayed.
  public static let traceSizeMaxBytesDefault = 256 << 20
  /// Some tens of seconds of one processor.
  public static let workMaxDefault = 2_000_000

  /// All modes of Realm Core's engine, within the usual limits.
  public init(
    modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual],
    engine: Engine = .realmCore, tool: String, memory: MemoryLimit = .standard,
    traceSizeMaxBytes: Int = Self.traceSizeMaxBytesDefault, workMax: Int = Self.workMaxDefault,
    means: Means
  ) {
    (self.modes, self.engine, self.tool, self.memory) = (modes, engine, tool, memory)
    (self.traceSizeMaxBytes, self.workMax, self.means) = (traceSizeMaxBytes, workMax, means)
  }
}

/// A trace that is to be replayed.
public enum FleetInput: Sendable {
  /// A file, which is read when its turn comes.
  case file(path: String)
  /// Bytes, under a name.
  case bytes(name: RealmString, [UInt8])
  /// A trace that is known to be none, or none to be read.
  case failed(FleetTrace, FleetFailure)

  /// What rows call it.
  package var name: RealmString {
    switch self {
    case .file(let path): Self.name(ofFile: path)
    case .bytes(let name, _): name
    case .failed(let trace, _): trace.name
    }
  }

  /// The path; spelled so that rows do not quote it, since what they have is opened again.
  private static func name(ofFile path: String) -> RealmString {
    let name = RealmString(path)
    return name == name.fleetName ? name : RealmString("./" + path)
  }
}
