extension WireMessage {
  func parsedFromClient(_ head: inout HeadReader) throws(DecodingFailure) -> ProtocolMessage {
    switch head.type {
    case "bind": .bind(try parseBind(&head))
    case "ident": .clientIdent(try parseClientIdent(&head))
    case "query": .query(try parseQuery(&head))
    case "upload": .upload(try parseUpload(&head))
    case "mark": .mark(try parseMark(&head))
    case "unbind": .unbind(try parseReference(&head))
    case "ping": .ping(try parsePing(&head))
    case "json_error": .clientError(try parseClientError(&head))
    case "test_command": .testCommand(try parseTestCommand(&head))
    default: throw unknownType(head.type)
    }
  }

  private func parseBind(_ head: inout HeadReader) throws(DecodingFailure) -> Bind {
    let session = try head.unsigned("session_ident")
    let targetSize = try head.unsigned(syncKind == .partition ? "path size" : "JSON size")
    let tokenSize = try head.unsigned("token size")
    let needsFileIdent = try head.flag("need_client_file_ident")
    let isSubserver = try head.flag("is_subserver")
    try head.finish()
    try expectAsSent()
    var reader = bodyReader
    let target = try reader.readBytes(targetSize)
    let token = try reader.readBytes(tokenSize)
    try reader.finish()
    return Bind(
      sessionIdent: session, target: target, token: token, needsFileIdent: needsFileIdent,
      isSubserver: isSubserver, syncKind: syncKind)
  }

  private func parseClientIdent(_ head: inout HeadReader) throws(DecodingFailure) -> ClientIdent {
    var message = ClientIdent(
      sessionIdent: try head.unsigned("session_ident"),
      file: FileIdent(
        ident: try head.unsigned("client_file_ident"),
        salt: try head.signed("client_file_ident_salt")),
      downloadServerVersion: try head.unsigned("download_server_version"),
      downloadClientVersion: try head.unsigned("download_client_version"),
      latestServerVersion: try head.unsigned("latest_server_version"),
      latestServerVersionSalt: try head.signed("latest_server_version_salt"))
    switch syncKind {
    case .partition:
      try head.finish()
      try expectNoBody()
    case .flexible: message.subscriptions = try parseQuerySet(&head)
    }
    return message
  }

  private func parseQuery(_ head: inout HeadReader) throws(DecodingFailure) -> Query {
    Query(
      sessionIdent: try head.unsigned("session_ident"), subscriptions: try parseQuerySet(&head))
  }

  private func parseQuerySet(_ head: inout HeadReader) throws(DecodingFailure) -> QuerySet {
    let version = try head.signed("query_version")
    let size = try head.unsigned("query size")
    try head.finish()
    return QuerySet(version: version, json: try wholeBody(size: size))
  }

  private func parseUpload(_ head: inout HeadReader) throws(DecodingFailure) -> Upload {
    var message = try parseUploadHead(&head)
    message.entries = try uploadEntries(message.bodySize)
    return message
  }

  func parseUploadHead(_ head: inout HeadReader) throws(DecodingFailure) -> Upload {
    let message = Upload(
      sessionIdent: try head.unsigned("session_ident"), bodySize: try parseBodySize(&head),
      progressClientVersion: try head.unsigned("progress_client_version"),
      progressServerVersion: try head.unsigned("progress_server_version"),
      lockedServerVersion: try head.unsigned("locked_server_version"), entries: [])
    try head.finish()
    return message
  }

  private func parsePing(_ head: inout HeadReader) throws(DecodingFailure) -> Ping {
    let message = Ping(
      timestampMilliseconds: try head.unsigned("timestamp"),
      roundTripMilliseconds: try head.unsigned("rtt"))
    try head.finish()
    try expectNoBody()
    return message
  }

  private func parseClientError(_ head: inout HeadReader) throws(DecodingFailure) -> ClientError {
    let code = try head.code("error_code")
    let size = try head.unsigned("body size")
    let session = try head.unsigned("session_ident")
    try head.finish()
    return ClientError(code: code, sessionIdent: session, json: try wholeBody(size: size))
  }

  // MARK: Layouts that both directions share

  func parseBodySize(_ head: inout HeadReader) throws(DecodingFailure) -> BodySize {
    BodySize(
      isCompressed: try head.flag("is_body_compressed"),
      uncompressed: try head.unsigned("uncompressed_body_size"),
      compressed: try head.unsigned("compressed_body_size"))
  }

  func parseMark(_ head: inout HeadReader) throws(DecodingFailure) -> Mark {
    let message = Mark(
      sessionIdent: try head.unsigned("session_ident"),
      requestIdent: try head.unsigned("request_ident"))
    try head.finish()
    try expectNoBody()
    return message
  }

  func parseReference(_ head: inout HeadReader) throws(DecodingFailure) -> SessionReference {
    let message = SessionReference(sessionIdent: try head.unsigned("session_ident"))
    try head.finish()
    try expectNoBody()
    return message
  }

  func parseTestCommand(_ head: inout HeadReader) throws(DecodingFailure) -> TestCommand {
    let session = try head.unsigned("session_ident")
    let request = try head.unsigned("request_ident")
    let size = try head.unsigned("body size")
    try head.finish()
    return TestCommand(
      sessionIdent: session, requestIdent: request, json: try wholeBody(size: size))
  }
}
