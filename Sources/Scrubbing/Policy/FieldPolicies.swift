package import TraceFormat

// The table of docs/sharing.md, "What becomes of each field". Every switch is exhaustive: a field that an
// event gains has no policy until somebody has decided on one.

package enum TextPolicy: Hashable, Sendable {
  /// A pseudonym, the same for the same text of the field.
  case replaced
  /// It stays where it is a word of a fixed vocabulary, and is replaced where it is not.
  case vocabulary(Vocabulary)
}

extension TextField {
  package var policy: TextPolicy {
    switch self {
    case .sdk: .vocabulary(.sdkRelease)
    case .engineVersion: .vocabulary(.versionNumber)
    case .errorName: .vocabulary(.errorName)
    case .sessionName, .connection, .path, .errorMessage, .logURL, .rejectionReason, .rejectedKey,
      .partitionQuery, .serverConnection, .logLevel, .logLine, .actionName, .testCommand, .token,
      .lossReason, .note, .metadata:
      .replaced
    }
  }
}

package enum NumberPolicy: Hashable, Sendable {
  /// It counts records, sessions, requests or elements, or is of a vocabulary, and says nothing by itself.
  case kept
  /// A point in time: it stays, or all are moved by the same span.
  case time
  /// A number that grows: those above four digits move, in order, and neighbours stay neighbours.
  case ordered
  /// A number of which nothing but equality matters.
  case replaced
  /// A reading of a clock of which only differences mean something: all move by the same span.
  case clock
  /// Above four digits, the next power of two.
  case coarse
  /// The digest of a state: that of the scrubbed state.
  case digest
  /// Realm's own numbers, which are looked at as a whole (``ScrubbedKeys``).
  case internalKey
}

extension NumberField {
  package var policy: NumberPolicy {
    switch self {
    case .sequence, .session, .sessionIdent, .recordType, .recordCount, .protocolVersion,
      .requestIdent, .errorCode, .listIndex, .listSize:
      .kept
    case .timeMicroseconds, .originTimestampMilliseconds: .time
    case .fileIdent, .clientVersion, .serverVersion, .queryVersion, .schemaVersion: .ordered
    case .fileIdentSalt, .serverVersionSalt: .replaced
    case .clockMilliseconds: .clock
    case .durationMilliseconds, .delaySeconds, .delayMultiplier, .byteCount: .coarse
    case .stateDigest: .digest
    case .internalKey: .internalKey
    }
  }
}

/// What becomes of bytes that could not be read.
package enum BytesPolicy: Hashable, Sendable {
  /// As many letters or so, which can't be read either.
  case replaced
  /// Nothing is left of them, which is counted.
  case dropped
}

extension BytesField {
  package var policy: BytesPolicy {
    switch self {
    case .undecodableChangeset, .unreadableHead, .unreadableBody, .unreadableJSON,
      .unreadableText:
      .replaced
    case .unknownRecord: .dropped
    }
  }
}
