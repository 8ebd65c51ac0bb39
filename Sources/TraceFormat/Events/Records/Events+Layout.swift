// The layouts of records, by type (`docs/format.md`, "Record types").

extension SessionStart: RecordLayout {
  static var blank: SessionStart { SessionStart(source: .live, name: "") }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.word(&source)
    try visitor.text(&name, .sessionName)
    try visitor.text(&connection, .connection)
    try visitor.number(&wireSession, .sessionIdent)
    try visitor.text(&clientFile, .path)
    try visitor.number(&clientFileIdent, .fileIdent)
    try visitor.word(&syncKind)
    try visitor.number(&protocolVersion, .protocolVersion)
    try visitor.word(&configuredResetMode)
    try visitor.part(&pendingReset)
    if visitor.hasMore(sdk != nil) { try visitor.text(&sdk, .sdk) }
  }
}

extension PendingReset: RecordLayout {
  static var blank: PendingReset { PendingReset(mode: .manual, action: .noAction) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.word(&mode)
    try visitor.word(&action)
    try visitor.number(&timeMicroseconds, .timeMicroseconds)
    try visitor.text(&engineVersion, .engineVersion)
  }
}

extension WireMessage: RecordLayout {
  static var blank: WireMessage {
    WireMessage(
      direction: .clientToServer, connection: "", syncKind: .partition, head: [], body: [])
  }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.word(&direction)
    try visitor.text(&connection, .connection)
    try visitor.word(&syncKind)
    try visitor.word(&bodyForm)
    // What these mean is rewritten, not the bytes.
    try visitor.bytes(&head)
    try visitor.bytes(&body)
  }
}

extension LocalCommit: RecordLayout {
  static var blank: LocalCommit { LocalCommit(clientVersion: 0, changeset: []) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&clientVersion, .clientVersion)
    try visitor.number(&lastIntegratedServerVersion, .serverVersion)
    try visitor.number(&originTimestampMilliseconds, .originTimestampMilliseconds)
    try visitor.changeset(&changeset)
  }
}

extension ServerCommit: RecordLayout {
  static var blank: ServerCommit { ServerCommit(serverVersion: 0, changeset: []) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&serverVersion, .serverVersion)
    try visitor.number(&originFileIdent, .fileIdent)
    try visitor.number(&originTimestampMilliseconds, .originTimestampMilliseconds)
    try visitor.changeset(&changeset)
    if visitor.hasMore(lastIntegratedClientVersion != nil) {
      var version = lastIntegratedClientVersion ?? 0
      try visitor.number(&version, .clientVersion)
      lastIntegratedClientVersion = version
    }
  }
}

extension Snapshot: RecordLayout {
  static var blank: Snapshot { Snapshot(role: .base, changesets: []) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    // Of a type of record of its own.
    if var some = part {
      try visitor.part(&some)
      part = some
    }
    try visitor.word(&role)
    try visitor.word(&origin)
    try visitor.list(&changesets, "changesets", elementSizeMin: 4)
    if visitor.hasMore(keys != nil) {
      var some = keys ?? .blank
      try visitor.part(&some)
      keys = some
    }
  }
}

extension Snapshot.Part: RecordLayout {
  static var blank: Self { Self(index: 0, isLast: false) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&index)
    try visitor.flag(&isLast)
  }
}

/// An encoded changeset of a snapshot.
extension [UInt8]: RecordLayout {
  static var blank: [UInt8] { [] }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.changeset(&self)
  }
}

extension SyncError: RecordLayout {
  static var blank: SyncError {
    SyncError(code: nil, name: "", message: "", action: .noAction, isFatal: false)
  }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&code, .errorCode)
    try visitor.text(&name, .errorName)
    try visitor.text(&message, .errorMessage)
    try visitor.word(&action)
    try visitor.flag(&isFatal)
    try visitor.text(&logURL, .logURL)
    try visitor.list(&compensatingWrites, "compensating writes", elementSizeMin: 12)
  }
}

extension SyncError.CompensatingWrite: RecordLayout {
  static var blank: Self { Self(table: "", primaryKey: "", reason: "") }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.rejectedObject(&table, &primaryKey)
    try visitor.text(&reason, .rejectionReason)
  }
}

extension ResetObserved: RecordLayout {
  static var blank: ResetObserved {
    ResetObserved(mode: .manual, action: .noAction, result: .noReset)
  }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.word(&mode)
    try visitor.word(&action)
    try visitor.word(&result)
    try visitor.word(&failure)
    try visitor.text(&message, .errorMessage)
    try visitor.number(&stateDigest, .stateDigest)
    if var some = try visitor.either(reupload, []) {
      try visitor.list(&some, "changesets", elementSizeMin: 12)
      reupload = some
    }
    try visitor.part(&pendingReset)
  }
}

extension ResetObserved.Reupload: RecordLayout {
  static var blank: Self { Self(clientVersion: 0, changeset: []) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&clientVersion, .clientVersion)
    try visitor.changeset(&changeset)
  }
}

extension Loss: RecordLayout {
  static var blank: Loss { Loss(firstSequence: nil, recordCount: nil, reason: "") }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&firstSequence, .sequence)
    try visitor.number(&recordCount, .recordCount)
    try visitor.text(&reason, .lossReason)
  }
}

extension Note: RecordLayout {
  static var blank: Note { Note(text: "") }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.text(&text, .note)
    guard visitor.hasMore(reset != nil), var some = try visitor.either(reset, LoggedReset())
    else { return }
    try visitor.loggedReset(&some)
    reset = some
  }
}
