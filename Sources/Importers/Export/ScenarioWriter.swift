internal import RealmModel
public import TraceFormat

/// Writes a session that was recorded from the inside as a scenario file (`docs/scenario.md`), so
/// that people can read and change it.
public struct ScenarioWriter {
  /// How much of a session is said in the words of apps.
  public enum Form: Hashable, Sendable {
    /// The classes and objects of the last sync as `schema` and `synced`, transactions as operations, and
    /// as instructions only what no operation does. What is imported from the file has transactions of the
    /// same instructions, on a state that is the same for an app; Realm's internal keys may be others.
    case operations
    /// All as instructions, the state of the last sync as well. What is imported from the file has the same changesets.
    case instructions
  }

  private var session: UInt32
  private let form: Form
  private var members: [JSONText.Member] = []

  /// The session as a scenario file.
  ///
  /// - Parameter about: a word for the readers of the file.
  /// - Throws: where the events are not those of one session with a base state and an error.
  public static func scenario(
    of events: [Event], name: String, about: String? = nil, form: Form = .operations
  ) throws(ScenarioWriterFailure) -> JSONText {
    guard let first = events.first else { throw .notASession("it has no events") }
    var parts = SessionParts()
    for event in events {
      guard event.session == first.session else { throw .notASession("it has several sessions") }
      try parts.take(event)
    }
    guard let base = parts.base else {
      throw .notASession("the state of the last sync is not known")
    }
    var writer = ScenarioWriter(session: first.session, form: form)
    writer.members = [
      .init("scenario", .integer(Scenario.languageVersion)), .init("name", .string(name)),
    ]
    if let about { writer.members.append(.init("about", .string(about))) }
    writer.write(parts.start)
    if form == .instructions || !writer.write(parts, on: Self.objects(base)) {
      writer.write(parts, base: base)
    }
    if let error = parts.error { writer.members.append(.init("error", Self.json(error))) }
    return .object(writer.members)
  }

  /// The state that changesets make, as far as the language can say it.
  private static func objects(_ changesets: [[UInt8]]) -> ScenarioObjects? {
    // A state that can't be made is left to its changesets.
    (try? RealmState(applying: changesets.map { try Changeset(decoding: $0) }))
      .flatMap(ScenarioObjects.init)
  }

  /// Writes both states by their objects, and what was done to them.
  ///
  /// - Returns: whether that is possible; nothing is written where it is not.
  private mutating func write(_ parts: SessionParts, on base: ScenarioObjects?) -> Bool {
    guard let base else { return false }
    let restored = parts.restored.map(Self.objects)
    if case .some(nil) = restored { return false }
    members.append(.init("schema", base.schema))
    members.append(.init("synced", base.objects))
    let (realm, count) = (base.history.realm, UInt64(base.history.changesets.count))
    write(local: parts.local, on: realm, baseCount: count)
    if let restored = restored.flatMap({ $0 }) {
      let state = [("schema", restored.schema), ("objects", restored.objects)]
      members.append(.init("serverState", .object(state.map { JSONText.Member($0, $1) })))
    } else {
      write(server: parts.server, on: realm, baseCount: count)
    }
    return true
  }

  private mutating func write(_ parts: SessionParts, base: [[UInt8]]) {
    var device = OperationWriter(ScenarioRealm())
    add("acknowledged", base.map { transaction($0, &device) })
    let count = UInt64(base.count)
    write(local: parts.local, on: device.realm, baseCount: count)
    if let restored = parts.restored {
      members.append(.init("serverRestored", .bool(true)))
      var server = OperationWriter(ScenarioRealm())
      add("serverChanges", restored.map { transaction($0, &server) })
    } else {
      write(server: parts.server, on: device.realm, baseCount: count)
    }
  }

  private mutating func write(local: [LocalCommit], on realm: ScenarioRealm, baseCount: UInt64) {
    let commits = local.map { ($0.clientVersion, $0.changeset) }
    add("local", transactions(commits, 2 + baseCount, on: realm))
  }

  private mutating func write(server: [ServerCommit], on realm: ScenarioRealm, baseCount: UInt64) {
    let commits = server.map { ($0.serverVersion, $0.changeset) }
    add("serverChanges", transactions(commits, 1 + baseCount, on: realm))
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
    case .notASession(let reason): "no scenario can express it: \(reason)"
    case .inexpressible(let kind): "no scenario can express a record of the kind \(kind.rawValue)"
    }
  }
}

extension ScenarioWriter {
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
      guard snapshot.part == nil else { throw .inexpressible(.snapshot) }
      switch (snapshot.role, snapshot.origin) {
      case (.base, _): base = snapshot.changesets
      case (.fresh, .empty), (.server, .empty): restored = snapshot.changesets
      case (.fresh, .serverHistory), (.server, .serverHistory): break
      case (.local, _), (.afterReset, _): throw .inexpressible(.snapshot)
      }
    }
  }

  /// What an error has besides what its number brings along.
  private static func json(_ error: SyncError) -> JSONText {
    let common = error.code.map { SyncError.scenarioDefault($0) } ?? .scenarioDefault()
    let writes = error.compensatingWrites.map(json)
    return .members([
      "code": error.code == 208 ? nil : error.code.map { .integer(Int($0)) } ?? .null,
      "name": error.name.hasSameBytes(as: common.name) ? nil : .string(error.name),
      "message": error.message.hasSameBytes(as: common.message) ? nil : .string(error.message),
      "action": error.action == .clientReset ? nil : .string(error.action.rawValue),
      "fatal": error.isFatal ? nil : .bool(false),
      "compensatingWrites": writes.isEmpty ? nil : .array(writes),
      "logURL": error.logURL.isEmpty ? nil : .string(error.logURL),
    ])
  }

  private static func json(_ write: SyncError.CompensatingWrite) -> JSONText {
    .members([
      "class": .string(write.table), "primaryKey": .string(write.primaryKey),
      "reason": write.reason.isEmpty ? nil : .string(write.reason),
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
  private func transactions(
    _ list: [(version: UInt64, changeset: [UInt8])], _ first: UInt64, on realm: ScenarioRealm
  ) -> [JSONText] {
    var writer = OperationWriter(realm)
    var expected = first
    return list.map { version, changeset in
      defer { expected = max(version, expected) + 1 }
      return transaction(changeset, &writer, version: version > expected ? version : nil)
    }
  }

  private func transaction(
    _ bytes: [UInt8], _ writer: inout OperationWriter, version: UInt64? = nil
  ) -> JSONText {
    var members: [JSONText.Member] = []
    if let version { members.append(.init("version", .number(String(version)))) }
    do {
      let changeset = try Changeset(decoding: bytes)
      let operations =
        form == .operations
        ? writer.operations(of: changeset) : ScenarioNotation.operations(changeset)
      members.append(.init("operations", .array(operations)))
    } catch {
      // A damaged changeset stands as the bytes it is.
      members.append(.init("changeset", .string(Hex.encode(bytes))))
    }
    return .object(members)
  }
}
