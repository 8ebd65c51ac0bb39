extension Event {
  /// The event with everything in it replaced as a rewriting says.
  ///
  /// Where nothing is replaced, the same bytes stay: a changeset keeps the order of its declared
  /// strings, a message its head, a JSON body its layout. A changeset in which something was replaced
  /// declares its strings where Realm's recorder does, and a message is written as
  /// ``WireMessage/init(encoding:direction:connection:syncKind:)`` says, not compressed; fields of its
  /// head that say the same as before keep their spelling.
  ///
  /// - Throws: where a replacement cannot stand where it should.
  public func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> Event {
    Event(
      sequence: rewriting.number(sequence, .sequence),
      timeMicroseconds: rewriting.number(timeMicroseconds, .timeMicroseconds),
      session: rewriting.number(session, .session), isSuspect: isSuspect,
      content: try rewriting.content(content).rewritten(by: &rewriting))
  }
}

extension Event.Content {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> Event.Content {
    switch self {
    case .sessionStart(let start): .sessionStart(start.rewritten(by: &rewriting))
    case .message(let message): .message(try message.rewritten(by: &rewriting))
    case .localCommit(let commit): .localCommit(try commit.rewritten(by: &rewriting))
    case .serverCommit(let commit): .serverCommit(try commit.rewritten(by: &rewriting))
    case .snapshot(let snapshot): .snapshot(try snapshot.rewritten(by: &rewriting))
    case .syncError(let error): .syncError(try error.rewritten(by: &rewriting))
    case .resetObserved(let observed): .resetObserved(try observed.rewritten(by: &rewriting))
    case .loss(let loss): .loss(loss.rewritten(by: &rewriting))
    case .note(let note): .note(note.rewritten(by: &rewriting))
    case .unknown(let record): .unknown(record.rewritten(by: &rewriting))
    }
  }
}

extension SessionStart {
  fileprivate func rewritten(by rewriting: inout some EventRewriting) -> SessionStart {
    SessionStart(
      source: source, name: rewriting.text(name, .sessionName),
      connection: rewriting.text(connection, .connection),
      wireSession: rewriting.number(wireSession, .sessionIdent),
      clientFile: rewriting.text(clientFile, .path),
      clientFileIdent: rewriting.number(clientFileIdent, .fileIdent), syncKind: syncKind,
      protocolVersion: rewriting.number(protocolVersion, .protocolVersion),
      configuredResetMode: configuredResetMode,
      pendingReset: pendingReset?.rewritten(by: &rewriting),
      sdk: sdk.map { rewriting.text($0, .sdk) })
  }
}

extension PendingReset {
  func rewritten(by rewriting: inout some EventRewriting) -> PendingReset {
    PendingReset(
      mode: mode, action: action,
      timeMicroseconds: rewriting.number(timeMicroseconds, .timeMicroseconds),
      engineVersion: engineVersion.map { rewriting.text($0, .engineVersion) })
  }
}

extension LocalCommit {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> LocalCommit {
    LocalCommit(
      clientVersion: rewriting.number(clientVersion, .clientVersion),
      changeset: try rewriting.changesetBytes(changeset),
      lastIntegratedServerVersion: rewriting.number(lastIntegratedServerVersion, .serverVersion),
      originTimestampMilliseconds: rewriting.number(
        originTimestampMilliseconds, .originTimestampMilliseconds))
  }
}

extension ServerCommit {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> ServerCommit {
    ServerCommit(
      serverVersion: rewriting.number(serverVersion, .serverVersion),
      changeset: try rewriting.changesetBytes(changeset),
      originFileIdent: rewriting.number(originFileIdent, .fileIdent),
      originTimestampMilliseconds: rewriting.number(
        originTimestampMilliseconds, .originTimestampMilliseconds),
      lastIntegratedClientVersion: rewriting.number(lastIntegratedClientVersion, .clientVersion))
  }
}

extension Snapshot {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> Snapshot {
    var rewritten: [[UInt8]] = []
    for changeset in changesets { rewritten.append(try rewriting.changesetBytes(changeset)) }
    return Snapshot(
      role: role, origin: origin, changesets: rewritten,
      keys: keys?.rewritten(by: &rewriting))
  }
}

extension SyncError {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> SyncError {
    var writes: [CompensatingWrite] = []
    for write in compensatingWrites { writes.append(try write.rewritten(by: &rewriting)) }
    return SyncError(
      code: rewriting.number(code, .errorCode), name: rewriting.text(name, .errorName),
      message: rewriting.text(message, .errorMessage), action: action, isFatal: isFatal,
      compensatingWrites: writes, logURL: rewriting.text(logURL, .logURL))
  }
}

extension ResetObserved {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> ResetObserved {
    ResetObserved(
      mode: mode, action: action, result: result, failure: failure,
      message: rewriting.text(message, .errorMessage),
      stateDigest: rewriting.number(stateDigest, .stateDigest),
      reupload: try rewrittenReupload(by: &rewriting),
      pendingReset: pendingReset?.rewritten(by: &rewriting))
  }

  private func rewrittenReupload(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> [Reupload]? {
    guard let reupload else { return nil }
    var rewritten: [Reupload] = []
    for upload in reupload {
      rewritten.append(
        Reupload(
          clientVersion: rewriting.number(upload.clientVersion, .clientVersion),
          changeset: try rewriting.changesetBytes(upload.changeset)))
    }
    return rewritten
  }
}

extension Loss {
  fileprivate func rewritten(by rewriting: inout some EventRewriting) -> Loss {
    Loss(
      firstSequence: rewriting.number(firstSequence, .sequence),
      recordCount: rewriting.number(recordCount, .recordCount),
      reason: rewriting.text(reason, .lossReason))
  }
}

extension Note {
  fileprivate func rewritten(by rewriting: inout some EventRewriting) -> Note {
    Note(
      text: rewriting.text(text, .note), reset: reset?.rewritten(by: &rewriting))
  }
}

extension UnknownRecord {
  fileprivate func rewritten(by rewriting: inout some EventRewriting) -> UnknownRecord {
    UnknownRecord(
      recordType: rewriting.number(recordType, .recordType),
      bytes: rewriting.bytes(bytes, .unknownRecord))
  }
}
