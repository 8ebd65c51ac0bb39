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

  private let form: Form

  /// The session as a scenario file.
  ///
  /// - Parameters:
  ///   - events: those of one session, in the order of the trace.
  ///   - name: that of the scenario.
  ///   - about: a word for the readers of the file.
  ///   - form: how much of it is said in the words of apps.
  /// - Throws: where the events are not those of one session with a base state, have a second start, state or error, or
  ///   are more than the language has words for.
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
    let writer = ScenarioWriter(form: form)
    let byObjects = form == .operations ? writer.byObjects(parts, on: objects(base)) : nil
    let start = parts.start
    return .object(
      JSONText.members([
        "scenario": .integer(Scenario.languageVersion), "name": .string(name),
        "about": about.map { .string($0) },
        "syncKind": start.flatMap {
          $0.syncKind == .partition ? nil : .string($0.syncKind.rawValue)
        },
        "configuredMode": start?.configuredResetMode.map { .string($0.rawValue) },
        "sdk": start?.sdk.map { .string($0) }, "pendingReset": start?.pendingReset.map(json),
      ]).members + (byObjects ?? writer.byChangesets(parts, base)).members
        + JSONText.members([
          "error": parts.error.map(json), "observed": parts.observed.map(json),
        ]).members)
  }

  /// The state that changesets make, as far as the language can say it.
  private static func objects(_ changesets: [[UInt8]]) -> ScenarioObjects? {
    // A state that can't be made is left to its changesets.
    (try? RealmState(applying: changesets.map { try Changeset(decoding: $0) }))
      .flatMap(ScenarioObjects.init)
  }

  /// Both states by their objects, and what was done to them; nil where that is not possible.
  private func byObjects(_ parts: SessionParts, on base: ScenarioObjects?) -> JSONText? {
    let restored = parts.restored.flatMap(Self.objects)
    guard let base, parts.restored == nil || restored != nil else { return nil }
    let (realm, count) = (base.history.realm, UInt64(base.history.changesets.count))
    return .members([
      "schema": base.schema, "synced": base.objects,
      "local": local(parts, on: realm, baseCount: count),
      "serverState": restored.map { .members(["schema": $0.schema, "objects": $0.objects]) },
      "serverChanges": restored == nil ? serverChanges(parts, on: realm, baseCount: count) : nil,
    ])
  }

  private func byChangesets(_ parts: SessionParts, _ base: [[UInt8]]) -> JSONText {
    var device = OperationWriter(realm: ScenarioRealm())
    let acknowledged = base.map { transaction($0, &device) }
    let count = UInt64(base.count)
    var server = OperationWriter(realm: ScenarioRealm())
    let restored = parts.restored?.map { transaction($0, &server) }
    return .members([
      "acknowledged": Self.list(acknowledged),
      "local": local(parts, on: device.realm, baseCount: count),
      "serverRestored": restored.map { _ in .bool(true) },
      "serverChanges": restored == nil
        ? serverChanges(parts, on: device.realm, baseCount: count) : Self.list(restored ?? []),
    ])
  }

  private func local(
    _ parts: SessionParts, on realm: ScenarioRealm, baseCount: UInt64
  ) -> JSONText? {
    let commits = parts.local.map { ($0.clientVersion, $0.changeset) }
    return Self.list(transactions(commits, 2 + baseCount, on: realm))
  }

  private func serverChanges(
    _ parts: SessionParts, on realm: ScenarioRealm, baseCount: UInt64
  ) -> JSONText? {
    let commits = parts.server.map { ($0.serverVersion, $0.changeset) }
    return Self.list(transactions(commits, 1 + baseCount, on: realm, uploads: parts.uploads))
  }

  private static func list(_ transactions: [JSONText]) -> JSONText? {
    transactions.isEmpty ? nil : .array(transactions)
  }
}

/// Why a session has no form as a scenario.
public enum ScenarioWriterFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The events are not one session that was recorded from the inside; why.
  case notASession(String)
  /// The language (`docs/scenario.md`) has no word for a record of that kind.
  case inexpressible(Event.Kind)
  /// What is imported from the scenario no longer shows what the session shows; what that is.
  case loses(String)

  /// The reason as a sentence, without a full stop.
  public var description: String {
    switch self {
    case .notASession(let reason): "no scenario can express it: \(reason)"
    case .inexpressible(let kind): "no scenario can express a record of the kind \(kind.rawValue)"
    case .loses(let shown): "no scenario can express it: imported, it does not show \(shown)"
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
    var observed: ResetObserved?

    /// The server's commits that are the device's own, by their indexes: those with the same bytes and, where both are
    /// known, time and file, as for a replay. Written as operations, they would be somebody else's.
    var uploads: [Int: Int] {
      var left = Dictionary(grouping: local.indices) { local[$0].changeset }
      var uploads: [Int: Int] = [:]
      for (index, commit) in server.enumerated() {
        if let own = start?.clientFileIdent, commit.originFileIdent ?? own != own { continue }
        let time = commit.originTimestampMilliseconds
        let place = left[commit.changeset]?.firstIndex {
          let known = local[$0].originTimestampMilliseconds
          return known == nil || time == nil || known == time
        }
        if let place { uploads[index] = left[commit.changeset]?.remove(at: place) }
      }
      return uploads
    }

    mutating func take(_ event: Event) throws(ScenarioWriterFailure) {
      let versions = ScenarioTransaction.versions
      switch event.content {
      case .sessionStart(let start): try Self.keep(&self.start, as: start, "starts")
      case .localCommit(let commit) where versions.contains(commit.clientVersion):
        local.append(commit)
      case .serverCommit(let commit) where versions.contains(commit.serverVersion):
        server.append(commit)
      case .snapshot(let snapshot): try take(snapshot)
      case .syncError(let error): try Self.keep(&self.error, as: error, "errors")
      case .resetObserved(let observed): try Self.keep(&self.observed, as: observed, "resets")
      case .note: break
      case .localCommit, .serverCommit, .message, .loss, .unknown: throw .inexpressible(event.kind)
      }
    }

    private static func keep<Part>(
      _ part: inout Part?, as value: Part, _ parts: String
    ) throws(ScenarioWriterFailure) {
      guard part == nil else { throw .notASession("it has several \(parts)") }
      part = value
    }

    private mutating func take(_ snapshot: Snapshot) throws(ScenarioWriterFailure) {
      guard snapshot.part == nil else { throw .inexpressible(.snapshot) }
      switch (snapshot.role, snapshot.origin) {
      case (.base, _): try Self.keep(&base, as: snapshot.changesets, "states of a last sync")
      case (.fresh, .empty), (.server, .empty):
        try Self.keep(&restored, as: snapshot.changesets, "states of the server")
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

  /// What a device was seen to do, but for what it uploaded then.
  private static func json(_ observed: ResetObserved) -> JSONText {
    .members([
      "mode": .string(observed.mode.rawValue),
      "action": observed.action == .clientReset ? nil : .string(observed.action.rawValue),
      "result": .string(observed.result.rawValue),
      "failure": observed.failure.map { .string($0.rawValue) },
      "message": observed.message.isEmpty ? nil : .string(observed.message),
      "stateDigest": observed.stateDigest.map { .string(Hex.digest($0)) },
      "pendingReset": observed.pendingReset.map(json),
    ])
  }

  private static func json(_ pending: PendingReset) -> JSONText {
    .members([
      "mode": .string(pending.mode.rawValue), "action": .string(pending.action.rawValue),
      "time": pending.timeMicroseconds.map { Timestamp(microseconds: $0).parts },
      "engineVersion": pending.engineVersion.map { .string($0) },
    ])
  }

  /// Transactions, with their versions where they do not count on by one.
  private func transactions(
    _ list: [(version: UInt64, changeset: [UInt8])], _ first: UInt64, on realm: ScenarioRealm,
    uploads: [Int: Int] = [:]
  ) -> [JSONText] {
    var writer = OperationWriter(realm: realm)
    var expected = first
    return list.enumerated().map { index, commit in
      defer { expected = max(commit.version, expected) + 1 }
      let version = commit.version > expected ? commit.version : nil
      return transaction(commit.changeset, &writer, version: version, upload: uploads[index])
    }
  }

  private func transaction(
    _ bytes: [UInt8], _ writer: inout OperationWriter, version: UInt64? = nil, upload: Int? = nil
  ) -> JSONText {
    // A damaged changeset stands as the bytes it is.
    let operations = (try? Changeset(decoding: bytes)).map { changeset in
      form == .operations
        ? writer.operations(of: changeset) : ScenarioNotation.operations(changeset)
    }
    return .members([
      "version": version.map { .number(String($0)) },
      "uploaded": upload.map { .integer($0) },
      "operations": upload == nil ? operations.map(JSONText.array) : nil,
      "changeset": upload == nil && operations == nil ? .string(Hex.encode(bytes)) : nil,
    ])
  }
}
