extension WireMessage {
  func parsedFromServer(_ head: inout HeadReader) throws(DecodingFailure) -> ProtocolMessage {
    switch head.type {
    case "ident": .serverIdent(try parseServerIdent(&head))
    case "download": .download(try parseDownload(&head))
    case "mark": .mark(try parseMark(&head))
    case "unbound": .unbound(try parseReference(&head))
    case "error": .legacyError(try parseLegacyError(&head))
    case "json_error": .serverError(try parseServerError(&head))
    case "query_error": .queryError(try parseQueryError(&head))
    case "pong": .pong(try parsePong(&head))
    case "log_message": .logMessage(try parseLogMessage(&head))
    case "test_command": .testCommand(try parseTestCommand(&head))
    default: throw unknownType(head.type)
    }
  }

  private func parseServerIdent(_ head: inout HeadReader) throws(DecodingFailure) -> ServerIdent {
    let message = ServerIdent(
      sessionIdent: try head.unsigned("session_ident"),
      file: FileIdent(
        ident: try head.unsigned("client_file_ident"),
        salt: try head.signed("client_file_ident_salt")))
    try head.finish()
    try expectNoBody()
    return message
  }

  private func parseDownload(_ head: inout HeadReader) throws(DecodingFailure) -> Download {
    var message = try parseDownloadHead(&head)
    message.entries = try downloadEntries(message.bodySize)
    return message
  }

  func parseDownloadHead(_ head: inout HeadReader) throws(DecodingFailure) -> Download {
    let message = Download(
      sessionIdent: try head.unsigned("session_ident"),
      downloadServerVersion: try head.unsigned("download_server_version"),
      downloadClientVersion: try head.unsigned("download_client_version"),
      latestServerVersion: try head.unsigned("latest_server_version"),
      latestServerVersionSalt: try head.signed("latest_server_version_salt"),
      uploadClientVersion: try head.unsigned("upload_client_version"),
      uploadServerVersion: try head.unsigned("upload_server_version"),
      scope: try parseScope(&head), bodySize: try parseBodySize(&head), entries: [])
    try head.finish()
    return message
  }

  private func parseScope(_ head: inout HeadReader) throws(DecodingFailure) -> Download.Scope {
    switch syncKind {
    case .partition: return .partition(downloadableBytes: try head.unsigned("downloadable_bytes"))
    case .flexible:
      let version = try head.signed("query_version")
      let offset = head.offset + 1
      let number = try head.signed("batch_state")
      guard let state = Download.BatchState(rawValue: number) else {
        throw .invalidValue("field `batch_state`: expected 0, 1 or 2, found \(number)", at: offset)
      }
      return .flexible(
        queryVersion: version, batchState: state,
        progressEstimate: try head.fraction("progress_estimate"))
    }
  }

  private func parseLegacyError(_ head: inout HeadReader) throws(DecodingFailure) -> LegacyError {
    let code = try head.code("error_code")
    let size = try head.unsigned("message size")
    let tryAgain = try head.flag("try_again")
    let session = try head.unsigned("session_ident")
    try head.finish()
    return LegacyError(
      code: code, sessionIdent: session, tryAgain: tryAgain, text: try wholeBody(size: size))
  }

  private func parseServerError(_ head: inout HeadReader) throws(DecodingFailure) -> ServerError {
    let code = try head.code("error_code")
    let size = try head.unsigned("body size")
    let session = try head.unsigned("session_ident")
    try head.finish()
    return ServerError(code: code, sessionIdent: session, json: try wholeBody(size: size))
  }

  private func parseQueryError(_ head: inout HeadReader) throws(DecodingFailure) -> QueryError {
    let code = try head.code("error_code")
    let size = try head.unsigned("message size")
    let session = try head.unsigned("session_ident")
    let version = try head.signed("query_version")
    try head.finish()
    return QueryError(
      code: code, sessionIdent: session, queryVersion: version, text: try wholeBody(size: size))
  }

  private func parsePong(_ head: inout HeadReader) throws(DecodingFailure) -> Pong {
    let message = Pong(timestampMilliseconds: try head.unsigned("timestamp"))
    try head.finish()
    try expectNoBody()
    return message
  }

  private func parseLogMessage(_ head: inout HeadReader) throws(DecodingFailure) -> LogMessage {
    let session = try head.unsigned("session_ident")
    let size = try head.unsigned("body size")
    try head.finish()
    return LogMessage(sessionIdent: session, json: try wholeBody(size: size))
  }
}
