internal import TraceFormat

extension WireMessage {
  /// A message that a log shows in part, with everything in it replaced; nil for any other. A walk sees
  /// nothing in it but bytes, since no client could read it.
  ///
  /// The connection stays, since a walk asks for that.
  func rewrittenPartial(by rewriting: inout some EventRewriting) -> WireMessage? {
    guard let (head, entries) = partial,
      let plain = try? WireMessage(
        encoding: head.withFittingBodySize, direction: direction, connection: "",
        syncKind: syncKind),
      let new = try? rewriting.message(of: plain)?.parsed()
    else { return nil }
    return WireMessage(
      partial: new, entries: entries.map { $0.rewritten(by: &rewriting, in: direction) },
      connection: connection, syncKind: syncKind)
  }
}

extension EventRewriting {
  fileprivate mutating func message(of message: WireMessage) -> WireMessage? {
    let event = Event(sequence: 0, timeMicroseconds: 0, session: 0, content: .message(message))
    guard case .message(let new) = try? event.rewritten(by: &self).content else { return nil }
    return new
  }

  fileprivate mutating func changeset(of encoded: [UInt8]) -> [UInt8]? {
    let commit = LocalCommit(clientVersion: 0, changeset: encoded)
    let event = Event(sequence: 0, timeMicroseconds: 0, session: 0, content: .localCommit(commit))
    guard case .localCommit(let new) = try? event.rewritten(by: &self).content else { return nil }
    return new.changeset
  }
}

extension PartialEntry {
  private static func fields(_ direction: WireMessage.Direction) -> [NumberField] {
    let (first, second): (NumberField, NumberField) =
      direction == .clientToServer
      ? (.clientVersion, .serverVersion) : (.serverVersion, .clientVersion)
    return [first, second, .originTimestampMilliseconds, .fileIdent, .byteCount]
  }

  fileprivate func rewritten(
    by rewriting: inout some EventRewriting, in direction: WireMessage.Direction
  ) -> PartialEntry {
    let numbers = zip(numbers, Self.fields(direction)).map { rewriting.number($0, $1) }
    guard let changeset else {
      return PartialEntry(numbers: numbers, size: rewriting.number(size, .byteCount))
    }
    let new = rewriting.changeset(of: changeset) ?? []
    return PartialEntry(numbers: numbers, size: UInt64(new.count), changeset: new)
  }
}
