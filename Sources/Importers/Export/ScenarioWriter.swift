public import TraceFormat

/// Writes a session that was recorded from the inside as a scenario file (`docs/scenario.md`), so
/// that people can read and change it.
///
/// What is imported from the file again has the same changesets: transactions are written instruction
/// by instruction, and the few that the language can't say as the bytes that they are.
public struct ScenarioWriter {
  private var session: UInt32
  private var base: [[UInt8]] = []
  private var members: [JSONText.Member] = []

  /// The session as a scenario file.
  ///
  /// - Parameter about: a word for the readers of the file.
  /// - Throws: where the events are not those of one session with a base state and an error.
  public static func scenario(
    of events: [Event], name: String, about: String? = nil
  ) throws(ScenarioWriterFailure) -> JSONText {
    guard let first = events.first else { throw .notASession("there are no events") }
    var writer = ScenarioWriter(session: first.session)
    writer.members = [
      .init("scenario", .integer(Scenario.languageVersion)), .init("name", .string(name)),
    ]
    if let about { writer.members.append(.init("about", .string(about))) }
    try writer.write(events)
    return .object(writer.members)
  }

  private init(session: UInt32) { self.session = session }

  private mutating func write(_ events: [Event]) throws(ScenarioWriterFailure) {
    var parts = SessionParts()
    for event in events {
      guard event.session == session else { throw .notASession("there are several sessions") }
      try parts.take(event)
    }
    write(parts.start)
    guard let base = parts.base else {
      throw .notASession("the state of the last sync is not known")
    }
    add("acknowledged", base.map { Self.transaction($0) })
    let firstVersion = 2 + UInt64(base.count)
    add(
      "local", Self.transactions(parts.local.map { ($0.clientVersion, $0.changeset) }, firstVersion)
    )
    if let restored = parts.restored {
      members.append(.init("serverRestored", .bool(true)))
      add("serverChanges", restored.map { Self.transaction($0) })
    } else {
      let changes = parts.server.map { ($0.serverVersion, $0.changeset) }
      add("serverChanges", Self.transactions(changes, 1 + UInt64(base.count)))
    }
    if let error = parts.error { members.append(.init("error", Self.json(error))) }
  }

  private mutating func write(_ start: SessionStart?) {
    guard let start else { return }
    if start.syncKind != .partition {
      members.append(.init("syncKind", .string(start.syncKind.rawValue)))
    }
    if let mode = start.configuredResetMode {
      members.append(.init("configuredMode", .string(mode.rawValue)))
    }
    if let sdk = start.sdk { members.append(.init("sdk", .string(sdk))) }
    if let pending = start.pendingReset {
      members.append(.init("pendingReset", Self.json(pending)))
    }
  }

  private mutating func add(_ name: String, _ transactions: [JSONText]) {
    guard !transactions.isEmpty else { return }
    members.append(.init(name, .array(transactions)))
  }
}

/// Why a session has no form as a scenario.
public enum ScenarioWriterFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The events are not one session that was recorded from the inside; why.
  case notASession(String)
  /// The language (`docs/scenario.md`) has no word for a record of that kind.
  case inexpressible(Event.Kind)

  /// The reason as a sentence, without a full stop.
  public var description: String {
    switch self {
    case .notASession(let reason): "no scenario can say it: \(reason)"
    case .inexpressible(let kind): "no scenario can say a record of the kind \(kind.rawValue)"
    }
  }
}

extension ScenarioWriter {
  /// The events of a session by what a scenario calls them.
  private struct SessionParts {
    var start: SessionStart?
    var base: [[UInt8]]?
    var local: [LocalCommit] = []
    var server: [ServerCommit] = []
    /// The server's state, where it does not follow from the base and its own changes.
    var restored: [[UInt8]]?
    var error: SyncError?

    mutating func take(_ event: Event) throws(ScenarioWriterFailure) {
      switch event.content {
      case .sessionStart(let start): self.start = start
      case .localCommit(let commit): local.append(commit)
      case .serverCommit(let commit): server.append(commit)
      case .snapshot(let snapshot): try take(snapshot)
      case .syncError(let error): self.error = error
      case .note, .resetObserved: break
      case .message, .loss, .unknown: throw .inexpressible(event.kind)
      }
    }

    private mutating func take(_ snapshot: Snapshot) throws(ScenarioWriterFailure) {
      switch (snapshot.role, snapshot.origin) {
      case (.base, _): base = snapshot.changesets
      case (.fresh, .empty), (.server, .empty): restored = snapshot.changesets
      case (.fresh, .serverHistory), (.server, .serverHistory): break
      case (.local, _), (.afterReset, _): throw .inexpressible(.snapshot)
      }
    }
  }

  private static func json(_ error: SyncError) -> JSONText {
    .members([
      "code": error.code == 208 ? nil : error.code.map { .integer(Int($0)) },
      "name": error.name == "SyncClientResetRequired" ? nil : .string(error.name),
      "message": error.message == "Bad client file identifier (IDENT)"
        ? nil : .string(error.message),
      "action": error.action == .clientReset ? nil : .string(error.action.rawValue),
      "fatal": error.isFatal ? nil : .bool(false),
    ])
  }

  private static func json(_ pending: PendingReset) -> JSONText {
    .members([
      "mode": .string(pending.mode.rawValue), "action": .string(pending.action.rawValue),
      "time": pending.timeMicroseconds.map(ScenarioNotation.time),
      "engineVersion": pending.engineVersion.map { .string($0) },
    ])
  }

  /// Transactions, with their versions where they do not count on by one.
  private static func transactions(
    _ list: [(version: UInt64, changeset: [UInt8])], _ first: UInt64
  ) -> [JSONText] {
    var expected = first
    return list.map { version, changeset in
      defer { expected = max(version, expected) + 1 }
      return transaction(changeset, version: version > expected ? version : nil)
    }
  }

  private static func transaction(_ bytes: [UInt8], version: UInt64? = nil) -> JSONText {
    var members: [JSONText.Member] = []
    if let version { members.append(.init("version", .number(String(version)))) }
    do {
      let changeset = try Changeset(decoding: bytes)
      members.append(.init("operations", .array(try ScenarioNotation.operations(changeset))))
    } catch {
      // A changeset that is damaged, or that the language can't say, stands as the bytes it is.
      members.append(.init("changeset", .string(Hex.encode(bytes))))
    }
    return .object(members)
  }
}
