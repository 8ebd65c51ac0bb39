extension WireMessage {
  /// The message with everything in it replaced; one that cannot be read is asked for as bytes.
  func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> WireMessage {
    var result = self
    result.connection = rewriting.text(connection, .connection)
    guard let meaning = try? parsed() else {
      result.head = rewriting.bytes(head, .unreadableHead)
      result.body = rewriting.bytes(body, .unreadableBody)
      return result
    }
    let rewritten = try rewriting.message(meaning).rewritten(by: &rewriting)
    guard rewritten != meaning else { return result }
    var encoded = try result.encoded(rewritten)
    // A number that equals nothing, not even itself, does not count as a difference.
    guard try encoded != result.encoded(meaning) else { return result }
    encoded.head = head(of: meaning, replacedBy: encoded.head)
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
