import RealmModel
import TestSupport
import TraceFormat

/// Small changesets about one class, `Item`, with the primary key `_id` and the property `count`.
package enum Sample {
  package static let error = SyncError(
    code: 208, name: "SyncClientResetRequired", message: "Bad client file identifier (IDENT)",
    action: .clientReset, isFatal: true)

  /// Events of one session, a microsecond apart.
  package static func events(_ contents: [Event.Content]) -> [Event] {
    contents.enumerated().map {
      Event(
        sequence: UInt64($0.offset), timeMicroseconds: Int64($0.offset), session: 1,
        content: $0.element)
    }
  }

  /// A session with two objects of a class `T`, of which one was created last and not uploaded, in a file of which the
  /// server asks for a reset that downloads nothing.
  package static func resetWithoutDownload(permitsRecovery: Bool) -> [Event] {
    func create(_ key: Int64) -> [UInt8] {
      build {
        $0.addTable("T", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
        $0.createObject("T", .int(key))
      }.encoded()
    }
    let (base, own) = (create(1), create(2))
    return events([
      .sessionStart(SessionStart(source: .realmFile, name: "device")),
      .snapshot(Snapshot(role: .local, changesets: [base, own])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: own)),
      .syncError(
        SyncError(
          code: 217, name: "", message: "",
          action: permitsRecovery ? .clientReset : .clientResetNoRecovery, isFatal: true)),
    ])
  }

  /// The same as session 2, behind the same session without the reset.
  package static var resetWithoutDownloadBehindAnother: [Event] {
    let second = resetWithoutDownload(permitsRecovery: true)
    let first = second.dropLast()
    return first
      + second.map { event in
        var event = event
        event.sequence += UInt64(first.count)
        event.timeMicroseconds += Int64(first.count)
        event.session = 2
        return event
      }
  }

  /// What a server sends that acknowledges the device's writes up to a version, and nothing else.
  package static func acknowledgement(of clientVersion: UInt64) throws -> Event.Content {
    let download = Download(
      sessionIdent: 0, downloadServerVersion: 0, downloadClientVersion: 0, latestServerVersion: 0,
      latestServerVersionSalt: 0, uploadClientVersion: clientVersion, uploadServerVersion: 0,
      scope: .flexible(queryVersion: 0, batchState: .steadyState, progressEstimate: 1),
      bodySize: .plain(0), entries: [])
    return .message(
      try WireMessage(
        encoding: .download(download), direction: .serverToClient, syncKind: .flexible))
  }

  package static let countPlace = LocationValue("Item", .int(1), "count")

  package static var schemaAndObject: Changeset {
    build {
      $0.addTable("Item", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
      $0.addColumn("Item", "count", type: .int, isNullable: false)
      $0.createObject("Item", .int(1))
    }
  }

  package static func setCount(_ value: Int64) -> Changeset {
    build { $0.update(countPlace, to: .int(value)) }
  }

  package static func addCount(_ value: Int64) -> Changeset {
    build { $0.addInteger(countPlace, value) }
  }

  /// Names a class that no sample has.
  package static var eraseMissing: Changeset { build { $0.eraseTable("Missing") } }

  package static func build(_ body: (inout ChangesetBuilder) -> Void) -> Changeset {
    .build(body)
  }
}
