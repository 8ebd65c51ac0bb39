/// A message that names a session and nothing else: UNBIND, UNBOUND.
public struct SessionReference: Hashable, Sendable {
  /// The number that the session has on its connection.
  public var sessionIdent: UInt64 = 0

  /// A reference to a session.
  public init(sessionIdent: UInt64) { self.sessionIdent = sessionIdent }
}

/// MARK: a request for "everything that is available now", and its answer with the same number.
public struct Mark: Hashable, Sendable {
  /// The number that the session has on its connection.
  public var sessionIdent: UInt64 = 0
  /// The number of the request, counted from 1 within a session.
  public var requestIdent: UInt64 = 0

  /// A request, or the answer to it.
  public init(sessionIdent: UInt64, requestIdent: UInt64) {
    (self.sessionIdent, self.requestIdent) = (sessionIdent, requestIdent)
  }
}

/// TEST_COMMAND: a testing aid, with a JSON body either way.
public struct TestCommand: Hashable, Sendable {
  /// The number that the session has on its connection.
  public var sessionIdent: UInt64 = 0
  /// The number of the command, which its answer repeats.
  public var requestIdent: UInt64 = 0
  /// The body as it is on the wire.
  public var json: [UInt8] = []

  /// A command, or the answer to it.
  public init(sessionIdent: UInt64, requestIdent: UInt64, json: [UInt8]) {
    (self.sessionIdent, self.requestIdent, self.json) = (sessionIdent, requestIdent, json)
  }
}

/// JSON_ERROR: from the server, whose body `details()` reads; from the client, that it could not process a DOWNLOAD.
public struct JSONError: Hashable, Sendable {
  /// The protocol's error number, see ``ProtocolErrorCode``.
  public var code: Int32 = 0
  /// The session that the error concerns; 0 for the connection as a whole.
  public var sessionIdent: UInt64 = 0
  /// The body as it is on the wire.
  public var json: [UInt8] = []

  /// A message of these fields.
  public init(code: Int32, sessionIdent: UInt64, json: [UInt8]) {
    (self.code, self.sessionIdent, self.json) = (code, sessionIdent, json)
  }
}

/// A number of a client's file, given by the server, and the salt that guards against spoofing and restored backups.
public struct FileIdent: Hashable, Sendable {
  /// The number; at least 1 where the server has given one.
  public var ident: UInt64
  /// The salt; not 0 where the server has given one.
  public var salt: Int64

  /// An identifier of a file.
  public init(ident: UInt64, salt: Int64) {
    (self.ident, self.salt) = (ident, salt)
  }
}

/// What a log shows of a changeset in an UPLOAD or a DOWNLOAD.
public struct PartialEntry: Hashable, Sendable {
  /// The numbers before the changeset's size, in the order of the wire; empty where none are known.
  public var numbers: [UInt64]
  /// The size of the changeset in bytes.
  public var size: UInt64
  /// The encoded changeset; nil where the log does not have it.
  public var changeset: [UInt8]?

  /// What is known of an entry.
  public init(numbers: [UInt64], size: UInt64, changeset: [UInt8]? = nil) {
    (self.numbers, self.size, self.changeset) = (numbers, size, changeset)
  }

  /// An entry of which no more is known than that it was there.
  public static let unknown = PartialEntry(numbers: [], size: 0)

  var isUnknown: Bool { numbers.isEmpty }
}
