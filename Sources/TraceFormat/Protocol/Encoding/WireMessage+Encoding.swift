extension WireMessage {
  /// Writes a message, so that `parsed()` gives it back.
  ///
  /// The form is Realm's (Realm Core: `sync/noinst/protocol_codec.cpp`), and where the wire leaves a
  /// choice, this one: integers have no needless digits, booleans are 0 or 1, a progress estimate is
  /// the shortest decimal that reads back as the same number. Sizes of texts and JSON are those of
  /// the texts. What ``BodySize`` says of an UPLOAD or a DOWNLOAD is written as it is, so a message
  /// that crossed the wire compressed keeps its head, and its body is kept inflated, as recorders
  /// keep it; nothing is ever compressed here. ``ProtocolMessage/withFittingBodySize`` makes the
  /// sizes of a changed message fit.
  ///
  /// - Parameter direction: who sends the message, which some messages do not tell themselves.
  /// - Throws: where the result would not be read as the same message.
  public init(
    encoding message: ProtocolMessage, direction: Direction, connection: String = "",
    syncKind: SyncKind
  ) throws(MessageEncodingFailure) {
    try message.check(direction, syncKind)
    let encoded = message.encoded
    self.init(
      direction: direction, connection: connection, syncKind: syncKind, head: encoded.head,
      body: encoded.body, bodyForm: message.isCompressed ? .inflated : .asSent)
  }
}

extension ProtocolMessage {
  /// Head and body; `check` has made sure that they agree with each other.
  fileprivate var encoded: EncodedMessage {
    switch self {
    case .bind(let message): message.encoded
    case .clientIdent(let message): message.encoded
    case .query(let message): message.encoded
    case .upload(let message): message.encoded
    case .unbind(let message): EncodedMessage(.unbind, [.integer(message.sessionIdent)])
    case .ping(let message): message.encoded
    case .clientError(let message): message.encoded
    case .mark(let message): message.encoded
    case .testCommand(let message): message.encoded
    case .serverIdent(let message): message.encoded
    case .download(let message): message.encoded
    case .unbound(let message): EncodedMessage(.unbound, [.integer(message.sessionIdent)])
    case .legacyError(let message): message.encoded
    case .serverError(let message): message.encoded
    case .queryError(let message): message.encoded
    case .pong(let message): EncodedMessage(.pong, [.integer(message.timestampMilliseconds)])
    case .logMessage(let message): message.encoded
    }
  }

  fileprivate var isCompressed: Bool {
    switch self {
    case .upload(let message): message.bodySize.isCompressed
    case .download(let message): message.bodySize.isCompressed
    case .bind, .clientIdent, .query, .unbind, .ping, .clientError, .mark, .testCommand,
      .serverIdent, .unbound, .legacyError, .serverError, .queryError, .pong, .logMessage:
      false
    }
  }

  /// Refuses what a reader would refuse, or would read as something else.
  fileprivate func check(
    _ direction: WireMessage.Direction, _ syncKind: SyncKind
  ) throws(MessageEncodingFailure) {
    guard kind.direction ?? direction == direction else { throw .wrongDirection(kind, direction) }
    switch self {
    case .bind(let message):
      guard message.syncKind == syncKind else { throw .wrongSyncKind(kind, syncKind) }
    case .clientIdent(let message):
      guard (message.subscriptions != nil) == (syncKind == .flexible) else {
        throw .wrongSyncKind(kind, syncKind)
      }
    case .upload(let message):
      try check(message.bodySize, message.encodedEntries.count)
    case .download(let message):
      guard message.scope.syncKind == syncKind else { throw .wrongSyncKind(kind, syncKind) }
      // Nobody compares the sizes of a DOWNLOAD that is not compressed, and servers differ in them.
      if message.bodySize.isCompressed {
        try check(message.bodySize, message.encodedEntries.count)
      }
    case .query, .unbind, .ping, .clientError, .mark, .testCommand, .serverIdent, .unbound,
      .legacyError, .serverError, .queryError, .pong, .logMessage:
      break
    }
  }

  private func check(
    _ announced: BodySize, _ found: Int
  ) throws(MessageEncodingFailure) {
    guard announced.uncompressed == UInt64(found) else {
      throw .wrongBodySize(kind, announced: announced.uncompressed, found: UInt64(found))
    }
  }
}

extension Download.Scope {
  /// The kind of sync whose messages say this.
  public var syncKind: SyncKind {
    switch self {
    case .partition: .partition
    case .flexible: .flexible
    }
  }
}
