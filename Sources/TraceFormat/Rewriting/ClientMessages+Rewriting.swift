extension Bind {
  func rewritten(by rewriting: inout some EventRewriting) throws(RewritingFailure) -> Bind {
    Bind(
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      target: try rewrittenTarget(by: &rewriting), token: rewriting.textBytes(token, .token),
      needsFileIdent: needsFileIdent, isSubserver: isSubserver, syncKind: syncKind)
  }

  private func rewrittenTarget(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> [UInt8] {
    switch syncKind {
    case .partition: rewriting.textBytes(target, .path)
    case .flexible: try rewriting.json(target, BindMembers.self)
    }
  }
}

extension ClientIdent {
  func rewritten(by rewriting: inout some EventRewriting) throws(RewritingFailure) -> ClientIdent {
    ClientIdent(
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      file: file.rewritten(by: &rewriting),
      downloadServerVersion: rewriting.number(downloadServerVersion, .serverVersion),
      downloadClientVersion: rewriting.number(downloadClientVersion, .clientVersion),
      latestServerVersion: rewriting.number(latestServerVersion, .serverVersion),
      latestServerVersionSalt: rewriting.number(latestServerVersionSalt, .serverVersionSalt),
      subscriptions: try subscriptions?.rewritten(by: &rewriting))
  }
}

extension FileIdent {
  func rewritten(by rewriting: inout some EventRewriting) -> FileIdent {
    FileIdent(
      ident: rewriting.number(ident, .fileIdent), salt: rewriting.number(salt, .fileIdentSalt))
  }
}

extension QuerySet {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> QuerySet {
    QuerySet(
      version: rewriting.number(version, .queryVersion),
      json: try rewriting.json(json, QueryMembers.self))
  }
}

extension Query {
  func rewritten(by rewriting: inout some EventRewriting) throws(RewritingFailure) -> Query {
    Query(
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      subscriptions: try subscriptions.rewritten(by: &rewriting))
  }
}

extension Upload {
  func rewritten(by rewriting: inout some EventRewriting) throws(RewritingFailure) -> Upload {
    var rewritten = Upload(
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent), bodySize: bodySize,
      progressClientVersion: rewriting.number(progressClientVersion, .clientVersion),
      progressServerVersion: rewriting.number(progressServerVersion, .serverVersion),
      lockedServerVersion: rewriting.number(lockedServerVersion, .serverVersion), entries: [])
    for entry in entries { rewritten.entries.append(try entry.rewritten(by: &rewriting)) }
    return rewritten
  }
}

extension Upload.Entry {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> Upload.Entry {
    Upload.Entry(
      clientVersion: rewriting.number(clientVersion, .clientVersion),
      serverVersion: rewriting.number(serverVersion, .serverVersion),
      originTimestampMilliseconds: rewriting.number(
        originTimestampMilliseconds, .originTimestampMilliseconds),
      originFileIdent: rewriting.number(originFileIdent, .fileIdent),
      changeset: try rewriting.changesetBytes(changeset))
  }
}

extension Ping {
  func rewritten(by rewriting: inout some EventRewriting) -> Ping {
    Ping(
      timestampMilliseconds: rewriting.number(timestampMilliseconds, .clockMilliseconds),
      roundTripMilliseconds: rewriting.number(roundTripMilliseconds, .durationMilliseconds))
  }
}

extension ClientError {
  func rewritten(by rewriting: inout some EventRewriting) throws(RewritingFailure) -> ClientError {
    ClientError(
      code: rewriting.number(code, .errorCode),
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      json: try rewriting.json(json, ClientErrorMembers.self))
  }
}

// MARK: Messages of both sides

extension SessionReference {
  func rewritten(by rewriting: inout some EventRewriting) -> SessionReference {
    SessionReference(sessionIdent: rewriting.number(sessionIdent, .sessionIdent))
  }
}

extension Mark {
  func rewritten(by rewriting: inout some EventRewriting) -> Mark {
    Mark(
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      requestIdent: rewriting.number(requestIdent, .requestIdent))
  }
}

extension TestCommand {
  func rewritten(by rewriting: inout some EventRewriting) throws(RewritingFailure) -> TestCommand {
    TestCommand(
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      requestIdent: rewriting.number(requestIdent, .requestIdent),
      json: try rewriting.json(json, TestCommandMembers.self))
  }
}
