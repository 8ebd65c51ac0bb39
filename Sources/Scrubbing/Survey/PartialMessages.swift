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
      case .message(let message) = rewriting.rewritten(.message(plain)),
      let new = try? message.parsed()
    else { return nil }
    return WireMessage(
      partial: new, entries: entries.map { $0.rewritten(by: &rewriting, in: direction) },
      connection: connection, syncKind: syncKind)
  }
}

extension EventRewriting {
  /// Content of an event, rewritten; nil where it cannot be.
  mutating func rewritten(_ content: Event.Content) -> Event.Content? {
    let event = Event(sequence: 0, timeMicroseconds: 0, session: 0, content: content)
    return try? event.rewritten(by: &self).content
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
    let commit = LocalCommit(clientVersion: 0, changeset: changeset)
    guard case .localCommit(let new) = rewriting.rewritten(.localCommit(commit)) else {
      return PartialEntry(numbers: numbers, size: 0, changeset: [])
    }
    return PartialEntry(
      numbers: numbers, size: UInt64(new.changeset.count), changeset: new.changeset)
  }
}
