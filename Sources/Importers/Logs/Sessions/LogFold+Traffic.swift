import TraceCompression
import TraceFormat

// Messages of the protocol.
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
      receive(
        .queryError(
          QueryError(
            code: code, sessionIdent: number, queryVersion: version,
            text: Array(fields.bytes("message") ?? []))), session)
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

  /// Takes what is said of a DOWNLOAD's changesets before the message itself.
  mutating func takeDownloadPart(
    _ entry: LogEntry, _ kind: LogRowKind, _ connection: LogConnection
  ) {
    let fields = LogFields(listed: entry.message.fields.bytes("fields") ?? [])
    switch kind {
    case .downloadCompression:
      if connection.compression.count > LogClient.sessionsMax { connection.compression.removeAll() }
      connection.compression[fields.number("session_ident") ?? 0] = BodySize(
        isCompressed: fields.flag("is_body_compressed") ?? false,
        uncompressed: fields.number("uncompressed_body_size") ?? 0,
        compressed: fields.number("compressed_body_size") ?? 0)
    case .downloadChangeset:
      guard hold(Self.bytesPerEntry) else { return }
      let numbers = [
        "server_version", "client_version", "origin_timestamp", "origin_file_ident",
        "original_changeset_size",
      ]
      connection.downloads.append(
        .init(session: fields.number("session_ident"), entry: Self.entry(numbers, of: fields)))
    default:
      guard let last = connection.downloads.last?.entry, last.isAwaited else { return }
      let bytes = changeset(entry, kind, size: last.size)
      connection.downloads[connection.downloads.count - 1].entry.changeset = bytes
    }
  }

  /// What is known of a changeset before it comes; one without a byte is known.
  private static func entry(_ names: [String], of fields: LogFields) -> PartialEntry {
    let numbers = names.compactMap { fields.number($0, UInt64.self) }
    guard numbers.count == names.count, let size: UInt64 = fields.number("changeset_size") else {
      return .unknown
    }
    return PartialEntry(numbers: numbers, size: size, changeset: size == 0 ? [] : nil)
  }

  /// What an entry takes in memory besides its changeset.
  private static let bytesPerEntry = 256

  private mutating func hold(_ count: Int) -> Bool {
    guard heldBytes + count <= Self.heldBytesMax else { return false }
    heldBytes += count
    return true
  }

  private mutating func release(_ entries: [PartialEntry]) {
    for entry in entries { heldBytes -= Self.bytesPerEntry + (entry.changeset?.count ?? 0) }
    heldBytes = max(0, heldBytes)
  }

  private mutating func changeset(_ entry: LogEntry, _ kind: LogRowKind, size: UInt64) -> [UInt8]? {
    let data = entry.message.fields.bytes("data") ?? []
    let bytes =
      kind == .changesetHex
      ? LoggedChangeset.bytes(ofHex: data, size: size)
      : LoggedChangeset.bytes(ofCompressed: data, size: size, &inflater)
    guard bytes.map({ hold($0.count) }) != false else {
      lose(1, "the changeset in line \(entry.lineNumber) of the log is of no message")
      return nil
    }
    if bytes == nil {
      lose(1, "the changeset in line \(entry.lineNumber) of the log is cut, or not of its size")
    } else {
      findings.changesetCount += 1
    }
    return bytes
  }

  private mutating func takeDownload(_ entry: LogEntry, _ session: LogSession) {
    let fields = LogFields(listed: entry.message.fields.bytes("fields") ?? [])
    guard let count: Int = fields.number("num_changesets"), count >= 0 else {
      return notRead(entry, session)
    }
    let isOwn = { (pending: LogConnection.PendingDownload) in
      pending.session == nil || pending.session == session.number
    }
    let own = (session.connection?.downloads ?? []).filter(isOwn).map(\.entry)
    session.connection?.downloads.removeAll(where: isOwn)
    release(own)
    let size = session.connection?.compression.removeValue(forKey: session.number)
    var download = Download(
      sessionIdent: session.number,
      downloadServerVersion: fields.number("download_server_version") ?? 0,
      downloadClientVersion: fields.number("download_client_version") ?? 0,
      latestServerVersion: fields.number("latest_server_version") ?? 0,
      latestServerVersionSalt: fields.number("latest_server_version_salt") ?? 0,
      uploadClientVersion: fields.number("upload_client_version") ?? 0,
      uploadServerVersion: fields.number("upload_server_version") ?? 0,
      scope: scope(fields, session), bodySize: size ?? .plain(0), entries: [])
    let syncKind = download.scope.syncKind
    let known = padded(own, to: count)
    if known.allSatisfy({ $0.changeset != nil }) {
      download.entries = known.map { entry in
        Download.Entry(
          serverVersion: entry.numbers[0], clientVersion: entry.numbers[1],
          originTimestampMilliseconds: entry.numbers[2], originFileIdent: entry.numbers[3],
          originalChangesetSize: entry.numbers[4], changeset: entry.changeset ?? [])
      }
      return receive(ProtocolMessage.download(download).withFittingBodySize, session)
    }
    emitPartial(.download(download), known, syncKind, session)
  }

  private func scope(_ fields: LogFields, _ session: LogSession) -> Download.Scope {
    guard let version: Int64 = fields.number("query_version") else {
      // Old versions print the same for both kinds.
      guard session.kind == .flexible else {
        session.kind = .partition
        return .partition(downloadableBytes: fields.number("downloadable_bytes") ?? 0)
      }
      return .flexible(queryVersion: 0, batchState: .steadyState, progressEstimate: 0)
    }
    session.kind = .flexible
    let state: Download.BatchState =
      switch fields.text("batch_state") {
      case "MoreToCome": .moreToCome
      case "LastInBatch": .lastInBatch
      case "SteadyState": .steadyState
      default: fields.flag("last_in_batch") == false ? .moreToCome : .lastInBatch
      }
    let estimate = Double(fields.text("progress_estimate")) ?? 0
    return .flexible(
      queryVersion: version, batchState: state,
      progressEstimate: estimate.isFinite ? estimate : 0)
  }

  /// So many entries as were announced: what is not there is unknown, and what is too many is of an
  /// earlier message whose line is missing.
  private func padded(_ entries: [PartialEntry], to count: Int) -> [PartialEntry] {
    guard entries.count < count else { return Array(entries.suffix(count)) }
    let missing = min(count - entries.count, LogConnection.pendingMax)
    return Array(repeating: .unknown, count: missing) + entries
  }

  private mutating func takeUpload(_ entry: LogEntry, _ session: LogSession) {
    flushUpload(session)
    let fields = LogFields(listed: entry.message.fields.bytes("fields") ?? [])
    guard let count: Int = fields.number("num_changesets"), count >= 0,
      let version: UInt64 = fields.number("progress_client_version")
    else { return notRead(entry, session) }
    let head = Upload(
      sessionIdent: session.number, bodySize: .plain(0), progressClientVersion: version,
      progressServerVersion: fields.number("progress_server_version") ?? 0,
      lockedServerVersion: fields.number("locked_server_version") ?? 0, entries: [])
    session.upload = .init(
      head: head, announcedCount: count, lineNumber: entry.lineNumber,
      timeMicroseconds: timeMicroseconds)
    session.client.uploading = session
    if count == 0 { flushUpload(session) }
  }

  private mutating func takeUploadPart(
    _ entry: LogEntry, _ kind: LogRowKind, _ session: LogSession
  ) {
    guard let count = session.upload?.entries.count else { return }
    if kind == .uploadChangeset {
      guard hold(Self.bytesPerEntry) else { return }
      let fields = LogFields(listed: entry.message.fields.bytes("fields") ?? [])
      let numbers = ["client_version", "server_version", "origin_timestamp", "origin_file_ident"]
      session.upload?.entries.append(Self.entry(numbers, of: fields))
    } else if let last = session.upload?.entries.last, last.isAwaited {
      let bytes = changeset(entry, kind, size: last.size)
      session.upload?.entries[count - 1].changeset = bytes
    }
  }

  /// One client's lines come one after the other, so any other line ends an UPLOAD.
  mutating func flushUploads(of client: LogClient, before kind: LogRowKind) {
    switch kind {
    case .uploadChangeset, .changesetHex, .changesetCompressed, .parsedChangeset: break
    default: if let session = client.uploading { flushUpload(session) }
    }
  }

  mutating func flushUpload(_ session: LogSession) {
    guard let upload = session.upload else { return }
    session.upload = nil
    if session.client.uploading === session { session.client.uploading = nil }
    release(upload.entries)
    let time = upload.timeMicroseconds
    let missing = upload.announcedCount - upload.entries.count
    if missing > 0, !upload.entries.isEmpty {
      let reason = "changesets of the upload in line \(upload.lineNumber) of the log are not listed"
      lose(missing, reason)
    }
    let known =
      missing > 0
      ? upload.entries
        + Array(repeating: .unknown, count: min(missing, LogConnection.pendingMax))
      : Array(upload.entries.prefix(upload.announcedCount))
    guard known.allSatisfy({ $0.changeset != nil }) else {
      return emitPartial(.upload(upload.head), known, session.syncKind, session, at: time)
    }
    var message = upload.head
    message.entries = known.map { entry in
      Upload.Entry(
        clientVersion: entry.numbers[0], serverVersion: entry.numbers[1],
        originTimestampMilliseconds: entry.numbers[2], originFileIdent: entry.numbers[3],
        changeset: entry.changeset ?? [])
    }
    send(ProtocolMessage.upload(message).withFittingBodySize, session, at: time)
  }

  private mutating func send(
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

  private mutating func emitPartial(
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

  private mutating func notRead(_ entry: LogEntry, _ session: LogSession) {
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

extension PartialEntry {
  /// Whether the changeset is to come yet.
  fileprivate var isAwaited: Bool { changeset == nil && !numbers.isEmpty }
}

enum LoggedChangeset {
  /// The bytes of pairs of hexadecimal digits, with blanks and breaks of lines anywhere.
  ///
  /// - Returns: nil where it was cut, or has another size than the log says of it.
  static func bytes(ofHex text: ArraySlice<UInt8>, size: UInt64) -> [UInt8]? {
    var digits: [UInt8] = []
    for byte in text where byte > 0x20 {
      guard byte.isHexadecimal else { return nil }
      digits.append(byte)
    }
    guard digits.count.isMultiple(of: 2), UInt64(digits.count / 2) == size else { return nil }
    return Hex.decode(ascii: digits)
  }

  /// The bytes of base64 of a zlib stream.
  static func bytes(
    ofCompressed text: ArraySlice<UInt8>, size: UInt64, _ inflater: inout ZlibInflater
  ) -> [UInt8]? {
    let characters = text.filter { $0 > 0x20 }
    guard let compressed = Base64.decode(characters.text) else { return nil }
    return try? inflater.inflate(compressed, announcedSize: size)
  }
}
