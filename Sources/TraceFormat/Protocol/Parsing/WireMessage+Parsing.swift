extension WireMessage {
  /// Reads what the message means.
  ///
  /// Total: any head and body give a message or a failure, whose offset counts from the first byte of the head, with
  /// the body as it is kept here. What a receiver would check against the session's progress is not checked.
  ///
  /// - Throws: where head or body do not have the layout of their type and sync kind, and for a
  ///   body that did not inflate.
  public func parsed() throws(DecodingFailure) -> ProtocolMessage {
    let reader = try HeadReader(head.rawBytes)
    let type = reader.type
    do throws(DecodingFailure) {
      guard let kind = ProtocolMessage.Kind(typeWord: type, sentBy: direction) else {
        throw .invalidValue("no message of the \(direction.sender) has this type", at: 0)
      }
      return try read(kind, reader)
    } catch {
      throw error.inside("`\(type)` message")
    }
  }

  private func read(
    _ kind: ProtocolMessage.Kind, _ head: HeadReader
  ) throws(DecodingFailure) -> ProtocolMessage {
    switch kind {
    case .bind: .bind(try read(head))
    case .clientIdent: .clientIdent(try read(head))
    case .query: .query(try read(head))
    case .upload: .upload(try read(head))
    case .unbind: .unbind(try read(head))
    case .ping: .ping(try read(head))
    case .clientError: .clientError(try read(head))
    case .mark: .mark(try read(head))
    case .testCommand: .testCommand(try read(head))
    case .serverIdent: .serverIdent(try read(head))
    case .download: .download(try read(head))
    case .unbound: .unbound(try read(head))
    case .legacyError: .legacyError(try read(head))
    case .serverError: .serverError(try read(head))
    case .queryError: .queryError(try read(head))
    case .pong: .pong(try read(head))
    case .logMessage: .logMessage(try read(head))
    }
  }

  private func read<Message: MessageLayout>(
    _ head: HeadReader
  ) throws(DecodingFailure) -> Message {
    var head = head
    var message: Message = try readHead(&head)
    var body = BodyReader(self, sizes: head.sizes)
    try message.visitFields(&body)
    try body.finish()
    return message
  }

  func readHead<Message: MessageLayout>(
    _ head: inout HeadReader
  ) throws(DecodingFailure) -> Message {
    var message = Message(blank: syncKind)
    try message.visitFields(&head)
    try head.finish()
    return message
  }

  /// Makes sure that the form of a body of changesets agrees with the head.
  ///
  /// An uncompressed DOWNLOAD is everything after the head, whatever its size fields say; Realm
  /// Core does not compare them either.
  func checkEntryBody(_ size: BodySize, sizeIsBinding: Bool) throws(DecodingFailure) {
    switch bodyForm {
    case .notInflatable:
      throw .invalidValue("the compressed body does not inflate as the head says", at: head.count)
    case .partial:
      throw .invalidValue(
        "the log that this comes from does not have all changesets", at: head.count)
    case .asSent:
      guard !size.isCompressed else {
        throw .invalidValue("the body is compressed, and kept so", at: head.count)
      }
    case .inflated:
      guard size.isCompressed else {
        throw .invalidValue("the body was inflated, but the head says it was plain", at: head.count)
      }
    }
    guard sizeIsBinding || size.isCompressed else { return }
    guard size.uncompressed == UInt64(body.count) else {
      throw .invalidValue(
        "the head says that the body has \(size.uncompressed) bytes, it has \(body.count)",
        at: head.count)
    }
  }

  func expectAsSent() throws(DecodingFailure) {
    guard bodyForm == .asSent else {
      throw .invalidValue("messages of this type are never compressed", at: head.count)
    }
  }
}
