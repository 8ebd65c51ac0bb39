package import FaultPlans
internal import RealmModel
public import TraceFormat

/// One line of the results of a fleet of traces: a trace in one mode, or why it could not be replayed
/// (`docs/fleet.md`, "Rows").
public struct FleetRow: Hashable, Sendable {
  /// The version of the rows' JSON form. Additions keep it; anything else raises it.
  public static let schema = 1

  /// Which trace it is about.
  public var trace: FleetTrace
  /// The mode that was replayed; nil for a failure that is of all modes.
  public var mode: ResetMode?
  /// What the run changed about the session; nil where it was replayed as it was recorded.
  public var whatIf: FleetWhatIf?
  /// What it came to.
  public var content: Content

  /// The result of a trace in a mode.
  public enum Content: Hashable, Sendable {
    case replayed(FleetReplay)
    case failed(FleetFailure)
  }

  /// A row of these parts.
  public init(trace: FleetTrace, mode: ResetMode?, whatIf: FleetWhatIf? = nil, content: Content) {
    (self.trace, self.mode, self.whatIf, self.content) = (trace, mode, whatIf, content)
  }
}

/// A trace of a fleet.
public struct FleetTrace: Hashable, Sendable {
  /// Its path as it was given or found, or the name that a worker got it under.
  public var name: RealmString
  /// SHA-256 of its bytes, 64 hexadecimal digits in lower case; nil where they were not all read.
  public var sha256: String?
  /// How many bytes it has; nil where that is not known.
  public var sizeBytes: UInt64?

  /// A trace of a name; nothing else is known of one that could not be opened.
  public init(name: RealmString, sha256: String? = nil, sizeBytes: UInt64? = nil) {
    (self.name, self.sha256, self.sizeBytes) = (name, sha256, sizeBytes)
  }
}

/// Why there are no facts of a trace, or none in one mode.
public struct FleetFailure: Codable, Hashable, Sendable {
  /// The kinds of failure.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// There is no such file, or it may not be read.
    case missing
    /// Reading it failed on the way.
    case unreadable
    /// It is not a trace, or one that cannot be read at all.
    case invalid
    /// It has more bytes than a trace of a fleet may have.
    case tooLarge
    /// It takes more memory than it may.
    case memory
    /// Replaying it takes more work than it may.
    case work
    /// It can be read, and does not show enough to be replayed.
    case notReplayable
    /// It ended the process that had it in work, or kept it too long: written by a scheduler of workers.
    case crashed
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// Where in the trace, such as `offset 0x41b in chunk 3`; nil where it is not a place.
  public var place: String?
  /// What was expected and what was found, in one line.
  public var message: String
  /// Of one that cannot be replayed, or not as the run asks: a case of `ReplayFailure`, `faultNotFired`, `otherApp` or
  /// `nothingUnsynced`; nil for other kinds, and in rows of older versions.
  public var reason: String?
  /// The exit code of a command that can say nothing about it; for one that crashed 128 and the number of the signal.
  public var exitCode: Int32

  /// A failure of these parts.
  public init(
    _ kind: Kind, place: String? = nil, message: String, reason: String? = nil, exitCode: Int32
  ) {
    (self.kind, self.place, self.message, self.exitCode) = (kind, place, message, exitCode)
    self.reason = reason
  }

  private enum CodingKeys: String, CodingKey {
    case kind, place, message, reason
    case exitCode = "exit"
  }
}

/// What a run changes about the sessions that it replays: part of what the run is, so every row names it, and rows of
/// two are not counted together (`docs/fleet.md`, "What if").
public struct FleetWhatIf: Codable, Hashable, Sendable {
  /// The faults, as `--fault` takes them; empty where only the schema is another.
  public var faults: [String]
  /// Decides what the faults leave open; nil for 0.
  public var seed: UInt64?
  /// The server's new schema: 16 hexadecimal digits, XXH64 of its form in JSON; nil where it stays as it is.
  public var schema: String?

  /// Nil for a run that changes nothing.
  init?(_ plan: FaultPlan, _ schema: RealmSchema?) {
    guard !plan.isEmpty || schema != nil else { return nil }
    faults = plan.faults.map(\.text)
    seed = plan.seed == 0 ? nil : plan.seed
    self.schema = schema.map { Hex.digest(XXH64.digest(Array($0.json.text().utf8))) }
  }

  /// The faults again, to replay a trace with; nil where rows have one that this version does not know.
  package var plan: FaultPlan? {
    let known = faults.compactMap { try? Fault(text: $0) }
    return known.count == faults.count ? FaultPlan(known, seed: seed ?? 0) : nil
  }
}

extension FleetWhatIf: JSONShaped {
  package static var isOpen: Bool { true }
}
