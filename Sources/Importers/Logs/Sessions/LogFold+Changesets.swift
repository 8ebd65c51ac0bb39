import TraceCompression
import TraceFormat

// Changesets, which a log lists before the DOWNLOAD and after the UPLOAD that they are of.
extension LogFold {
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

  mutating func takeDownload(_ entry: LogEntry, _ session: LogSession) {
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

  mutating func takeUpload(_ entry: LogEntry, _ session: LogSession) {
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

  mutating func takeUploadPart(
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
