extension WireMessage {
  /// Writes a message, so that `parsed()` gives it back.
  ///
  /// The form is Realm's (Realm Core: `sync/noinst/protocol_codec.cpp`), and where the wire leaves a choice, this one:
  /// integers have no needless digits, booleans are 0 or 1, a progress estimate is the shortest decimal that reads back
  /// as the same number. Sizes of texts and JSON are those of the texts. What ``BodySize`` says of an UPLOAD or a
  /// DOWNLOAD is written as it is, so a message that crossed the wire compressed keeps its head, and its body is kept
  /// inflated, as recorders keep it; nothing is ever compressed here. ``ProtocolMessage/withFittingBodySize`` makes the
  /// sizes of a changed message fit.
  ///
  /// - Parameters:
  ///   - message: what the message is to say.
  ///   - direction: who sends the message, which some messages do not tell themselves.
  ///   - connection: the name of the connection that it belongs to.
  ///   - syncKind: what the connection speaks, which decides about layouts.
  /// - Throws: where the result would not be read as the same message.
  public init(
    encoding message: ProtocolMessage, direction: Direction, connection: String = "",
    syncKind: SyncKind
  ) throws(MessageEncodingFailure) {
    try message.check(direction, syncKind)
    var writer = FieldWriter(message.kind)
    var layout = message.layout
    layout.visitFields(&writer)
    try message.check(bodySize: writer.body.count)
    self.init(
      direction: direction, connection: connection, syncKind: syncKind,
      head: writer.head + [UInt8(ascii: "\n")], body: writer.body,
      bodyForm: message.bodySize?.isCompressed == true ? .inflated : .asSent)
  }
}

extension ProtocolMessage {
  /// The same message, with a head that fits the entries of an UPLOAD or a DOWNLOAD: not
  /// compressed, and as large as they are. All other messages take their sizes from their bodies.
  public var withFittingBodySize: ProtocolMessage {
    switch self {
    case .upload(var message):
      message.bodySize = .plain(message.entries.encoded.count)
      return .upload(message)
    case .download(var message):
      message.bodySize = .plain(message.entries.encoded.count)
      return .download(message)
    default: return self
    }
  }

  /// What the head of an UPLOAD or a DOWNLOAD says about the body.
  var bodySize: BodySize? {
    switch self {
    case .upload(let message): message.bodySize
    case .download(let message): message.bodySize
    default: nil
    }
  }

  /// Refuses what a reader would refuse, or would read as something else.
  fileprivate func check(
    _ direction: WireMessage.Direction, _ syncKind: SyncKind
  ) throws(MessageEncodingFailure) {
    guard kind.direction ?? direction == direction else { throw .wrongDirection(kind, direction) }
    let own: SyncKind? =
      switch self {
      case .bind(let message): message.syncKind
      case .clientIdent(let message): message.subscriptions == nil ? .partition : .flexible
      case .download(let message): message.scope.syncKind
      case .query, .upload, .unbind, .ping, .clientError, .mark, .testCommand, .serverIdent,
        .unbound, .legacyError, .serverError, .queryError, .pong, .logMessage:
        nil
      }
    guard own ?? syncKind == syncKind else { throw .wrongSyncKind(kind, syncKind) }
  }

  fileprivate func check(bodySize found: Int) throws(MessageEncodingFailure) {
    guard let bodySize, bodySize.uncompressed != UInt64(found) else { return }
    // Nobody compares the sizes of a DOWNLOAD that is not compressed, and servers differ in them.
    if kind == .download, !bodySize.isCompressed { return }
    throw .wrongBodySize(kind, announced: bodySize.uncompressed, found: UInt64(found))
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

/// Why a message cannot be written: nobody could read it as what it is.
public enum MessageEncodingFailure: Error, Hashable, Sendable {
  /// A message that this side never sends.
  case wrongDirection(ProtocolMessage.Kind, WireMessage.Direction)
  /// A field that only the other kind of sync has, or a missing one that this kind has.
  case wrongSyncKind(ProtocolMessage.Kind, SyncKind)
  /// The head would announce another size than its entries have, in bytes.
  case wrongBodySize(ProtocolMessage.Kind, announced: UInt64, found: UInt64)
}

extension MessageEncodingFailure: CustomStringConvertible {
  /// One line, such as `upload: the head says that the body has 3 bytes, it has 5`.
  public var description: String {
    switch self {
    case .wrongDirection(let kind, let direction):
      return "\(kind.rawValue): not a message that a \(direction.sender) sends"
    case .wrongSyncKind(let kind, let syncKind):
      return "\(kind.rawValue): not as \(syncKind.rawValue) sync has it"
    case .wrongBodySize(let kind, let announced, let found):
      return "\(kind.rawValue): the head says that the body has \(announced) bytes, it has \(found)"
    }
  }
}
