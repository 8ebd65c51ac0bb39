import TraceFormat

extension LogFold {
  mutating func takeMessage(_ entry: LogEntry, _ kind: LogRowKind, _ session: LogSession) {
    let (fields, number) = (entry.message.fields, session.number)
    switch kind {
    case .bind: takeBind(fields.bytes("fields") ?? [], session)
    case .serverIdent, .clientIdent: takeIdent(entry, kind, session)
    case .query:
      if let set = querySet(fields.bytes("fields") ?? []) {
        session.kind = .flexible
        send(.query(Query(sessionIdent: number, subscriptions: set)), session)
      } else {
        notRead(entry, session)
      }
    case .queryError:
      guard let code: Int32 = fields.number("code"), let version: Int64 = fields.number("version")
      else { return notRead(entry, session) }
      session.kind = .flexible
      findings.errorCount += 1
      receive(
        .queryError(
          QueryError(
            code: code, sessionIdent: number, queryVersion: version,
            text: Array(fields.bytes("message") ?? []))), session)
      if session.role == .freshDownload { failDownload(fields.text("message"), session, entry) }
    case .mark, .serverMark:
      guard let ident: UInt64 = fields.number("ident") else { return notRead(entry, session) }
      let mark = ProtocolMessage.mark(Mark(sessionIdent: number, requestIdent: ident))
      if kind == .mark { send(mark, session) } else { receive(mark, session) }
    case .unbind: send(.unbind(SessionReference(sessionIdent: number)), session)
    case .unbound: receive(.unbound(SessionReference(sessionIdent: number)), session)
    case .download: takeDownload(entry, session)
    case .upload: takeUpload(entry, session)
    case .uploadChangeset, .changesetHex, .changesetCompressed:
      takeUploadPart(entry, kind, session)
    case .clientError:
      guard let code: Int32 = fields.number("code") else { return notRead(entry, session) }
      send(
        .clientError(
          JSONError(code: code, sessionIdent: number, message: fields.text("message"))),
        session)
    default: break
    }
  }

  private mutating func takeBind(_ text: ArraySlice<UInt8>, _ session: LogSession) {
    let bytes = Array(text)
    let listed = LogFields(listed: text)
    var target: [UInt8] = []
    var kind = session.kind
    let json = Array("json_data=\"".utf8)
    let path = Array("server_path=".utf8)
    if let start = bytes[...].firstIndex(of: json) {
      let from = start + json.count
      // The object is not escaped; it ends with the list, or where a path follows.
      let end =
        bytes.dropFirst(from).lastIndex(of: Array("\", server_path=".utf8))
        ?? (bytes.last == UInt8(ascii: "\"") ? bytes.count - 1 : bytes.count)
      target = Array(bytes[from..<max(from, end)])
      if !target.isEmpty { kind = .flexible }
    }
    if let start = bytes[...].firstIndex(of: path), kind != .flexible || target.isEmpty {
      target = Array(bytes[(start + path.count)...])
      kind = .partition
    }
    session.kind = kind
    let bind = Bind(
      sessionIdent: session.number, target: target,
      needsFileIdent: listed.flag("need_client_file_ident") ?? false,
      isSubserver: listed.flag("is_subserver") ?? false, syncKind: kind ?? .partition)
    send(.bind(bind), session)
  }

  private mutating func takeIdent(_ entry: LogEntry, _ kind: LogRowKind, _ session: LogSession) {
    let text = entry.message.fields.bytes("fields") ?? []
    let fields = LogFields(listed: text)
    guard let ident: UInt64 = fields.number("client_file_ident"),
      let salt: Int64 = fields.number("client_file_ident_salt")
    else { return notRead(entry, session) }
    let file = FileIdent(ident: ident, salt: salt)
    session.ident = ident
    guard kind == .clientIdent else {
      return receive(.serverIdent(ServerIdent(sessionIdent: session.number, file: file)), session)
    }
    let subscriptions = querySet(text)
    if subscriptions != nil { session.kind = .flexible }
    var message = ClientIdent(
      sessionIdent: session.number, file: file,
      downloadServerVersion: fields.number("scan_server_version") ?? 0,
      downloadClientVersion: fields.number("scan_client_version") ?? 0,
      latestServerVersion: fields.number("latest_server_version") ?? 0,
      latestServerVersionSalt: fields.number("latest_server_version_salt") ?? 0)
    message.subscriptions = session.syncKind == .flexible ? subscriptions : nil
    send(.clientIdent(message), session)
  }

  /// The subscriptions of `query_version=2, query_size=23, query="…"`, whose size says where they end.
  private func querySet(_ text: ArraySlice<UInt8>) -> QuerySet? {
    let bytes = Array(text)
    let marker = Array(", query=\"".utf8)
    guard let start = bytes[...].firstIndex(of: marker) else { return nil }
    let fields = LogFields(listed: text[..<(text.startIndex + start)])
    guard let version: Int64 = fields.number("query_version"),
      let size: Int = fields.number("query_size"), size >= 0
    else { return nil }
    let from = start + marker.count
    guard size <= bytes.count - from, from + size < bytes.count, bytes[from + size] == 0x22 else {
      return nil
    }
    return QuerySet(version: version, json: Array(bytes[from..<from + size]))
  }

  mutating func send(
    _ message: ProtocolMessage, _ session: LogSession, at time: Int64? = nil
  ) {
    wire(message, .clientToServer, session, at: time)
  }

  mutating func receive(_ message: ProtocolMessage, _ session: LogSession) {
    wire(message, .serverToClient, session, at: nil)
  }

  private mutating func wire(
    _ message: ProtocolMessage, _ direction: WireMessage.Direction, _ session: LogSession,
    at time: Int64?
  ) {
    start(session)
    emitWire(
      message, direction, connection: session.connectionName, session.syncKind,
      session: session.traceNumber, at: time)
  }

  mutating func emitWire(
    _ message: ProtocolMessage, _ direction: WireMessage.Direction, connection: String,
    _ syncKind: SyncKind, session: UInt32, at time: Int64? = nil
  ) {
    do throws(MessageEncodingFailure) {
      let wire = try WireMessage(
        encoding: message, direction: direction, connection: connection, syncKind: syncKind)
      findings.wholeMessageCount += 1
      emit(.message(wire), ofSession: session, at: time)
    } catch {
      lose(1, "a message of the log cannot be put together: \(error)")
    }
  }

  mutating func emitPartial(
    _ head: ProtocolMessage, _ entries: [PartialEntry], _ syncKind: SyncKind,
    _ session: LogSession, at time: Int64? = nil
  ) {
    start(session)
    guard
      let message = WireMessage(
        partial: head, entries: entries, connection: session.connectionName, syncKind: syncKind)
    else { return lose(1, "a message of the log cannot be put together") }
    findings.partialMessageCount += 1
    emit(.message(message), session, at: time)
  }

  mutating func notRead(_ entry: LogEntry, _ session: LogSession) {
    findings.addUnknown(entry)
    note(entry.notUnderstood, session)
  }
}

extension LogEntry {
  /// What a note says of a message that was not understood.
  var notUnderstood: String {
    "line \(lineNumber), not understood: \(message.text.prefix(300).text)"
  }
}
