public import TraceFormat

/// A session that an app records; its calls may come from any thread, and none waits.
///
/// The order of the calls is the order of the records. What a call is given is kept until it is written, so it
/// should be the app's own copy.
public struct LiveSession: Sendable {
  let recorder: SyncSessionRecorder
  /// The session's number in the trace, from 1.
  public let number: UInt32
  let schema: RealmSchema?
  private let version = Lock<UInt64>(1)

  func record(_ content: LiveCall.Content, size: Int, reserve: Int = 0) {
    recorder.record(number, content, size: size, reserve: reserve)
  }

  private func record(_ content: Event.Content, size: Int) { record(.event(content), size: size) }

  /// A state of the Realm: what it holds when the session begins, or later. A replay needs one to begin with.
  ///
  /// - Parameters:
  ///   - role: `base` for what client and server have in common while nothing is unsynced; `local` for the
  ///     file as it is, unsynced transactions included, which are then recorded too.
  ///   - origin: what the changesets start from.
  ///   - changesets: encoded changesets that build it, in order (`docs/changesets.md`).
  public func state(
    _ role: Snapshot.Role, from origin: Snapshot.Origin = .empty, changesets: [[UInt8]]
  ) {
    let snapshot = Snapshot(role: role, origin: origin, changesets: changesets)
    record(.snapshot(snapshot), size: changesets.reduce(0) { $0 + $1.count })
  }

  /// A state by its objects, which begins with the classes of the session's schema.
  public func state(_ role: Snapshot.Role, _ objects: (inout LiveTransaction) -> Void) {
    let state = self.objects(objects)
    record(.state(role, state), size: state.size)
  }

  func objects(_ body: (inout LiveTransaction) -> Void) -> LiveState {
    var objects = LiveTransaction()
    body(&objects)
    return .objects(objects, schema)
  }

  /// A write transaction of the app, by what it does to objects. Call it in the order of the transactions, such as at the
  /// end of the block of `realm.write`.
  ///
  /// It never waits and never throws: what does not fit the session's schema is found later, by the thread that writes,
  /// which reports it to ``RecordingOptions/onMisuse`` and records a `loss`.
  ///
  /// ```swift
  /// session.commit {
  ///   $0.create("Inspection", id, ["status": "open"])
  ///   $0.append("Inspection", id, "notes", "no ladder", index: 0)
  /// }
  /// ```
  ///
  /// - Returns: the transaction's version, one more than that of the transaction before, from 2 on: version 1 is the file
  ///   as it was. Of a transaction without a change nothing is recorded, and the version is the last one.
  @discardableResult public func commit(_ changes: (inout LiveTransaction) -> Void) -> UInt64 {
    var transaction = LiveTransaction()
    changes(&transaction)
    return version.withLock { version in
      guard !transaction.steps.isEmpty else { return version }
      version &+= 1
      record(.transaction(clientVersion: version, transaction, schema), size: transaction.size)
      return version
    }
  }

  /// The version of the latest transaction, to be acknowledged once its upload is complete.
  public var clientVersion: UInt64 { version.withLock { $0 } }

  /// A write transaction of the app, by its changeset.
  ///
  /// - Parameters:
  ///   - clientVersion: the version of the file that it made.
  ///   - changeset: what it wrote, encoded.
  ///   - lastIntegratedServerVersion: the last server version before it, where known.
  ///   - originTimestampMilliseconds: when, in milliseconds since 2015-01-01 (UTC), where known.
  public func localCommit(
    clientVersion: UInt64, changeset: [UInt8], lastIntegratedServerVersion: UInt64? = nil,
    originTimestampMilliseconds: UInt64? = nil
  ) {
    let commit = LocalCommit(
      clientVersion: clientVersion, changeset: changeset,
      lastIntegratedServerVersion: lastIntegratedServerVersion,
      originTimestampMilliseconds: originTimestampMilliseconds)
    version.withLock { version in
      version = max(version, clientVersion)
      record(.localCommit(commit), size: changeset.count)
    }
  }

  /// A changeset of the server that the client has integrated.
  ///
  /// - Parameters:
  ///   - serverVersion: the version of the server that it made.
  ///   - changeset: what it changed, encoded.
  ///   - originFileIdent: the client file that it came from, where known.
  ///   - originTimestampMilliseconds: when, in milliseconds since 2015-01-01 (UTC), where known.
  ///   - lastIntegratedClientVersion: the last version of the file that the server had integrated before it, where
  ///     known. The client has merged it with its transactions since; without this, the server is taken to have known
  ///     what it had acknowledged, and a report says where that decides something.
  public func downloaded(
    serverVersion: UInt64, changeset: [UInt8], originFileIdent: UInt64? = nil,
    originTimestampMilliseconds: UInt64? = nil, lastIntegratedClientVersion: UInt64? = nil
  ) {
    let commit = ServerCommit(
      serverVersion: serverVersion, changeset: changeset, originFileIdent: originFileIdent,
      originTimestampMilliseconds: originTimestampMilliseconds,
      lastIntegratedClientVersion: lastIntegratedClientVersion)
    record(.serverCommit(commit), size: changeset.count)
  }

  /// The server has acknowledged the app's transactions up to a version: what later ones wrote is unsynced.
  ///
  /// SDKs tell it as a completion of uploads, which is about what was there when it was asked for: note the version
  /// of the latest transaction, wait, and call this with that version. A session in which it is never called counts
  /// all of its transactions as unsynced, and its report says so; a call with 0 says that none is acknowledged.
  ///
  /// It is recorded as the DOWNLOAD without changesets by which a server tells it; what the app does not know of
  /// that message is 0.
  ///
  /// - Parameter clientVersion: as ``commit(_:)`` gives it.
  public func acknowledged(upToClientVersion clientVersion: UInt64) {
    record(.acknowledged(upToClientVersion: clientVersion), size: 0)
  }

  /// A message of the sync protocol as the app knows it, such as an UPLOAD or a DOWNLOAD. Where the session has
  /// no states and transactions, a replay takes it from its messages.
  public func message(_ message: ProtocolMessage, _ direction: WireMessage.Direction) {
    record(.message(message, direction), size: message.sizeInMemory)
  }

  /// A line of a log: of the SDK's logger, or of the app's.
  ///
  /// - Parameters:
  ///   - level: as the logger calls it, such as `info`.
  ///   - category: such as `Realm.Sync.Client.Session`; empty where there is none.
  ///   - text: what the line says.
  public func log(level: String, category: String = "", _ text: String) {
    record(
      .logLine(level: level, category: category, text: text),
      size: level.utf8.count + category.utf8.count + text.utf8.count)
  }

  /// Anything worth knowing, such as what the user did.
  public func note(_ text: String) { record(.note(Note(text: text)), size: text.utf8.count) }

  /// An event as it is, for whoever knows more than the other calls take.
  public func event(_ content: Event.Content, size: Int) { record(content, size: size) }
}
