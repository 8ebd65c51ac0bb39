/// Something that happened in a sync session, from whatever source it was recorded.
public struct Event: Hashable, Sendable {
  /// Position in the trace, from 0, without gaps unless a `loss` says so. Order is by this number
  /// alone; time is information and may run backwards.
  public var sequence: UInt64
  /// Microseconds since 1970-01-01 (UTC), as the source reported them.
  public var timeMicroseconds: Int64
  /// The session, numbered within the trace by its `sessionStart`; 0 for what belongs to none.
  public var session: UInt32
  /// Whether the event comes from a part of a file that failed its checksum.
  public var isSuspect: Bool
  /// What happened.
  public var content: Content

  /// An event of these parts.
  public init(
    sequence: UInt64, timeMicroseconds: Int64, session: UInt32, isSuspect: Bool = false,
    content: Content
  ) {
    (self.sequence, self.timeMicroseconds, self.session) = (sequence, timeMicroseconds, session)
    (self.isSuspect, self.content) = (isSuspect, content)
  }

  /// What an event carries, by kind.
  ///
  /// What is large and rare stands elsewhere, so that events are small.
  public enum Content: Hashable, Sendable {
    /// The beginning of a session.
    indirect case sessionStart(SessionStart)
    /// A message of the sync protocol.
    case message(WireMessage)
    /// A transaction on the device.
    case localCommit(LocalCommit)
    /// A changeset of the server's history.
    case serverCommit(ServerCommit)
    /// A state of a Realm.
    case snapshot(Snapshot)
    /// An error of the sync protocol.
    indirect case syncError(SyncError)
    /// What the device did at a reset.
    indirect case resetObserved(ResetObserved)
    /// Records that are missing.
    case loss(Loss)
    /// A free annotation.
    indirect case note(Note)
    /// A record of a kind that this build does not know, kept byte for byte.
    case unknown(UnknownRecord)
  }

  /// The kinds of events, with the names that filters, text and JSON use.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// As the ``Content`` of the same name.
    case sessionStart, message, localCommit, serverCommit, snapshot, syncError, resetObserved, loss
    /// As the ``Content`` of the same name.
    case note, unknown
  }

  /// The kind of the event.
  public var kind: Kind { content.kind }
}

extension Event.Content {
  /// The kind of the event.
  public var kind: Event.Kind {
    switch self {
    case .sessionStart: .sessionStart
    case .message: .message
    case .localCommit: .localCommit
    case .serverCommit: .serverCommit
    case .snapshot: .snapshot
    case .syncError: .syncError
    case .resetObserved: .resetObserved
    case .loss: .loss
    case .note: .note
    case .unknown: .unknown
    }
  }
}

/// A record of an unknown kind: its number and its bytes.
public struct UnknownRecord: Hashable, Sendable {
  /// The number of the kind.
  public var recordType: UInt16
  /// The body of the record.
  public var bytes: [UInt8]

  /// A record as it is in the trace.
  public init(recordType: UInt16, bytes: [UInt8]) {
    (self.recordType, self.bytes) = (recordType, bytes)
  }
}

/// Records that are missing from the trace at this point.
///
/// A loss whose `firstSequence` is its own number and that counts at least one record stands in
/// their place: the next event has that number plus the count. Any other loss, such as that of a
/// recorder whose records never got numbers, takes one number like every event.
public struct Loss: Codable, Hashable, Sendable {
  /// The first missing sequence number, where it is known.
  public var firstSequence: UInt64?
  /// How many records are missing, where it is known.
  public var recordCount: UInt64?
  /// Why, in words: a recorder that had to drop, a damaged chunk, a cut file.
  public var reason: String

  /// Missing records, as far as they are known.
  public init(firstSequence: UInt64?, recordCount: UInt64?, reason: String) {
    (self.firstSequence, self.recordCount, self.reason) = (firstSequence, recordCount, reason)
  }
}

/// A free annotation by a recorder or a person.
public struct Note: Hashable, Sendable {
  /// What somebody wrote.
  public var text: String
  /// What a log shows of a client reset, if that is what the annotation is about.
  public var reset: LoggedReset?
  /// An annotation.
  public init(text: String, reset: LoggedReset? = nil) {
    (self.text, self.reset) = (text, reset)
  }
}
