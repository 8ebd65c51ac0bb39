public import TraceFormat

/// Messages of every kind that nobody sent, with any bytes and numbers in them.
public struct RandomMessages {
  private var numbers: SeededNumbers

  public init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  /// A message of a kind, and the direction in which it is sent.
  public mutating func next(
    _ kind: ProtocolMessage.Kind, _ syncKind: SyncKind
  ) -> (message: ProtocolMessage, direction: WireMessage.Direction) {
    let either: WireMessage.Direction = flag() ? .clientToServer : .serverToClient
    return (message(kind, syncKind), kind.direction ?? either)
  }

  private mutating func message(
    _ kind: ProtocolMessage.Kind, _ syncKind: SyncKind
  ) -> ProtocolMessage {
    switch kind {
    case .bind:
      .bind(
        Bind(
          sessionIdent: unsigned(), target: bytes(), token: bytes(), needsFileIdent: flag(),
          isSubserver: flag(), syncKind: syncKind))
    case .clientIdent: .clientIdent(clientIdent(syncKind))
    case .query: .query(Query(sessionIdent: unsigned(), subscriptions: querySet()))
    case .upload: .upload(upload())
    case .unbind: .unbind(SessionReference(sessionIdent: unsigned()))
    case .ping:
      .ping(Ping(timestampMilliseconds: unsigned(), roundTripMilliseconds: unsigned()))
    case .clientError:
      .clientError(JSONError(code: code(), sessionIdent: unsigned(), json: bytes()))
    case .mark: .mark(Mark(sessionIdent: unsigned(), requestIdent: unsigned()))
    case .testCommand:
      .testCommand(
        TestCommand(sessionIdent: unsigned(), requestIdent: unsigned(), json: bytes()))
    case .serverIdent: .serverIdent(ServerIdent(sessionIdent: unsigned(), file: file()))
    case .download: .download(download(syncKind))
    case .unbound: .unbound(SessionReference(sessionIdent: unsigned()))
    case .legacyError:
      .legacyError(
        LegacyError(code: code(), sessionIdent: unsigned(), tryAgain: flag(), text: bytes()))
    case .serverError:
      .serverError(JSONError(code: code(), sessionIdent: unsigned(), json: bytes()))
    case .queryError:
      .queryError(
        QueryError(
          code: code(), sessionIdent: unsigned(), queryVersion: signed(), text: bytes()))
    case .pong: .pong(Pong(timestampMilliseconds: unsigned()))
    case .logMessage: .logMessage(LogMessage(sessionIdent: unsigned(), json: bytes()))
    }
  }

  private mutating func clientIdent(_ syncKind: SyncKind) -> ClientIdent {
    ClientIdent(
      sessionIdent: unsigned(), file: file(), downloadServerVersion: unsigned(),
      downloadClientVersion: unsigned(), latestServerVersion: unsigned(),
      latestServerVersionSalt: signed(), subscriptions: syncKind == .flexible ? querySet() : nil)
  }

  private mutating func upload() -> Upload {
    var entries: [Upload.Entry] = []
    for _ in 0..<(numbers.next() % 4) {
      entries.append(
        Upload.Entry(
          clientVersion: unsigned(), serverVersion: unsigned(),
          originTimestampMilliseconds: unsigned(), originFileIdent: unsigned(),
          changeset: bytes()))
    }
    let message = ProtocolMessage.upload(
      Upload(
        sessionIdent: unsigned(), bodySize: .plain(0), progressClientVersion: unsigned(),
        progressServerVersion: unsigned(), lockedServerVersion: unsigned(), entries: entries))
    guard case .upload(var upload) = message.withFittingBodySize else {
      preconditionFailure("an upload stays one")
    }
    if flag() { compress(&upload.bodySize) }
    return upload
  }

  private mutating func download(_ syncKind: SyncKind) -> Download {
    var entries: [Download.Entry] = []
    for _ in 0..<(numbers.next() % 4) {
      entries.append(
        Download.Entry(
          serverVersion: unsigned(), clientVersion: unsigned(),
          originTimestampMilliseconds: unsigned(), originFileIdent: unsigned(),
          originalChangesetSize: unsigned(), changeset: bytes()))
    }
    let message = ProtocolMessage.download(
      Download(
        sessionIdent: unsigned(), downloadServerVersion: unsigned(),
        downloadClientVersion: unsigned(), latestServerVersion: unsigned(),
        latestServerVersionSalt: signed(), uploadClientVersion: unsigned(),
        uploadServerVersion: unsigned(), scope: scope(syncKind), bodySize: .plain(0),
        entries: entries))
    guard case .download(var download) = message.withFittingBodySize else {
      preconditionFailure("a download stays one")
    }
    if flag() { compress(&download.bodySize) } else if flag() { download.bodySize = anySize() }
    return download
  }

  private mutating func scope(_ syncKind: SyncKind) -> Download.Scope {
    switch syncKind {
    case .partition: .partition(downloadableBytes: unsigned())
    case .flexible:
      .flexible(
        queryVersion: signed(),
        batchState: Download.BatchState.allCases.randomElement(using: &numbers) ?? .steadyState,
        progressEstimate: fraction())
    }
  }

  private mutating func compress(_ size: inout BodySize) {
    size.isCompressed = true
    size.compressed = unsigned()
  }

  /// What an uncompressed DOWNLOAD may say of itself.
  private mutating func anySize() -> BodySize {
    BodySize(isCompressed: false, uncompressed: unsigned(), compressed: unsigned())
  }

  private mutating func querySet() -> QuerySet { QuerySet(version: signed(), json: bytes()) }
  private mutating func file() -> FileIdent { FileIdent(ident: unsigned(), salt: signed()) }
  private mutating func code() -> Int32 { Int32(truncatingIfNeeded: unsigned()) }
  private mutating func signed() -> Int64 { Int64(bitPattern: unsigned()) }
  private mutating func flag() -> Bool { numbers.next() & 1 == 1 }

  /// A number of any length.
  private mutating func unsigned() -> UInt64 { numbers.next() >> (numbers.next() % 64) }

  private mutating func fraction() -> Double {
    switch numbers.next() % 4 {
    case 0: 0
    case 1: 1
    case 2: Double.random(in: 0...1, using: &numbers)
    default: Double(sign: .plus, exponent: Int(numbers.next() % 2000) - 1000, significand: 1.7)
    }
  }

  /// Up to twelve bytes of any kind, spaces, digits and line feeds often among them.
  private mutating func bytes() -> [UInt8] {
    let delimiters = Array(" 0\n1 \"{}".utf8)
    return numbers.bytes(Int(numbers.next() % 13)).map { byte in
      byte & 1 == 0 ? byte : delimiters[Int(byte >> 1) % delimiters.count]
    }
  }
}
