import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import TraceFormat

@testable import Reports

/// Pages of sessions.
enum SessionPageSamples {
  static func page(
    of events: [Event], _ extent: SessionPage.Extent = .init(), isRedacted: Bool = false
  ) -> String {
    var (page, replay) = (SessionPage(extent, isRedacted: isRedacted), Replay())
    for event in events {
      page.observe(event)
      replay.observe(event)
    }
    return page.html(of: replay, trace: "session.synctrace")
  }

  static func demo() throws -> [Event] {
    try TraceFiles.read(ProjectFiles.bytes("traces/field-inspections.synctrace")).events
  }

  static func clients() throws -> [Event] {
    try TraceFiles.read(ProjectFiles.bytes("traces/three-clients.synctrace")).events
  }

  /// An app's session in which the device and another set one property, and the other wins.
  static func merged() throws -> [Event] {
    return Sample.events([
      .sessionStart(SessionStart(source: .live, name: "app")),
      .snapshot(Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()])),
      try Sample.acknowledgement(of: 2),
      .localCommit(LocalCommit(clientVersion: 3, changeset: Sample.setCount(5).encoded())),
      .serverCommit(
        ServerCommit(
          serverVersion: 7, changeset: Sample.setCount(50).encoded(), originFileIdent: 2,
          originTimestampMilliseconds: 1 << 40, lastIntegratedClientVersion: 0)),
    ])
  }

  /// A session of so many transactions on both sides, each of which changes a value.
  static func long(_ count: Int) throws -> [Event] {
    let objects = 300
    let created = (0..<objects).map {
      "{\"create\": [\"T\", \($0 + 10)], \"set\": {\"v\": 0, \"s\": \"text of \($0)\"}}"
    }
    let changed = (0..<count / 2).map { number in
      "{\"operations\": [{\"update\": [\"T\", \(number * 7 % objects + 10)], \"set\": {\"v\": \(number), \"s\": \"note \(number)\"}}]}"
    }
    let servers = (0..<count / 2).map { number in
      "{\"operations\": [{\"update\": [\"T\", 1], \"set\": {\"v\": \(number)}}]}"
    }
    let members = """
      "local": [{"operations": [\(created.joined(separator: ","))]},\(changed.joined(separator: ","))],
      "serverChanges": [\(servers.joined(separator: ","))]
      """
    return try ScenarioOutcome.events(Array(ScenarioOutcome.sessionFile(members).utf8))
  }

  /// A session whose class, property, key, value, session and note have one and the same text.
  static func hostile(_ text: String) throws -> [Event] {
    let name = text.isEmpty ? "empty" : text
    let (table, key) = (RealmString(name), PrimaryKeyValue.string(RealmString(name)))
    let base = Changeset.build {
      $0.addTable(table, primaryKey: "id", type: .string)
      $0.addColumn(table, table, type: .string)
      $0.createObject(table, key)
    }
    func change(_ value: String) -> [UInt8] {
      Changeset.build {
        $0.update(LocationValue(table, key, table), to: .string(RealmString(value)))
      }.encoded()
    }
    let contents: [Event.Content] = [
      .sessionStart(SessionStart(source: .scenario, name: name)),
      .snapshot(Snapshot(role: .base, changesets: [base.encoded()])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: change(name))),
      .serverCommit(ServerCommit(serverVersion: 2, changeset: change(name + name))),
      .note(Note(text: text)),
      .syncError(
        SyncError(
          code: 208, name: name, message: name, action: .clientReset, isFatal: true)),
      .snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [])),
    ]
    return contents.enumerated().map {
      Event(
        sequence: UInt64($0.offset), timeMicroseconds: 0, session: 1, content: $0.element)
    }
  }
}
