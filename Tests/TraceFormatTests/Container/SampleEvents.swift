import TraceFormat

/// One event of every kind, with every optional field present in one and absent in another.
enum SampleEvents {
  static let contents: [Event.Content] =
    sessions + messages + commits + [
      .snapshot(Snapshot(role: .base, changesets: [])),
      .snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [[1, 2], [], [3]])),
      .snapshot(Snapshot(role: .local, changesets: [[4]], keys: SnapshotKeys())),
      .loss(Loss(firstSequence: nil, recordCount: nil, reason: "")),
      .loss(Loss(firstSequence: 0, recordCount: 12, reason: "queue full")),
      .note(Note(text: "")),
      .note(Note(text: "größer als 0 — ✓", reset: LoggedReset())),
      .unknown(UnknownRecord(recordType: 0x8001, bytes: [0, 255, 7])),
    ] + errors + resets

  static let sessions: [Event.Content] = [
    .sessionStart(SessionStart(source: .capture, name: "")),
    .sessionStart(
      SessionStart(
        source: .vector, name: "fuzz-1", connection: "0x7f", wireSession: 3,
        clientFile: "/db", clientFileIdent: 17, syncKind: .flexible, protocolVersion: 14,
        configuredResetMode: .recoverOrDiscard,
        pendingReset: PendingReset(
          mode: .recover, action: .clientReset, timeMicroseconds: -5, engineVersion: "14.14.0"),
        sdk: "Swift 10.54.6")),
  ]

  static let messages: [Event.Content] = WireMessage.Direction.allCases.flatMap { direction in
    WireMessage.BodyForm.allCases.map { form in
      .message(
        WireMessage(
          direction: direction, connection: "c", syncKind: .partition,
          head: Array("mark 1 2\n".utf8), body: [9, 8, 7], bodyForm: form))
    }
  }

  static let commits: [Event.Content] = [
    .localCommit(LocalCommit(clientVersion: 5, changeset: [])),
    .localCommit(
      LocalCommit(
        clientVersion: .max, changeset: [1, 2, 3], lastIntegratedServerVersion: 0,
        originTimestampMilliseconds: 77)),
    .serverCommit(ServerCommit(serverVersion: 1, changeset: [4])),
    .serverCommit(
      ServerCommit(
        serverVersion: 2, changeset: [], originFileIdent: 2, originTimestampMilliseconds: 78,
        lastIntegratedClientVersion: 9)),
  ]

  static let errors: [Event.Content] = [
    .syncError(SyncError(code: nil, name: "", message: "", action: .noAction, isFatal: false)),
    .syncError(
      SyncError(
        code: -208, name: "BadClientFileIdent", message: "gone", action: .clientResetNoRecovery,
        isFatal: true,
        compensatingWrites: [
          SyncError.CompensatingWrite(table: "Dog", primaryKey: "AQ==", reason: "not allowed")
        ],
        logURL: "https://log.invalid")),
  ]

  static let resets: [Event.Content] = [
    .resetObserved(ResetObserved(mode: .discardLocal, action: .clientReset, result: .discarded)),
    .resetObserved(
      ResetObserved(
        mode: .recover, action: .migrateToFLX, result: .failed, failure: .badChangeset,
        message: "no", stateDigest: 1 << 63,
        reupload: [ResetObserved.Reupload(clientVersion: 6, changeset: [1])],
        pendingReset: PendingReset(mode: .discardLocal, action: .revertToPBS))),
    .resetObserved(
      ResetObserved(mode: .manual, action: .clientReset, result: .crash, reupload: [])),
  ]
}
