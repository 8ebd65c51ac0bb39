import TraceFormat

/// One event of every kind and one message of every type, with every field and member that there is.
public enum CompleteEvents {
  public static let contents: [Event.Content] =
    [
      .sessionStart(
        SessionStart(
          source: .proxy, name: "n", connection: "c", wireSession: 3, clientFile: "/db",
          clientFileIdent: 17, syncKind: .flexible, protocolVersion: 14,
          configuredResetMode: .recover, pendingReset: pending, sdk: "Swift 10.54.6")),
      .localCommit(
        LocalCommit(
          clientVersion: 5, changeset: EveryInstruction.bytes, lastIntegratedServerVersion: 4,
          originTimestampMilliseconds: 77)),
      .serverCommit(
        ServerCommit(
          serverVersion: 2, changeset: EveryInstruction.bytes, originFileIdent: 2,
          originTimestampMilliseconds: 78, lastIntegratedClientVersion: 5)),
      .snapshot(
        Snapshot(
          role: .base, origin: .serverHistory,
          changesets: [EveryInstruction.bytes, [0xFF], withUnusedString], keys: keys)),
      .syncError(
        SyncError(
          code: 208, name: "e", message: "m", action: .clientReset, isFatal: true,
          compensatingWrites: rejected, logURL: "https://log.invalid")),
      .resetObserved(
        ResetObserved(
          mode: .recover, action: .clientReset, result: .failed, failure: .badChangeset,
          message: "no", stateDigest: 1 << 63,
          reupload: [.init(clientVersion: 6, changeset: EveryInstruction.bytes)],
          pendingReset: pending)),
      .loss(Loss(firstSequence: 3, recordCount: 12, reason: "queue full")),
      .note(Note(text: "note", reset: loggedReset)),
      .unknown(UnknownRecord(recordType: 0x8001, bytes: [0, 255, 7])),
      .message(
        WireMessage(.clientToServer, "nonsense \u{0}\nbody", connection: "c")),
    ] + messages.map(Event.Content.message)

  private static let pending = PendingReset(
    mode: .recover, action: .clientReset, timeMicroseconds: -5, engineVersion: "14.14.0")

  private static let loggedReset: LoggedReset = {
    var reset = LoggedReset()
    reset.file = "/db"
    reset.outcome = .failed
    (reset.lineNumber, reset.clock) = (12, .zoneUnknown)
    (reset.errorCode, reset.errorName, reset.errorMessage) = (208, "e", "m")
    (reset.action, reset.requestedMode, reset.actualMode) = (
      .clientReset, .recoverOrDiscard, .discardLocal
    )
    (reset.isModeInferred, reset.downgrade, reset.earlierAttempt) = (
      true, .earlierAttempt, pending
    )
    (reset.recordedMicroseconds, reset.failure, reset.failureMessage) = (
      -7, .classesRemoved, "gone"
    )
    reset.localChangesetCount = 3
    reset.drops = [.init(reason: .objectGone, instruction: "Update", count: 2)]
    (reset.overwrittenListCount, reset.removedObjectCount) = (1, 2)
    (reset.createdObjectCount, reset.updatedObjectCount, reset.uploadableBytes) = (3, 4, 5)
    (reset.newFileIdent, reset.freshServerVersion) = (6, 7)
    (reset.versionBefore, reset.versionAfter, reset.isAcknowledged) = (8, 1 << 63, true)
    (reset.hasDebugLines, reset.isAcknowledgementInferred) = (true, true)
    (reset.isOfAlikeClients, reset.hasLaterLaunch) = (true, true)
    return reset
  }()

  private static let keys: SnapshotKeys = {
    var table = SnapshotKeys.Table(table: 2)
    (table.columnsRemoved, table.everHadTombstone, table.primaryKeyIndex) = (3, true, 1)
    (table.columns, table.objects, table.nextObject) = ([4, 5], [6, 1 << 62], 7)
    table.incoming = [.init(column: 8, originTable: 9, originColumn: 10)]
    table.orders = [.init(object: -11, column: 12, origins: [13, 14])]
    var keys = SnapshotKeys()
    (keys.tables, keys.privateTables) = ([table], [0, 1])
    return keys
  }()

  /// Keys in the form of the wire, and one in none that is known.
  private static let rejected = ["AQc=", "AwNhYmM=", "no base64"].map {
    SyncError.CompensatingWrite(table: "Dog", primaryKey: $0, reason: "not allowed")
  }

  /// What a recorder leaves behind: the name of an embedded class, and nothing that uses it.
  private static let withUnusedString: [UInt8] = {
    var builder = ChangesetBuilder()
    _ = builder.intern("Embedded")
    return builder.changeset.encoded()
  }()

  /// The samples, their changesets and bodies in full.
  public static let messages: [WireMessage] = SampleMessage.all.map { sample in
    guard let full = try? complete(sample.message.parsed()),
      let message = try? WireMessage(
        encoding: full, direction: sample.direction, connection: "c", syncKind: sample.syncKind)
    else { preconditionFailure("\(sample) can be read and written") }
    return message
  }

  private static func complete(_ message: ProtocolMessage) throws -> ProtocolMessage {
    switch message {
    case .bind(var bind):
      if bind.syncKind == .flexible {
        bind.target = Array(
          #"{"migratedPartition":"p","schemaVersion":7,"sessionReason":1}"#.utf8)
      }
      bind.token = Array("token".utf8)
      return .bind(bind)
    case .upload(var upload):
      for index in upload.entries.indices {
        upload.entries[index].changeset = EveryInstruction.bytes
      }
      return ProtocolMessage.upload(upload).withFittingBodySize
    case .download(var download):
      for index in download.entries.indices {
        download.entries[index].changeset = EveryInstruction.bytes
      }
      return ProtocolMessage.download(download).withFittingBodySize
    case .serverError(var error):
      error.json = details.encoded()
      return .serverError(error)
    case .logMessage(var log):
      log.json = Array(#"{"co_id":"6b","level":"shout","msg":"line"}"#.utf8)
      return .logMessage(log)
    case .clientIdent, .query, .unbind, .ping, .clientError, .mark, .testCommand, .serverIdent,
      .unbound, .legacyError, .queryError, .pong:
      return message
    }
  }

  private static let details: ErrorDetails = {
    var details = ErrorDetails(
      SyncError(
        code: nil, name: "", message: "m", action: .clientReset, isFatal: true,
        logURL: "https://log.invalid"))
    details.actionName = "Dance"
    (details.backoffIntervalSeconds, details.backoffMaxDelaySeconds) = (1, 300)
    details.backoffMultiplier = 2
    details.partitionQuery = "_partition == 1"
    details.previousSchemaVersion = .max
    details.rejectedUpdates = rejected
    details.rejectedClientVersion = 7
    details.compensatingWriteServerVersion = 8
    details.otherMembers = [JSONText.Member("zoo", .array([.null]))]
    return details
  }()
}
