internal import Analyzer
package import TraceFormat

// The table of docs/sharing.md, "What becomes of each field". Every switch is exhaustive: a field that an
// event gains has no policy until somebody has decided on one.

extension TextField {
  /// The words of the field that stay; nil where each is replaced by a pseudonym, the same for the same text.
  package var vocabulary: Vocabulary? {
    switch self {
    case .sdk: .sdkRelease
    case .engineVersion: .versionNumber
    case .errorName: .errorName
    case .errorMessage: .protocolMessage
    case .sessionName, .connection, .path, .logURL, .rejectionReason, .rejectedKey,
      .partitionQuery, .serverConnection, .logLevel, .logLine, .actionName, .testCommand, .token,
      .lossReason, .note, .metadata:
      nil
    }
  }
}

/// Words that a trace may keep, because they say the same of everybody.
package enum Vocabulary: Hashable, Sendable {
  /// An SDK and its version, from which the default mode follows, or Realm Core and its version.
  case sdkRelease
  case versionNumber
  case errorName
  /// The text of a number of the protocol, from which the number follows where a trace lacks it.
  case protocolMessage

  /// What stays of a text; nil where it is not of the vocabulary.
  func kept(of text: String) -> String? {
    switch self {
    case .sdkRelease:
      // Of a `User-Agent` this part alone: an app may have put its own name into it.
      SDKRelease(parsing: text).flatMap(Self.words) ?? Self.core(text)
    case .versionNumber: Self.isVersion(text) ? text : nil
    case .errorName: ErrorExplanation.knowsErrorName(text) ? text : nil
    case .protocolMessage:
      ProtocolErrorCode.known.contains {
        ProtocolErrorCode.message($0)?.hasSameBytes(as: text) ?? false
      } ? text : nil
    }
  }

  private static func words(_ release: SDKRelease) -> String? {
    let version = release.version.prefix(4)
    guard version.allSatisfy({ (0...9999).contains($0) }) else { return nil }
    return "\(release.sdk.rawValue) \(version.map(String.init).joined(separator: "."))"
  }

  private static func core(_ text: String) -> String? {
    let name = "Realm Core "
    guard text.beginsWithBytes(of: name) else { return nil }
    return isVersion(String(text.dropFirst(name.count))) ? text : nil
  }

  private static func isVersion(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return (1...4).contains(parts.count)
      && parts.allSatisfy { part in
        (1...4).contains(part.count) && part.allSatisfy { (0x30...0x39).contains($0) }
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
