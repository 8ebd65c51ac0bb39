extension ServerIdent {
  func rewritten(by rewriting: inout some EventRewriting) -> ServerIdent {
    ServerIdent(
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      file: file.rewritten(by: &rewriting))
  }
}

extension Download {
  func rewritten(by rewriting: inout some EventRewriting) throws(RewritingFailure) -> Download {
    var rewritten = Download(
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      downloadServerVersion: rewriting.number(downloadServerVersion, .serverVersion),
      downloadClientVersion: rewriting.number(downloadClientVersion, .clientVersion),
      latestServerVersion: rewriting.number(latestServerVersion, .serverVersion),
      latestServerVersionSalt: rewriting.number(latestServerVersionSalt, .serverVersionSalt),
      uploadClientVersion: rewriting.number(uploadClientVersion, .clientVersion),
      uploadServerVersion: rewriting.number(uploadServerVersion, .serverVersion),
      scope: scope.rewritten(by: &rewriting), bodySize: bodySize, entries: [])
    for entry in entries { rewritten.entries.append(try entry.rewritten(by: &rewriting)) }
    return rewritten
  }
}

extension Download.Scope {
  fileprivate func rewritten(by rewriting: inout some EventRewriting) -> Download.Scope {
    switch self {
    case .partition(let downloadableBytes):
      .partition(downloadableBytes: rewriting.number(downloadableBytes, .byteCount))
    case .flexible(let queryVersion, let batchState, let progressEstimate):
      .flexible(
        queryVersion: rewriting.number(queryVersion, .queryVersion), batchState: batchState,
        progressEstimate: rewriting.progressEstimate(progressEstimate))
    }
  }
}

extension Download.Entry {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> Download.Entry {
    Download.Entry(
      serverVersion: rewriting.number(serverVersion, .serverVersion),
      clientVersion: rewriting.number(clientVersion, .clientVersion),
      originTimestampMilliseconds: rewriting.number(
        originTimestampMilliseconds, .originTimestampMilliseconds),
      originFileIdent: rewriting.number(originFileIdent, .fileIdent),
      originalChangesetSize: rewriting.number(originalChangesetSize, .byteCount),
      changeset: try rewriting.changesetBytes(changeset))
  }
}

extension LegacyError {
  func rewritten(by rewriting: inout some EventRewriting) -> LegacyError {
    LegacyError(
      code: rewriting.number(code, .errorCode),
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent), tryAgain: tryAgain,
      text: rewriting.textBytes(text, .errorMessage))
  }
}

extension ServerError {
  func rewritten(by rewriting: inout some EventRewriting) throws(RewritingFailure) -> ServerError {
    ServerError(
      code: rewriting.number(code, .errorCode),
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      json: try rewriting.json(json, ErrorMembers.self))
  }
}

extension QueryError {
  func rewritten(by rewriting: inout some EventRewriting) -> QueryError {
    QueryError(
      code: rewriting.number(code, .errorCode),
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      queryVersion: rewriting.number(queryVersion, .queryVersion),
      text: rewriting.textBytes(text, .errorMessage))
  }
}

extension Pong {
  func rewritten(by rewriting: inout some EventRewriting) -> Pong {
    Pong(timestampMilliseconds: rewriting.number(timestampMilliseconds, .clockMilliseconds))
  }
}

extension LogMessage {
  func rewritten(by rewriting: inout some EventRewriting) throws(RewritingFailure) -> LogMessage {
    LogMessage(
      sessionIdent: rewriting.number(sessionIdent, .sessionIdent),
      json: try rewriting.json(json, LogMembers.self))
  }
}
