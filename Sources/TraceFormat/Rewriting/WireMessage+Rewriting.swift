extension WireMessage {
  /// The message with everything in it replaced; one that cannot be read is asked for as bytes.
  func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> WireMessage {
    var result = self
    result.connection = rewriting.text(connection, .connection)
    let partial = partial
    guard let meaning = partial?.head ?? (try? parsed()) else {
      result.head = rewriting.bytes(head, .unreadableHead)
      result.body = rewriting.bytes(body, .unreadableBody)
      return result
    }
    let rewritten = try rewriting.message(meaning).rewritten(by: &rewriting)
    let entries = try partial?.entries.map { entry throws(RewritingFailure) in
      try entry.rewritten(by: &rewriting, entryFields)
    }
    let isSameInEntries = entries == partial?.entries
    guard rewritten != meaning || !isSameInEntries else { return result }
    var encoded = try result.encoded(rewritten)
    // A number that equals nothing, not even itself, does not count as a difference.
    let unchanged = try result.encoded(meaning)
    guard encoded != unchanged || !isSameInEntries else { return result }
    encoded.head = head(of: meaning, replacedBy: encoded.head)
    if let entries { (encoded.body, encoded.bodyForm) = (entries.flatMap(\.bytes), .partial) }
    return encoded
  }

  /// The head with those fields replaced that say something else now: there is more than one way to write
  /// a number, and the others stay as they were sent.
  private func head(of meaning: ProtocolMessage, replacedBy replacement: [UInt8]) -> [UInt8] {
    let plain = try? WireMessage(
      encoding: meaning, direction: direction, connection: connection, syncKind: syncKind)
    let space = UInt8(ascii: " ")
    let fields = replacement.split(separator: space, omittingEmptySubsequences: false)
    let sent = head.split(separator: space, omittingEmptySubsequences: false)
    guard let meant = plain?.head.split(separator: space, omittingEmptySubsequences: false),
      meant.count == fields.count, sent.count == fields.count
    else { return replacement }
    let kept = fields.indices.map { fields[$0] == meant[$0] ? sent[$0] : fields[$0] }
    return Array(kept.joined(separator: [space]))
  }

  private func encoded(_ message: ProtocolMessage) throws(RewritingFailure) -> WireMessage {
    do throws(MessageEncodingFailure) {
      return try WireMessage(
        encoding: message.withFittingBodySize, direction: direction, connection: connection,
        syncKind: syncKind)
    } catch {
      throw .message(error)
    }
  }
}

extension PartialEntry {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting, _ fields: [NumberField]
  ) throws(RewritingFailure) -> PartialEntry {
    let numbers = zip(numbers, fields).map { rewriting.number($0, $1) }
    guard let changeset else {
      return PartialEntry(numbers: numbers, size: rewriting.number(size, .byteCount))
    }
    let new = try rewriting.changesetBytes(changeset)
    return PartialEntry(numbers: numbers, size: UInt64(new.count), changeset: new)
  }
}
