extension WireMessage {
  /// Reads what the message means.
  ///
  /// Total: any head and body give a message or a failure, whose offset counts from the first byte
  /// of the head, with the body as it is kept here. What a receiver would check against the session's
  /// progress is not checked.
  ///
  /// - Throws: where head or body do not have the layout of their type and sync kind, and for a
  ///   body that did not inflate.
  public func parsed() throws(DecodingFailure) -> ProtocolMessage {
    var reader = try HeadReader(head.rawBytes)
    let type = reader.type
    do {
      switch direction {
      case .clientToServer: return try parsedFromClient(&reader)
      case .serverToClient: return try parsedFromServer(&reader)
      }
    } catch {
      throw error.inside("`\(type)` message")
    }
  }

  func unknownType(_ type: String) -> DecodingFailure {
    let sender = direction == .clientToServer ? "client" : "server"
    return .invalidValue("no message of the \(sender) has this type", at: 0)
  }

  /// The cursor over the body, with offsets that go on from the head's.
  var bodyReader: ByteReader {
    @_lifetime(borrow self) get { ByteReader(body.rawBytes, base: head.count) }
  }

  /// A body that is one text of the announced size.
  func wholeBody(size: UInt64) throws(DecodingFailure) -> [UInt8] {
    try expectAsSent()
    var reader = bodyReader
    let text = try reader.readBytes(size)
    try reader.finish()
    return text
  }

  /// The cursor over a body of changeset entries, once its form agrees with the head.
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

  func expectNoBody() throws(DecodingFailure) { try bodyReader.finish() }

  func expectAsSent() throws(DecodingFailure) {
    guard bodyForm == .asSent else {
      throw .invalidValue("messages of this type are never compressed", at: head.count)
    }
  }
}
