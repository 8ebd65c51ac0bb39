/// The texts that events carry, by what they say.
public enum TextField: String, Hashable, Sendable, CaseIterable {
  /// The name of a session, for people.
  case sessionName
  /// The connection, as the capture calls it.
  case connection
  /// The path of a client's file, or a partition value.
  case path
  /// The SDK of the client and its version.
  case sdk
  /// The version of the library that wrote a pending reset.
  case engineVersion
  /// The client's name for an error.
  case errorName
  /// The words of an error, from either side.
  case errorMessage
  /// Where the server's log has more.
  case logURL
  /// Why the server undid or refused a write.
  case rejectionReason
  /// The primary key of a refused write, where it is in no form that is known.
  case rejectedKey
  /// The query that replaces a partition in a migration.
  case partitionQuery
  /// The server's name for a connection.
  case serverConnection
  /// The importance of a line of a log, where it is none that is known.
  case logLevel
  /// A line of a log.
  case logLine
  /// What an error asks the client to do, where it is nothing that is known.
  case actionName
  /// The name of a testing command.
  case testCommand
  /// An access token.
  case token
  /// Why records are missing.
  case lossReason
  /// A note.
  case note
  /// What a recorder notes about a trace, in its header.
  case metadata
}

/// The numbers that events carry, by what they count.
public enum NumberField: String, Hashable, Sendable, CaseIterable {
  /// A position in the trace.
  case sequence
  /// Microseconds since 1970-01-01 (UTC).
  case timeMicroseconds
  /// A session's number within the trace.
  case session
  /// A session's number on its connection; 0 for the connection.
  case sessionIdent
  /// The type of an unknown record.
  case recordType
  /// How many records are missing.
  case recordCount
  /// XXH64 of a state.
  case stateDigest
  /// A file's identifier; 0 where there is none.
  case fileIdent
  /// The salt of a file's identifier.
  case fileIdentSalt
  /// A version of a client's file.
  case clientVersion
  /// A version of the server's history.
  case serverVersion
  /// The salt of a version of the server's history.
  case serverVersionSalt
  /// The version of a set of subscriptions.
  case queryVersion
  /// The version of a client's schema.
  case schemaVersion
  /// The version of the sync protocol.
  case protocolVersion
  /// The number of a request.
  case requestIdent
  /// An error number of the protocol.
  case errorCode
  /// Milliseconds since 2015-01-01 (UTC).
  case originTimestampMilliseconds
  /// Milliseconds of a monotonic clock.
  case clockMilliseconds
  /// Milliseconds that something took.
  case durationMilliseconds
  /// Seconds that a client is to wait.
  case delaySeconds
  /// What a delay is multiplied with.
  case delayMultiplier
  /// A size in bytes that follows from nothing else in the trace.
  case byteCount
  /// An index into a list.
  case listIndex
  /// The number of elements of a list.
  case listSize
  /// Realm's own number of a class, a column or an object; of an object, often made from its primary key.
  case internalKey
}

/// Bytes that events carry and that could not be read as what they should be.
public enum BytesField: String, Hashable, Sendable, CaseIterable {
  /// A changeset that cannot be decoded.
  case undecodableChangeset
  /// The head of a message that cannot be read.
  case unreadableHead
  /// The body of a message that cannot be read.
  case unreadableBody
  /// A body of a message that should be a JSON object and is none.
  case unreadableJSON
  /// A text that is not UTF-8.
  case unreadableText
  /// A record of a kind that this build does not know.
  case unknownRecord
}
