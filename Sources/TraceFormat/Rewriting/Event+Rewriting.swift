extension Event {
  /// The event with everything in it replaced as a rewriting says.
  ///
  /// Where nothing is replaced, the same bytes stay: a changeset keeps the order of its declared strings, a message its
  /// head, a JSON body its layout. A changeset in which something was replaced declares its strings where Realm's
  /// recorder does, and a message is written as ``WireMessage/init(encoding:direction:connection:syncKind:)`` says, not
  /// compressed; fields of its head that say the same as before keep their spelling.
  ///
  /// - Throws: where a replacement cannot stand where it should.
  public func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> Event {
    Event(
      sequence: rewriting.number(sequence, .sequence),
      timeMicroseconds: rewriting.number(timeMicroseconds, .timeMicroseconds),
      session: rewriting.number(session, .session), isSuspect: isSuspect,
      content: try rewriting.content(content).rewritten(by: &rewriting))
  }
}

extension Event.Content {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> Event.Content {
    switch self {
    case .sessionStart(let start): .sessionStart(try start.rewritten(by: &rewriting))
    case .message(let message): .message(try message.rewritten(by: &rewriting))
    case .localCommit(let commit): .localCommit(try commit.rewritten(by: &rewriting))
    case .serverCommit(let commit): .serverCommit(try commit.rewritten(by: &rewriting))
    case .snapshot(let snapshot): .snapshot(try snapshot.rewritten(by: &rewriting))
    case .syncError(let error): .syncError(try error.rewritten(by: &rewriting))
    case .resetObserved(let observed): .resetObserved(try observed.rewritten(by: &rewriting))
    case .loss(let loss): .loss(try loss.rewritten(by: &rewriting))
    case .note(let note): .note(try note.rewritten(by: &rewriting))
    case .unknown(let record): .unknown(record.rewritten(by: &rewriting))
    }
  }
}

extension UnknownRecord {
  fileprivate func rewritten(by rewriting: inout some EventRewriting) -> UnknownRecord {
    UnknownRecord(
      recordType: rewriting.number(recordType, .recordType),
      bytes: rewriting.bytes(bytes, .unknownRecord))
  }
}
